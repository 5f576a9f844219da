"""Find the subject of a picture or a page, a record or a position, from command-line arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from beachhead.engine.game import Game
from beachhead.engine.games import DEFAULT_GAME, NAMES
from beachhead.engine.position import read_position
from beachhead.engine.timeline import Moment
from beachhead.engine.values import Action, BadPosition
from beachhead.protocol import reader
from beachhead.protocol.files import LARGEST
from beachhead.protocol.recorded import RecordedGame, read_lines, read_record, split
from beachhead.protocol.refusal import Refusal

Find = Callable[[str], Game[Any]]  # Any: callers by name do not depend on its class of states
_ENDING: Final = ".bhr"


def find_record(name: str, find: Find) -> RecordedGame:
    """Return the record in a file, or on standard input (`-`); raise Refusal if it is invalid."""
    if name == "-":
        return read_record(split(sys.stdin.buffer.read(LARGEST + 1), "standard input"), "standard input", find)
    return read_record(read_lines(Path(name)), name, find)


def find_moment(words: Sequence[str], game: str | None, step: int | None, find: Find) -> tuple[Game[Any], Moment[Any]]:
    """Return the moment of a record after ``step`` actions, or the moment of a position; raise Refusal."""
    name = words[0]
    if len(words) == 1 and (name == "-" or name.endswith(_ENDING) or Path(name).is_file()):
        recorded = find_record(name, find)
        moments = recorded.moments
        if step is not None and not -len(moments) <= step < len(moments):
            raise Refusal("argument", f"there is no step {step}: the record has {len(moments) - 1}")
        return recorded.game, moments[-1 if step is None else step]
    if step is not None:
        raise Refusal("argument", "--step counts the actions of a record, and this is a position")
    text = " ".join(words)
    first, _, rest = text.partition(" ")
    if first in NAMES:
        if game not in (None, first):
            raise Refusal("argument", f"the position is one of {first}, and --game says {game}")
        game, text = first, rest
    found = find(game or DEFAULT_GAME)
    try:
        return found, read_position(found, text)
    except BadPosition as problem:
        raise Refusal("position", f"no file and no position of {found.name}: {problem}") from None


def find_action(game: Game[Any], state: Any, text: str) -> Action:
    """Return a legal action of a state by its text; raise BadSyntax, Refusal, BadOption and IllegalAction."""
    command = reader.read(text, game)
    if not isinstance(command, reader.Act):
        raise Refusal("argument", f"'{text[:40]}' is not an action of {game.name}")
    action = command.action if isinstance(command.action, Action) else game.action(state, command.action)
    refusal = game.why_not(state, action)
    if refusal is not None:
        raise refusal
    return action
