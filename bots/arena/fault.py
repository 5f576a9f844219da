"""Faults: why a bot has lost, and the counter-example that shows it.

A counter-example is one file: the game up to the fault as a script that `beachhead run` replays, and around it, as
comments, the end of the conversation, the end of the bot's stderr, and how the bot ended.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from typing import Final

from beachhead.bots.arena.launch import printable
from beachhead.bots.arena.result import Fault
from beachhead.engine.record import comment
from beachhead.protocol.process import BotProcess, Life

MAX_STARTS: Final = 3  # failed starts in a row after which a bot is withdrawn
WITHDRAWN: Final = f"withdrawn after {MAX_STARTS} failed starts in a row"
DETAIL: Final = 300  # characters of a detail
LAST_LINES: Final = 100  # of the conversation, in a counter-example
STDERR_LINES: Final = 50
LAST_WORDS: Final = 0.5  # seconds in which the exit code follows the end of the output; the keeper has to tidy up


def withdrawn(bot: str, seat: str) -> Fault:
    """Return the fault of a bot that is no longer started."""
    return Fault(bot, seat, "start", WITHDRAWN, is_withdrawn=True)


def cut(text: str) -> str:
    """Return a detail with a bounded length and with printable characters only."""
    shown = printable(text)
    return shown if len(shown) <= DETAIL else f"{shown[: DETAIL - 1]}…"


def how_it_ended(process: BotProcess) -> str:
    """Return in a few words how a bot's process ended."""
    was_cut = process.life is Life.CUT
    code = process.exit_code(LAST_WORDS)
    last = _last_line(process.words.text())
    if code is None:
        return "closed its input" if was_cut else "closed its output"
    if process.note:
        return process.note
    ending = exit_words(code)
    return f"{ending}; stderr ends: {last}" if last else ending


def exit_words(code: int | None) -> str:
    """Return an exit code in words."""
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
    """Return the lines of a counter-example. The record ends with the forfeit; before it the position is checked."""
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
