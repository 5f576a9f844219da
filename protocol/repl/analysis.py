"""The analysis board: dangers of a position, the best actions with their chances, and the luck and the costs of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE, Action, Over
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.repl.talk import paragraphs

if TYPE_CHECKING:
    from beachhead.protocol.page.curve import Verdict

_SHOWN: Final = 8  # costly decisions, and lucky moments
_COSTLY: Final = 0.01  # share of the win: a decision that costs less is not listed
_BLUNDER: Final = 0.05  # a decision that costs as much is marked `??`
_RISKS: Final = 3  # risks of an action that are told
_WIDTH: Final = 60  # columns of the curve at most
_HEIGHT: Final = 5  # its rows
_FULL: Final = "█"
_HALF: Final = "▄"


class Choice(NamedTuple):
    """An action, and the deciding seat's chance to win after it."""

    action: Action
    chance: float


# Returns the best actions, best first, from what the deciding seat can see; empty if no bot can compare them.
Rank = Callable[[Game[Any], Any, str, int], Sequence[Choice]]  # Any: states are the game's own matter
# Returns the chances, the luck and, if wanted, the costs of a game; None if no bot can analyse it.
Analyse = Callable[[Timeline[Any], bool], "Verdict | None"]


# Dangers


def told_dangers(situation: Situation, viewer: str | None) -> list[Line]:
    """Return what every seat may lose soon, a sentence a line, those of the viewer first; raise Refusal if there is no game."""
    if situation.state is None:
        raise Refusal("state", "there is no game yet: newgame begins one")
    found = situation.game.show.dangers(situation.state, viewer)
    ranked = sorted(found, key=lambda danger: (danger.seat != viewer, not danger.is_likely))
    lines: list[Line] = [
        [(danger.seat, "! " if danger.is_likely else "  "), *_sentence(danger.text)] for danger in ranked
    ]
    return lines or [[("dim", "Nobody is in danger, as far as one turn goes.")]]


def risks(situation: Situation, action: Action, is_new: bool = True) -> list[str]:
    """Return what the deciding seat may lose after an action; ``is_new``: only what it would not risk without it."""
    state, seat = situation.state, situation.actor
    game = situation.game
    if state is None or seat is None or seat == CHANCE or game.why_not(state, action) is not None:
        return []
    after = game.apply(state, action)[0]
    found = [danger.text for danger in game.show.dangers(after, seat) if danger.seat == seat and danger.is_likely]
    known = {danger.text for danger in game.show.dangers(state, seat)} if is_new else set()
    return [text for text in found if text not in known]


def places_in_danger(situation: Situation, action: Action | None, viewer: str | None) -> list[str]:
    """Return the places in danger, after a considered action if there is one."""
    game, state = situation.game, situation.state
    if state is None:
        return []
    if action is not None and situation.actor is not None and game.why_not(state, action) is None:
        state = game.apply(state, action)[0]
    found = [place for danger in game.show.dangers(state, viewer) if danger.is_likely for place in danger.places]
    return list(dict.fromkeys(found))


# Chances


def told_choices(situation: Situation, choices: Sequence[Choice]) -> list[Line]:
    """Return the best actions with chances and risks; a risk that all of them share is listed once."""
    if not choices:
        raise Refusal("limit", "nobody at this table can compare actions here: `hint` names one")
    all_risks = [risks(situation, choice.action, is_new=False) for choice in choices]
    common = [text for text in all_risks[0] if len(choices) > 1 and all(text in found for found in all_risks)]
    width = max(len(choice.action.text) for choice in choices)
    lines: list[Line] = []
    for number, (choice, found) in enumerate(zip(choices, all_risks, strict=True), 1):
        text = choice.action.text
        lines.append(
            [
                ("dim", f"{number:>2}  "), ("strong", f"{percent(choice.chance):>5}  "), ("typed", text),
                ("", " " * (width - len(text) + 2)), ("dim", situation.describe(choice.action)),
            ]
        )  # fmt: skip
        own = [risk for risk in found if risk not in common]
        lines += [[("", "          "), *_sentence(risk)] for risk in own[:_RISKS]]
        lines += [[("dim", f"          and {len(own) - _RISKS} more risks")]] if len(own) > _RISKS else []
    return lines + [[("dim", "in any case: "), *_sentence(risk)] for risk in common]


def told_chances(situation: Situation, choices: Sequence[Choice]) -> list[Line]:
    """Return the chances of all seats before a decision, if the best action is played."""
    seat, game = situation.actor, situation.game
    if not choices or seat is None or situation.state is None:
        raise Refusal("limit", "nobody at this table can judge this position")
    best = choices[0]
    seats = game.seats(situation.state)
    line: Line = [(seat, seat.title()), ("", f" wins with {percent(best.chance)}")]
    if len(seats) == 2:
        other = seats[1 - seats.index(seat)]
        line += [("", ", "), (other, other.title()), ("", f" with {percent(1 - best.chance)}")]
    else:
        line += [("", f"; an even share would be {percent(1 / len(seats))}")]
    return [[*line, ("", "; best is "), ("typed", best.action.text), ("", ".")]]


def percent(share: float, sign: str = "") -> str:
    """Return a share in words, with its sign if ``sign`` is `+`."""
    return f"{round(share * 100):{sign}d} %"


def _sentence(text: str) -> Line:
    return paragraphs(text)


# A whole game


def told_analysis(timeline: Timeline[Any], verdict: Verdict) -> list[Line]:
    """Return the accounts of the seats, the first one's chances and luck as curves, the costliest decisions, and all rolls."""
    game, moments = timeline.game, timeline.moments()
    seats = game.seats(timeline.state)
    lines: list[Line] = [[("strong", f"{'seat':<8}{'result':>8}{'luck':>8}{'skill':>8}{'costs':>8}")]]
    for number, seat in enumerate(seats):
        luck = sum(judged.luck[number] for judged in verdict.judged.values() if judged.luck)
        costs = sum(judged.cost for at, judged in verdict.judged.items() if moments[at].actor == seat)
        result = verdict.chances[-1][number]
        cells = "".join([percent(share, "+").rjust(8) for share in (luck, result - 1 / len(seats) - luck, -costs)])
        lines.append([(seat, f"{seat.title():<8}"), ("", percent(result).rjust(8) + cells)])
    lines += [[], [("strong", f"chances of {seats[0].title()}, turn by turn:")]]
    lines += [*_curve([chance for _, chance in by_turn(timeline, verdict, 0)], 0.0, 1.0), []]
    curve = _luck_curve(timeline, verdict)
    if curve:
        lines += [[("strong", f"luck of {seats[0].title()}, added up turn by turn:")], *curve, []]
    costly = sorted(verdict.judged, key=lambda at: -verdict.judged[at].cost)[:_SHOWN]
    costly = [at for at in costly if verdict.judged[at].cost >= _COSTLY]
    if costly:
        lines.append([("strong", "decisions that cost most:")])
    for at in costly:
        judged, moment = verdict.judged[at], moments[at]
        cells = f"{_turn(game, moments, at)}{moment.actor:<7}{moment.action!s:<20} {percent(-judged.cost, '+'):>6}"
        lines.append([("typed", f"goto {_step(moments, at):<5}"), ("", f"{cells}  better: {judged.best}")])
    lucky = sorted(
        (at for at, judged in verdict.judged.items() if judged.luck), key=lambda at: -max(verdict.judged[at].luck)
    )
    if lucky:
        lines += [[], [("strong", "luck that mattered most:")]]
    for at in lucky[:_SHOWN]:
        gain, seat = max(zip(verdict.judged[at].luck, seats, strict=True))
        text = f"{_turn(game, moments, at)}{seat:<7}{moments[at].action!s:<20} {percent(gain, '+'):>6}"
        lines.append([("typed", f"goto {moments[at].step:<5}"), ("", text)])
    turns = _turns(timeline, verdict)
    return (
        [*lines, [], [("strong", "every roll and what it changed, and the decisions that cost something:")], *turns]
        if turns
        else lines
    )


def _turn(game: Game[Any], moments: Sequence[Moment[Any]], at: int) -> str:
    return f"turn {game.turn(moments[at - 1].state):<4} "


def _step(moments: Sequence[Moment[Any]], at: int) -> int:
    """Return the step at which the decision was due."""
    return moments[at - 1].step


def by_turn(timeline: Timeline[Any], verdict: Verdict, seat: int) -> list[tuple[int, float]]:
    """Return a seat's chances at the beginning of every turn of play, and at the end."""
    found: dict[int, float] = {}
    for moment, chances in zip(timeline.moments(), verdict.chances, strict=False):
        turn = timeline.game.turn(moment.state)
        if turn:
            found.setdefault(turn, chances[seat])
    return [*found.items(), (max(found, default=0) + 1, verdict.chances[-1][seat])]


def _curve(values: Sequence[float], low: float, high: float) -> list[Line]:
    """Return values between two limits as columns, one for a value or for a few."""
    pace = -(-len(values) // _WIDTH)
    means = [sum(values[at : at + pace]) / len(values[at : at + pace]) for at in range(0, len(values), pace)]
    levels = [round((mean - low) / (high - low) * _HEIGHT * 2) for mean in means]
    names = {_HEIGHT: high, _HEIGHT // 2 + 1: (low + high) / 2, 1: low}
    sign = "+" if low < 0 else ""
    lines: list[Line] = []
    for row in range(_HEIGHT, 0, -1):
        label = f"{percent(names[row], sign):>5}" if row in names else ""
        bars = "".join([_FULL if level >= 2 * row else _HALF if level == 2 * row - 1 else " " for level in levels])
        lines.append([("dim", f"{label:<6}"), ("number", bars)])
    return lines


def _luck_curve(timeline: Timeline[Any], verdict: Verdict) -> list[Line]:
    """Return the luck of the first seat, added up turn by turn, as a curve; nothing without luck."""
    sums: dict[int, float] = {}
    total = 0.0
    for at, moment in enumerate(timeline.moments()):
        judged = verdict.judged.get(at)
        total += judged.luck[0] if judged is not None and judged.luck else 0.0
        sums[timeline.game.turn(moment.state)] = total
    values = list(sums.values())
    most = max(map(abs, values))
    return _curve(values, -most, most) if most else []


def _turns(timeline: Timeline[Any], verdict: Verdict) -> list[Line]:
    """Return a table with a line for every turn: the luck of each roll, and the decisions that cost something."""
    game, moments = timeline.game, timeline.moments()
    seats = game.seats(timeline.state)
    found: dict[int, Line] = {}
    for at, judged in sorted(verdict.judged.items()):
        action, actor, turn = moments[at].action, moments[at].actor, game.turn(moments[at - 1].state)
        if judged.luck:
            gain, seat = max(zip(judged.luck, seats, strict=True))
            told: Line = [("", f"{action}: "), (seat, seat.title()), ("", f" {percent(gain, '+')}")]
        elif judged.cost >= _COSTLY:
            mark = "??" if judged.cost >= _BLUNDER else "?"
            told = [(actor, actor.title()), ("", f" {action} "), ("asks", f"{mark} {percent(-judged.cost, '+')}")]
        else:
            continue
        line = found.setdefault(turn, [("typed", f"goto {_step(moments, at):<5}"), ("", f"turn {turn:<4}")])
        line += [("", ";  " if len(line) > 2 else " "), *told]
    return list(found.values())


def decisive_turn(timeline: Timeline[Any], verdict: Verdict) -> Line:
    """Return the turn in which the winner's chances rose most; empty without a single winner."""
    result = timeline.game.result(timeline.end.state)
    if result is None or len(result.winners) != 1:
        return []
    winner = result.winners[0]
    values = by_turn(timeline, verdict, timeline.game.seats(timeline.end.state).index(winner))
    rises = [(after - before, turn, before, after) for (turn, before), (_, after) in pairwise(values)]
    rise, turn, before, after = max(rises)
    if rise <= 0:
        return []
    moments = timeline.moments()
    step = next(moment.step for moment in moments if timeline.game.turn(moment.state) == turn)
    change = f"from {percent(before)} to {percent(after)}"
    return paragraphs(f"The decisive turn was {turn}: {winner.title()}'s chances went {change} (`goto {step}`).")


# The end of a game


def told_end(timeline: Timeline[Any], verdict: Verdict | None) -> list[Line]:
    """Return the summary of a game: its length, the losses by cause, the luck, the decisive turn."""
    game = timeline.game
    moments = timeline.moments()
    seats = game.seats(timeline.state)
    decisions = sum(moment.actor in seats for moment in moments)
    turns = game.turn(timeline.state)
    result = game.result(timeline.state)
    lines: list[Line] = [] if result is None else [[("strong", game.show.tell(Over(result)))]]
    lines.append([("strong", "Summary: "), ("", f"{_number(turns, 'turn')}, {_number(decisions, 'decision')}.")])
    for seat in seats:
        causes = _counted([cause for moment in moments for whose, cause in game.show.losses(moment) if whose == seat])
        if causes:
            lines.append([(seat, seat.title()), ("", f" lost: {causes}.")])
    if verdict is not None and verdict.judged:
        lucks = [
            f"{seat.title()} {percent(sum(judged.luck[at] for judged in verdict.judged.values() if judged.luck), '+')}"
            for at, seat in enumerate(seats)
        ]
        lines += [[("", f"Luck: {', '.join(lucks)}.")], decisive_turn(timeline, verdict)]
    lines.append(paragraphs("`analyse` shows more, `rematch` plays again.", "dim"))
    return [line for line in lines if line]


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _counted(causes: Iterable[str]) -> str:
    """Return how often each cause occurs, the commonest first: `shots 3, rule 1a 1`."""
    counts: dict[str, int] = {}
    for cause in causes:
        counts[cause] = counts.get(cause, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join([f"{cause} {count}" for cause, count in ranked])
