"""Bots by name: the words that the user typed, and the command that runs the bot.

A bot runs in a folder of its own (contain/). So that `node mybot.js` finds its file all the same, words of the command that
name an existing file or folder are made absolute.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from beachhead.bots.arena.clock import Clock
from beachhead.protocol.process import command_of


@dataclass(frozen=True, slots=True)
class Bot:
    """A participating bot: its name, the words that the user typed, and the command that runs it."""

    name: str
    words: str
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    memory: int = 0  # bytes for each of its processes; 0: no limit
    clock: Clock | None = None  # its own clock, in odds games
    folder: str = ""  # what it may read in a sandbox besides the system; by default the folder of its program
    box: tuple[str, ...] = ()  # the command of the sandbox around its own; empty without a sandbox


def read_bot(
    words: str, name: str = "", env: Mapping[str, str] | None = None, memory: int = 0, builtins: Sequence[str] = ()
) -> Bot:
    """Return the bot of `builtin:NAME` or of a command line. Raise ValueError if there is no such bot.

    ``builtins`` are the names of the built-in bots, if they are known.
    """
    try:
        command = command_of(words)
    except ValueError as problem:
        raise ValueError(f"'{printable(words[:40])}' is not a command: {problem}") from None
    builtin = _builtin_name(words)
    given = {} if env is None else dict(env)
    if builtin is not None:
        if builtins and builtin not in builtins:
            raise ValueError(f"'{builtin[:40]}' is not a built-in bot: expected {', '.join(builtins)}")
        given = _own_path() | given
    else:
        command = _absolute(command)
    return Bot(name or builtin or printable(_file_name(shlex.split(words))), words, tuple(command), given, memory)


def _builtin_name(words: str) -> str | None:
    """Return the name of a built-in bot; None for a command line."""
    first = shlex.split(words)[0]
    return first.removeprefix("builtin:") if first.startswith("builtin:") else None


def bot_of(command: Sequence[str]) -> Bot:
    """Return a bot from a command as a list of words (`command_of`)."""
    is_own = list(command[:4]) == command_of("builtin:NAME")[:4]
    found = command if is_own else _absolute(list(command))
    return Bot(command[0], "", tuple(found), _own_path() if is_own else {})


def _own_path() -> dict[str, str]:
    """Return PYTHONPATH if it is set: built-in bots need it to find this package."""
    if "PYTHONPATH" not in os.environ:
        return {}
    return {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, os.environ["PYTHONPATH"].split(os.pathsep)))}


def is_builtin(words: str) -> bool:
    """Return whether the words name a built-in bot."""
    return _builtin_name(words) is not None


def printable(text: str) -> str:
    """Return the text with a replacement character for each that cannot be printed."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _file_name(command: list[str]) -> str:
    """Return a short name for a bot: the last word that is a file, without its ending; else the program."""
    files = [word for word in command if os.path.isfile(word)] or command[:1]
    return Path(files[-1]).stem or command[0]


def _absolute(command: list[str]) -> list[str]:
    """Return the command with the files and folders in it made absolute, since the bot runs in a folder of its own."""
    program, *arguments = command
    if os.sep in program:
        program = os.path.abspath(program)
    return [program, *map(_absolute_word, arguments)]


def _absolute_word(word: str) -> str:
    if word.startswith("-"):
        option, equals, value = word.partition("=")
        return f"{option}={os.path.abspath(value)}" if equals and value and os.path.exists(value) else word
    return os.path.abspath(word) if word and os.path.exists(word) else word
