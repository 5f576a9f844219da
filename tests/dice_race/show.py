"""What people see and read of the dice race."""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.picture import Picture
from beachhead.engine.scene import Arrow, ArrowKind, Cell, Mark, MarkKind, Piece, Scene, Tray
from beachhead.engine.show import Show, read_rules
from beachhead.engine.values import Acted, Action, Event, Forfeited, Next, Over
from tests.dice_race import FINISH, OUT, OVER, PIT, SEATS, DroppedOut, Play, Run, Showed, State


class RaceShow(Show[State]):
    """The contract of what people see."""

    title = "Dice race"
    modes = ("standard",)
    verbs = {  # noqa: RUF012 (a constant, as the contract declares it)
        "run": ("run [PLACE]", "Goes as far as the die says."),
        "rest": ("rest", "Stays."),
        "play": ("play", "Plays the card and goes that much further."),
        "resign": ("resign", "Leaves the race."),
        "deal": ("deal 1…5", "The card that the next seat gets."),
        "roll": ("roll 1…3", "What the die shows."),
    }
    rules = read_rules("""
turns | Turns
    The cards are dealt; then each seat acts after its roll.
run | Running
    A seat runs exactly as far as the die says; who stops at the pit is out.
card | The card
    A card is played once, and counts as further steps.
""")
    place_verbs = ("run",)

    def describe(self, state: State, action: Action) -> str:
        if isinstance(action, Run):
            return f"runs to t{action.dst}{', into the pit' if action.dst == PIT else ''}"
        if isinstance(action, Play):
            return f"runs {state.die + state.cards[state.seat]} steps"
        return action.text

    def tell(self, event: Event) -> str:
        match event:
            case Acted():
                return f"{event.actor.title()}: {event.action}."
            case Showed():
                return f"{event.seat.title()} shows a {event.card}."
            case DroppedOut() | Forfeited():
                return f"{event.seat.title()} is out."
            case Next():
                return f"Turn {event.turn}: {event.seat}."
            case Over():
                return f"The race is over: {' and '.join(event.result.winners) or 'nobody'} won."
            case _:
                return event.text

    def scene(
        self,
        state: State,
        *,
        seat: str | None = None,
        last: Action | None = None,
        events: Sequence[Event] = (),
        preview: Action | None = None,
    ) -> Scene:
        columns = tuple(f"t{place}" for place in range(1, FINISH + 1))
        cells = tuple(
            Cell(
                name,
                column,
                0,
                tuple(Piece("runner", s) for s, at in zip(SEATS, state.places, strict=True) if at == column + 1),
            )
            for column, name in enumerate(columns)
        )
        trays = [
            Tray(owner, "hand", (_card(owner, card, seat),)) for owner, card in zip(SEATS, state.cards, strict=True)
        ]
        waiting = tuple(
            Piece("runner", s, is_down=at == OUT) for s, at in zip(SEATS, state.places, strict=True) if at <= 0
        )
        marks = [Mark(f"t{PIT}", MarkKind.THREAT), Mark(f"t{FINISH}", MarkKind.GOAL)]
        arrows = []
        if isinstance(last, Run):
            marks.append(Mark(f"t{last.dst}", MarkKind.LAST))
        if isinstance(preview, Run):
            marks.append(Mark(f"t{preview.dst}", MarkKind.PREVIEW))
            if state.seat != OVER and state.places[state.seat] > 0:
                arrows.append(Arrow(f"t{state.places[state.seat]}", f"t{preview.dst}", ArrowKind.MOVE, is_preview=True))
        due = "over" if state.seat == OVER else f"{SEATS[state.seat]} {'acts' if state.die else 'rolls'}"
        return Scene(
            columns,
            ("1",),
            cells,
            (Tray("", "aside", waiting), *trays),
            tuple(marks),
            tuple(arrows),
            f"turn {state.turn}",
            due,
        )

    def picture(self, scene: Scene, *, ascii: bool = False, width: int = 80, height: int | None = None) -> Picture:
        marks = {mark.place: mark.kind.value for mark in scene.marks if mark.kind in (MarkKind.LAST, MarkKind.PREVIEW)}
        lines: Picture = [[("dim", scene.title), ("due", f": {scene.due}")]]
        for cell in scene.cells:
            if cell.pieces or cell.place in marks:
                who = " ".join([piece.owner for piece in cell.pieces])
                lines.append([(marks.get(cell.place, ""), cell.place), ("", f" {who}")])
        hands = [piece.label if piece else "-" for tray in scene.trays if tray.name == "hand" for piece in tray.places]
        return [*lines, [("card", " ".join(hands))]]


def _card(owner: str, card: int, seat: str | None) -> Piece | None:
    if card <= 0:
        return None
    is_hidden = seat is not None and seat != owner
    return Piece("card", owner, label="?" if is_hidden else str(card), is_down=is_hidden)


SHOW: Final = RaceShow()
