"""The requests of a client: the line of each command, and the reader of its reply. Pure; shared by both clients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from beachhead.engine.games import DEFAULT_GAME, NAMES
from beachhead.engine.record import quoted
from beachhead.engine.values import Action, Event, Result
from beachhead.protocol.reply import (
    Benched,
    Counted,
    Data,
    Done,
    Drawn,
    Ended,
    Explained,
    Helped,
    Hinted,
    Identified,
    Listed,
    Recorded,
    Standing,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """A command, the reader of its answer, and the name of the game after it (empty: unchanged)."""

    line: str
    read: Callable[[Data], T]
    game: str = ""


def raw(line: str) -> Request[Data]:
    """Request for any command, as written in the protocol; raise ValueError if it is not one line."""
    words = _one_line(line).split()
    game = ""
    if words[:1] in (["newgame"], ["position"]):  # find the game that the caller's line names
        named = words[1:2] and words[1] in NAMES
        game = words[1] if named else DEFAULT_GAME if words[0] == "newgame" else ""
    return Request(line, lambda data: data, game)


def hello(name: str = "") -> Request[Identified]:
    """Request for the name and version of the engine."""
    return Request(f"hello 1 {quoted(name)}" if name else "hello 1", Identified.read)


def ping() -> Request[None]:
    """Request for a sign of life."""
    return Request("ping", _nothing)


def new_game(game: str = "", mode: str = "", **options: str | int) -> Request[list[Event]]:
    """Request to begin a game with options of `newgame`."""
    words = [game, mode, *(f"{key}={value}" for key, value in options.items())]
    return Request(_line("newgame", *words), _events, game or DEFAULT_GAME)


def position(text: str, actions: Iterable[Action | str] = (), game: str = "") -> Request[list[Event]]:
    """Request to begin a game from a position and play canonical actions."""
    since = "; ".join([str(action) for action in actions])
    return Request(_line("position", game, text, f"actions {since}" if since else ""), _events, game)


def play(action: Action | str) -> Request[list[Event]]:
    """Request to play an action for the seat to act."""
    return Request(_line(str(action)), _events)


def forfeit(seat: str, reason: str) -> Request[list[Event]]:
    """Request to take a seat out of the game."""
    return Request(_line("forfeit", seat, reason), _events)


def legal(kind: str = "") -> Request[list[Action]]:
    """Request for the legal actions, all or of one kind, in the protocol's order."""
    return Request(_line("legal", kind), lambda data: list(Listed.read(data).actions))


def state(seat: str = "") -> Request[str]:
    """Request for the position, complete or as a seat sees it."""
    return Request(_line("state", seat), lambda data: Standing.read(data).position)


def board() -> Request[str]:
    """Request for the diagram."""
    return Request("board", lambda data: "\n".join(Drawn.read(data).rows))


def explain(action: Action | str) -> Request[Explained]:
    """Request whether an action is legal, and if not, why."""
    return Request(_line("explain", str(action)), Explained.read)


def undo(steps: int = 1) -> Request[None]:
    """Request to undo steps."""
    return Request(f"undo {steps}", _nothing)


def redo(steps: int = 1) -> Request[None]:
    """Request to redo undone steps."""
    return Request(f"redo {steps}", _nothing)


def history() -> Request[list[str]]:
    """Request for the record of the game so far."""
    return Request("history", lambda data: list(Recorded.read(data).record))


def header(key: str, value: str) -> Request[None]:
    """Request to set a header of the record."""
    return Request(_line("header", key, quoted(value)), _nothing)


def result() -> Request[Result | None]:
    """Request for the result of the game; None if it is not over."""
    return Request("result", lambda data: Ended.read(data).result)


def hint(milliseconds: int | None = None) -> Request[Hinted]:
    """Request for an action that the engine would choose."""
    return Request("hint" if milliseconds is None else f"hint ms {milliseconds}", Hinted.read)


def perft(depth: int) -> Request[int]:
    """Request for the number of sequences of actions."""
    return Request(f"perft {depth}", lambda data: Counted.read(data).count)


def bench(games: int | None = None) -> Request[str]:
    """Request for the checksum of random games."""
    return Request("bench" if games is None else f"bench {games}", lambda data: Benched.read(data).signature)


def stop() -> Request[None]:
    """Request to end `perft`, `bench` or `hint` early."""
    return Request("stop", _nothing)


def help(word: str = "") -> Request[list[str]]:
    """Request for the help on a word of the protocol."""
    return Request(_line("help", word), lambda data: list(Helped.read(data).page))


def quit() -> Request[None]:
    """Request to end the conversation."""
    return Request("quit", _nothing)


def _one_line(line: str) -> str:
    if "\n" in line or "\r" in line:
        raise ValueError("a command is one line")
    return line


def _line(*words: str) -> str:
    return _one_line(" ".join([word for word in words if word]))


def _events(data: Data) -> list[Event]:
    return list(Done.read(data).events)


def _nothing(data: Data) -> None:
    """Return None: the answer has no data."""
