"""Faults: why a bot lost by its own doing, and the counter-example that shows it.

A counter-example is one file: the game up to the fault as a script that `beachhead run` replays, and around it, as
comments, what the bot and the arena last said to each other, the end of its stderr, and how it ended.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from beachhead.bots.arena.launch import printable
from beachhead.engine.record import comment
from beachhead.protocol.process import BotProcess

MAX_STARTS: Final = 3  # failed starts in a row after which a bot is withdrawn
WITHDRAWN: Final = f"withdrawn after {MAX_STARTS} failed starts in a row"
DETAIL: Final = 300  # characters of a detail
LAST_LINES: Final = 100  # of the conversation, in a counter-example
STDERR_LINES: Final = 50
LAST_WORDS: Final = 0.5  # seconds in which the exit code follows the end of the output; the launcher has to tidy up
_OURS: Final = "beachhead: "  # begins what the launcher says on the bot's stderr


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot has lost by `start`, `crash`, `time`, `hang` or `illegal`; the detail is for people."""

    bot: str
    seat: str
    reason: str
    detail: str

    def as_json(self) -> dict[str, str]:
        """As it stands in the results."""
        return {"bot": self.bot, "reason": self.reason, "detail": self.detail}


def withdrawn(bot: str, seat: str) -> Fault:
    """The fault of a bot that is not started any more."""
    return Fault(bot, seat, "start", WITHDRAWN)


def cut(text: str) -> str:
    """A detail of bounded length and of printable characters."""
    shown = printable(text)
    return shown if len(shown) <= DETAIL else f"{shown[: DETAIL - 1]}…"


def how_it_ended(process: BotProcess) -> str:
    """Why nothing can come from a bot any more, in a few words."""
    was_cut = process.is_cut and not process.is_silent and not process.is_gone
    code = process.exit_code(LAST_WORDS)
    last = _last_line(process.words.text())
    if code is None:
        return "closed its input" if was_cut else "closed its output"
    if last.startswith(_OURS):
        return last.removeprefix(_OURS)
    ending = exit_words(code)
    return f"{ending}; stderr ends: {last}" if last else ending


def exit_words(code: int | None) -> str:
    """An exit code in words."""
    if code is None:
        return "it did not exit by itself"
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def counter_example(
    fault: Fault,
    title: str,
    command: Sequence[str],
    record: Sequence[str],
    position: str,
    conversation: Sequence[str],
    stderr: str,
    ending: str,
) -> list[str]:
    """The lines of a counter-example. The record ends with the forfeit; before it the position is checked."""
    *before, forfeit = record
    said = _last(conversation, LAST_LINES)
    errors = _last(stderr.splitlines(), STDERR_LINES)
    return [
        comment(f"{title}: {fault.bot} ({fault.seat}) loses by {fault.reason}: {fault.detail}"),
        comment(f"command: {' '.join(command)}"),
        comment(f"the bot's end: {ending}"),
        "# Replay it: beachhead run FILE",
        *before,
        "# Here it happened.",
        f"expect state {position}",
        forfeit,
        "#",
        "# The end of the conversation: < is what the bot said, > what it was told.",
        *map(comment, said),
        "#",
        "# The end of its stderr:" if errors else "# It said nothing on stderr.",
        *(comment(f"| {line}") for line in errors),
    ]


def _last(lines: Sequence[str], count: int) -> Iterable[str]:
    if len(lines) <= count:
        return lines
    return [f"[… {len(lines) - count} lines left out …]", *lines[-count:]]
