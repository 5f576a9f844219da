"""What both toy games answer in the same way."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from beachhead.engine.game import Action, Event, Game, Rule
from beachhead.engine.picture import Picture

S = TypeVar("S")


class Plain(Action):
    """An action that is its words."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def words(self) -> list[str]:
        """The words of its text."""
        return self.text.split()


class Toy(Game[S]):
    """The parts of the contract for people, and for modes and options, of which a toy has none."""

    modes = ("standard",)
    options: Mapping[str, tuple[str, ...]] = {}
    rules = {  # noqa: RUF012
        "1": Rule("1", "Turns", "Everybody acts when it is their turn."),
        "2": Rule("2", "Cards", "You play what you hold."),
    }

    def mode(self, state: S) -> str:
        return "standard"

    def setting(self, state: S) -> Mapping[str, str]:
        return {}

    def action(self, state: S, text: str) -> Action:
        found = self.canonical(text)
        assert found is not None
        return found

    def is_setup(self, state: S) -> bool:
        return False

    def describe(self, state: S, action: Action) -> str:
        return action.text

    def tell(self, actor: str, action: Action, events: Sequence[Event]) -> list[str]:
        return [f"{actor}: {action}.", *map(str, events)]

    def picture(
        self,
        state: S,
        *,
        seat: str | None = None,
        last: Action | None = None,
        news: Sequence[Event] = (),
        preview: Action | None = None,
        ascii: bool = False,
        width: int = 80,
    ) -> Picture:
        return [[("", self.write(state) if seat is None else self.view(state, seat))]]
