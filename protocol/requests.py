"""What can be asked of an engine: a line for every command, and how its reply is read. Pure, for both faces of the client."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from beachhead.engine.game import Result
from beachhead.engine.record import quoted
from beachhead.protocol.replies import Event, Explanation, Hint, Identity, Reply, read_result

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """A command, and what its reply means."""

    line: str
    read: Callable[[Reply], T]


def raw(line: str) -> Request[Reply]:
    """Any command, as it is written; raises ValueError where it is not one line."""
    if "\n" in line or "\r" in line:
        raise ValueError("a command is one line")
    return Request(line, lambda reply: reply)


def hello(name: str = "") -> Request[Identity]:
    """Who the engine is."""
    return Request(f"hello 1 {quoted(name)}" if name else "hello 1", _identity)


def ping() -> Request[None]:
    """Whether it is there."""
    return Request("ping", _nothing)


def new_game(game: str = "", mode: str = "", **options: str | int) -> Request[list[Event]]:
    """Begins a game; options are those of the protocol: first, players, seed, dice."""
    words = [game, mode, *(f"{key}={value}" for key, value in options.items())]
    return _told(_line("newgame", *words))


def position(text: str, actions: Iterable[str] = (), game: str = "") -> Request[list[Event]]:
    """Begins a game from a position, and plays canonical actions from there."""
    since = "; ".join(actions)
    return _told(_line("position", game, text, f"actions {since}" if since else ""))


def play(action: str) -> Request[list[Event]]:
    """Plays an action for whom it concerns."""
    return _told(_line(action))


def forfeit(seat: str, reason: str) -> Request[list[Event]]:
    """Takes a seat out of the game."""
    return _told(_line("forfeit", seat, reason))


def legal(kind: str = "") -> Request[list[str]]:
    """The legal actions, all or of one kind, in the protocol's order."""
    return Request(_line("legal", kind), lambda reply: reply.lines("legal"))


def state(seat: str = "") -> Request[str]:
    """The position, whole or as a seat may see it."""
    return Request(_line("state", seat), lambda reply: "".join(reply.lines("state")))


def board() -> Request[str]:
    """The diagram."""
    return Request("board", lambda reply: "\n".join(reply.lines("board")))


def explain(action: str) -> Request[Explanation]:
    """Whether an action is legal, and why not."""
    return Request(_line("explain", action), _explanation)


def undo(steps: int = 1) -> Request[None]:
    """Takes steps back."""
    return Request(f"undo {steps}", _nothing)


def redo(steps: int = 1) -> Request[None]:
    """Takes undone steps again."""
    return Request(f"redo {steps}", _nothing)


def history() -> Request[list[str]]:
    """The record of the game so far."""
    return Request("history", lambda reply: reply.lines("record"))


def header(key: str, value: str) -> Request[None]:
    """Sets a header of the record."""
    return Request(_line("header", key, quoted(value)), _nothing)


def result() -> Request[Result | None]:
    """How the game ended; None while it goes on."""
    return Request("result", lambda reply: read_result("".join(reply.lines("result"))))


def hint(milliseconds: int | None = None) -> Request[Hint]:
    """An action that the engine would choose."""
    line = "hint" if milliseconds is None else f"hint ms {milliseconds}"
    return Request(line, lambda reply: Hint(reply.text, tuple(reply.lines("info"))))


def perft(depth: int) -> Request[int]:
    """How many sequences of actions there are."""
    return Request(f"perft {depth}", lambda reply: int(reply.text))


def bench(games: int | None = None) -> Request[str]:
    """The checksum of random games."""
    return Request("bench" if games is None else f"bench {games}", lambda reply: reply.text)


def help(word: str = "") -> Request[list[str]]:
    """What a word of the protocol means."""
    return Request(_line("help", word), lambda reply: reply.lines("help"))


def quit() -> Request[None]:
    """Ends the conversation."""
    return Request("quit", _nothing)


def _line(*words: str) -> str:
    return raw(" ".join(word for word in words if word)).line


def _told(line: str) -> Request[list[Event]]:
    return Request(line, lambda reply: reply.events)


def _nothing(reply: Reply) -> None:
    """Nothing but that it was done."""


def _identity(reply: Reply) -> Identity:
    told = [line.partition(" ") for line in reply.lines("id")]
    found = {key: value for key, _, value in told}
    return Identity(
        found.get("name", ""), found.get("version", ""), tuple(value for key, _, value in told if key == "game")
    )


def _explanation(reply: Reply) -> Explanation:
    verdict, _, rest = reply.text.partition(" ")
    rule, _, reason = rest.partition(" ")
    return Explanation(verdict == "legal", rule, reason, tuple(reply.lines("info")))
