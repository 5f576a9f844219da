"""Bots and how they are started: the command, a clean environment, a private folder, and the launcher around it all.

A bot hears nothing of us but its three pipes. Its working folder, HOME and TMPDIR are one folder of its own, made when it
starts and removed when it ends. So that `node mybot.js` finds its file all the same, words of the command that name
something that is there are made absolute.
"""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from beachhead.protocol.process import PATIENCE, BotProcess, command_of, end_all

HAS_LAUNCHER: Final = sys.platform == "linux"
# In the environment of a bot and of all that it starts: whoever has it belongs to the game.
TOKEN: Final = "BEACHHEAD_TOKEN"  # noqa: S105 (a name, and no secret)
_RUN: Final = "import sys; sys.path.append(sys.argv[1]); from launcher import main; main(sys.argv[2:])"
_LAUNCHER: Final = (sys.executable, "-I", "-S", "-c", _RUN, str(Path(__file__).resolve().parent))
_SLACK: Final = 2.0  # seconds that the launcher has, beyond those of the bot, to end everything


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that takes part: its name, the words that were said for it, and what runs it."""

    name: str
    words: str
    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    memory: int = 0  # bytes for each of its processes; 0: no limit


def find_bot(
    words: str, name: str = "", env: Mapping[str, str] | None = None, memory: int = 0, builtins: Sequence[str] = ()
) -> Bot:
    """The bot of `builtin:NAME` or of a command line; raises ValueError where there is none.

    ``builtins`` are the names of the built-in bots, where they are known.
    """
    try:
        command = command_of(words)
    except ValueError as problem:
        raise ValueError(f"'{printable(words[:40])}' is no command: {problem}") from None
    builtin = _builtin_name(words)
    given = {} if env is None else dict(env)
    if builtin is not None:
        if builtins and builtin not in builtins:
            raise ValueError(f"'{builtin[:40]}' is no built-in bot: expected {', '.join(builtins)}")
        if "PYTHONPATH" in os.environ:  # where we ourselves have been found
            paths = map(os.path.abspath, os.environ["PYTHONPATH"].split(os.pathsep))
            given.setdefault("PYTHONPATH", os.pathsep.join(paths))
    else:
        command = _absolute(command)
    return Bot(name or builtin or printable(_file_name(shlex.split(words))), words, tuple(command), given, memory)


def _builtin_name(words: str) -> str | None:
    """The name of a built-in bot; None where it is a command line."""
    first = shlex.split(words)[0]
    return first.removeprefix("builtin:") if first.startswith("builtin:") else None


def printable(text: str) -> str:
    """The text with a sign in the place of what cannot be printed."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _file_name(command: list[str]) -> str:
    """A short name for a bot: the last word that is a file, without its ending; else the program."""
    files = [word for word in command if os.path.isfile(word)] or command[:1]
    return Path(files[-1]).stem or command[0]


def _absolute(command: list[str]) -> list[str]:
    """The command with the files and folders that it names made absolute, since the bot runs in a folder of its own."""
    program, *arguments = command
    if os.sep in program:
        program = os.path.abspath(program)
    return [program, *map(_absolute_word, arguments)]


def _absolute_word(word: str) -> str:
    if word.startswith("-"):
        option, equals, value = word.partition("=")
        return f"{option}={os.path.abspath(value)}" if equals and value and os.path.exists(value) else word
    return os.path.abspath(word) if word and os.path.exists(word) else word


class Contained(BotProcess):
    """A bot's process, with whatever it starts and writes within bounds. Raises OSError where it cannot be started."""

    def __init__(self, bot: Bot) -> None:
        token = secrets.token_hex(16)
        self.folder = os.path.join(tempfile.gettempdir(), f"beachhead-{token}")
        env = _environment(self.folder, token, bot.env)
        self._lifeline = -1
        if not HAS_LAUNCHER:
            os.mkdir(self.folder, 0o700)
            try:
                super().__init__(bot.command, env, self.folder)
            except OSError:
                os.rmdir(self.folder)
                raise
            return
        inner, self._lifeline = os.pipe()
        words = (str(os.getpid()), str(inner), self.folder, str(bot.memory))
        try:
            super().__init__([*_LAUNCHER, *words, *bot.command], env, keep=(inner,))
        except OSError:
            self._cut_lifeline()
            raise
        finally:
            os.close(inner)
        self.grace = PATIENCE + _SLACK

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal; a launcher that the bot has stopped goes on, so that it can do its work."""
        if number == signal.SIGKILL:
            self._cut_lifeline()
        super().send_signal(number)
        if HAS_LAUNCHER and number == signal.SIGTERM:
            super().send_signal(signal.SIGCONT)

    def kill(self) -> int:
        """Ends the bot and all that it has started at once."""
        self._cut_lifeline()
        if not HAS_LAUNCHER:
            self.send_signal(signal.SIGKILL)
        return end_all([self], _SLACK)[0]

    def close(self) -> int:
        """Reaps a bot that has exited, and removes all that is left of it. Gives the exit code."""
        code = super().close()
        self._cut_lifeline()
        if os.path.lexists(self.folder):
            from beachhead.bots.arena.launcher import remove  # not on Windows

            remove(self.folder)
        return code

    def _cut_lifeline(self) -> None:
        """Lets the launcher believe that we are gone: it ends everything at once."""
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1


def _environment(folder: str, token: str, given: Mapping[str, str]) -> dict[str, str]:
    """All that a bot finds in its environment."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONUNBUFFERED": "1",
        TOKEN: token,
        **given,
    }
