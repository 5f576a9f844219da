"""Who sits where: people and bots, and whether the bots play or wait."""

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
    """The seats of a table."""

    def __init__(self, who: dict[str, str], opponent: str, hang: float, spawn: Spawn = BotProcess) -> None:
        """``opponent`` sits where ``who`` names nobody, apart from the first seat; a bot may think for ``hang`` seconds."""
        self.seats: tuple[str, ...] = ()
        self.opponents: dict[str, Opponent] = {}
        self.is_stopped = False  # whether the bots wait for `go`
        self._who = who
        self._opponent = opponent
        self._hang = hang
        self._spawn = spawn

    def who(self, seat: str) -> str:
        """Return who sits there: HUMAN, or a bot's name."""
        return self._who.get(seat, HUMAN if self.seats[:1] == (seat,) else self._opponent)

    @property
    def humans(self) -> list[str]:
        """The seats that people sit at."""
        return [seat for seat in self.seats if self.who(seat) == HUMAN]

    def is_for_people(self, actor: str | None) -> bool:
        """Whether people decide for an actor: for a seat of theirs, for chance if they are asked, for a bot that is stopped."""
        opponent = self.opponents.get(actor or "")
        return opponent is None or self.is_stopped or bool(opponent.fault)

    def waiting(self, actor: str | None) -> Opponent | None:
        """Return the bot that has to decide, if one has."""
        return None if self.is_for_people(actor) else self.opponents[actor or ""]

    def sit(self, seats: tuple[str, ...]) -> None:
        """Seat everybody for a new game; bots that sat there keep their process. Raise Refusal."""
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
        """Give a seat to somebody else; raise Refusal."""
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
        """Seat people and bots as a record says, people where it says nothing."""
        self._who = {seat: who.get(seat, HUMAN) for seat in seats}
        self.sit(seats)

    def _bot(self, name: str, seat: str) -> Opponent:
        try:
            return Opponent(name, seat, self._hang, self._spawn)
        except ValueError as problem:
            raise Refusal("argument", f"{clean(name)}: {problem}") from None

    def go(self) -> list[Line]:
        """Let the bots play on, those that have failed in a new process."""
        self.is_stopped = False
        for opponent in self.opponents.values():
            if opponent.fault:
                opponent.leave()
        return [] if self.opponents else [paragraphs("There is no bot: `seat` shows who sits where.")]

    def stop(self, is_asked: bool = False) -> list[Line]:
        """Let the bots wait; return what people are told, nothing if they wait already."""
        if not self.opponents or self.is_stopped:
            return []
        self.is_stopped = True
        self.take_back()
        return [paragraphs(_STOPPED if is_asked else _WAITING, "dim")]

    def tell(self, events: list[str], but: Opponent | None = None) -> None:
        """Tell the bots what others have done."""
        for opponent in self.opponents.values():
            if opponent is not but:
                opponent.tell(events)

    def take_back(self) -> None:
        """Tell the bots that the game has jumped to another moment."""
        for opponent in self.opponents.values():
            opponent.take_back()

    def rest(self) -> None:
        """Tell the bots that the game is over."""
        for opponent in self.opponents.values():
            opponent.rest()

    def lines(self) -> list[Line]:
        """Return who sits where."""
        return [[(seat, seat), ("", f": {self.who(seat)}")] for seat in self.seats]


def told_fault(opponent: Opponent) -> list[Line]:
    """Return what went wrong with a bot, and what can be done."""
    seat = opponent.seat
    lines: list[Line] = [[("error", f"{seat}'s bot ({opponent.title}) {clean(opponent.fault)}.")]]
    lines += [[("dim", "it said: "), ("", words)] for words in opponent.last_words]
    return [*lines, paragraphs(f"The game stands. {remedy(opponent)}")]


def remedy(opponent: Opponent) -> str:
    """Return what can be done about a bot that has failed."""
    return f"`go` starts the bot anew, `seat {opponent.seat} human` gives you its seat."
