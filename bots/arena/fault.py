"""Faults: the reason why a bot has lost, and the counter-example as evidence.

A counter-example is one file: the game up to the fault as a script that `beachhead run` replays, and around it, as
comments, the end of the conversation, the end of the bot's stderr, and how the bot ended.
"""

from __future__ import annotations

import re
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
LAST_LINES: Final = 100  # lines of the conversation in a counter-example
STDERR_LINES: Final = 50
_ERROR: Final = re.compile(r"\b(\w*(Error|Exception)|panic(ked)?|fatal|error)\b")
LAST_WORDS: Final = 2.0  # seconds to wait for the exit code after the end of the output: the keeper has to clean up


def withdrawn(bot: str, seat: str) -> Fault:
    """Return the fault of a bot that is no longer started."""
    return Fault(bot, seat, "start", WITHDRAWN, is_withdrawn=True)


def cut(text: str) -> str:
    """Return a detail with a bounded length and with printable characters only."""
    shown = printable(text.expandtabs(4))
    return shown if len(shown) <= DETAIL else f"{shown[: DETAIL - 1]}…"


def how_it_ended(process: BotProcess) -> str:
    """Return in a few words how a bot's process ended."""
    was_cut = process.life is Life.CUT
    code = process.exit_code(LAST_WORDS)
    told = last_words(process.words.text())
    if code is None:
        return "closed its input" if was_cut else "closed its output"
    if process.note:
        return process.note
    ending = exit_words(code)
    return f"{ending}; {told}" if told else ending


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


def last_words(text: str) -> str:
    """Return the last line of a bot's stderr, or the last one that names an error; empty if there is none.

    Node ends its output with its version, others with a stack trace.
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    named = [line for line in lines if not line[0].isspace() and _ERROR.search(line)]
    if not lines:
        return ""
    said = (named or lines)[-1]
    return f"stderr {'ends' if said is lines[-1] else 'says'}: {said.strip()}"


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
        "# The end of the conversation: > is what the bot said, < what it was told.",
        *map(comment, said),
        "#",
        "# The end of its stderr:" if errors else "# It said nothing on stderr.",
        *(comment(f"| {line}") for line in errors),
    ]


def _last(lines: Sequence[str], count: int) -> Iterable[str]:
    if len(lines) <= count:
        return lines
    return [f"[… {len(lines) - count} lines left out …]", *lines[-count:]]
