"""The seats of a table: who plays at each, and whether the bots play or wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from beachhead.protocol.process import BotProcess, Spawn
from beachhead.protocol.refusal import Refusal
from beachhead.protocol.repl.clean import Line, clean
from beachhead.protocol.repl.opponent import Opponent
from beachhead.protocol.repl.talk import paragraphs

HUMAN: Final = "human"
_WAITING: Final = "The bots wait until you say `go`."
_STOPPED: Final = "Stopped. `go` lets the bots play on; you may play for them."


class Seating:
    """The people and bots at the seats of a table."""

    def __init__(self, who: dict[str, str], opponent: str, hang: float, spawn: Spawn = BotProcess) -> None:
        """``opponent`` gets every seat that ``who`` does not name, except the first; a bot may think for ``hang`` seconds."""
        self.seats: tuple[str, ...] = ()
        self.opponents: dict[str, Opponent] = {}
        self.is_stopped = False  # whether the bots wait for `go`
        self._who = who
        self._opponent = opponent
        self._hang = hang
        self._spawn = spawn

    def who(self, seat: str) -> str:
        """Return the player at a seat: HUMAN, or a bot's name."""
        return self._who.get(seat, HUMAN if self.seats[:1] == (seat,) else self._opponent)

    @property
    def humans(self) -> list[str]:
        """The seats of people."""
        return [seat for seat in self.seats if self.who(seat) == HUMAN]

    def is_for_people(self, actor: str | None) -> bool:
        """Return whether people decide for an actor: their own seats, chance with manual dice, and bots that are stopped."""
        opponent = self.opponents.get(actor or "")
        return opponent is None or self.is_stopped or bool(opponent.fault)

    def waiting(self, actor: str | None) -> Opponent | None:
        """Return the bot that has to decide, or None."""
        return None if self.is_for_people(actor) else self.opponents[actor or ""]

    def sit(self, seats: tuple[str, ...]) -> None:
        """Seat everybody for a new game; bots keep the processes that they have. Raise Refusal."""
        former, found = self.opponents, dict[str, Opponent]()
        for seat in seats:
            name = self._who.get(seat, HUMAN if seat == seats[0] else self._opponent)
            if name != HUMAN:
                found[seat] = former[seat] if seat in former and former[seat].name == name else self._bot(name, seat)
        self.seats, self.is_stopped = seats, False
        for seat, opponent in former.items():
            if found.get(seat) is opponent:
                opponent.take_back()
            else:
                opponent.leave()
        self.opponents = found

    def put(self, seat: str, who: str) -> None:
        """Give a seat to another player; raise Refusal."""
        if seat not in self.seats:
            seats = " or ".join(self.seats) or "a game first"
            raise Refusal("argument", f"'{clean(seat)[:20]}' is not a seat: expected {seats}")
        bot = None if who == HUMAN else self._bot(who, seat)
        former = self.opponents.pop(seat, None)
        if former is not None:
            former.leave()
        if bot is not None:
            self.opponents[seat] = bot
        self._who[seat] = who

    def seat_as(self, seats: tuple[str, ...], who: Mapping[str, str]) -> None:
        """Seat people and bots as a record says; seats that it does not name go to people."""
        self._who = {seat: who.get(seat, HUMAN) for seat in seats}
        self.sit(seats)

    def _bot(self, name: str, seat: str) -> Opponent:
        try:
            return Opponent(name, seat, self._hang, self._spawn)
        except ValueError as problem:
            raise Refusal("argument", f"{clean(name)}: {problem}") from None

    def go(self) -> list[Line]:
        """Let the bots play on; those that failed get a new process."""
        self.is_stopped = False
        for opponent in self.opponents.values():
            if opponent.fault:
                opponent.leave()
        return [] if self.opponents else [paragraphs("There is no bot: `seat` shows who sits where.")]

    def stop(self, is_asked: bool = False) -> list[Line]:
        """Let the bots wait; return the text for people, empty if the bots wait already."""
        if not self.opponents or self.is_stopped:
            return []
        self.is_stopped = True
        self.take_back()
        return [paragraphs(_STOPPED if is_asked else _WAITING, "dim")]

    def tell(self, events: list[str], but: Opponent | None = None) -> None:
        """Tell the bots the actions of others."""
        for opponent in self.opponents.values():
            if opponent is not but:
                opponent.tell(events)

    def take_back(self) -> None:
        """Tell the bots that the game continues from another moment."""
        for opponent in self.opponents.values():
            opponent.take_back()

    def rest(self) -> None:
        """Tell the bots that the game is over."""
        for opponent in self.opponents.values():
            opponent.rest()

    def lines(self) -> list[Line]:
        """Return a line for each seat with its player."""
        return [[(seat, seat), ("", f": {self.who(seat)}")] for seat in self.seats]


def told_fault(opponent: Opponent) -> list[Line]:
    """Return the fault of a bot, and what people can do about it."""
    seat = opponent.seat
    lines: list[Line] = [[("error", f"{seat}'s bot ({opponent.title}) {clean(opponent.fault)}.")]]
    lines += [[("dim", "it said: "), ("", words)] for words in opponent.last_words]
    return [*lines, paragraphs(f"The game stands. {remedy(opponent)}")]


def remedy(opponent: Opponent) -> str:
    """Return what people can do about a bot that has failed."""
    return f"`go` starts the bot anew, `seat {opponent.seat} human` gives you its seat."
