"""The findings of `beachhead check`, with advice about each kind of fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beachhead.bots.arena.advice import start_advice
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.result import BAD_HELLO, EARLY_END, NO_PROGRAM, UNFLUSHED, Fault

OK, WARN, FAIL = "ok", "warn", "fail"
HEAD: Final = 8  # lines of stderr that are shown of a bot that is given up, at its beginning and at its end
TAIL: Final = 12

_ADVICE: Final = {
    "start": 'the bot says `hello 1 "NAME"` when it has started, and flushes it',
    "crash": "look at its stderr; whatever the engine says, a bot goes on until `bye` or the end of input",
    "time": "the clock runs from `go` to the newline of the answer; `time` on the `go` line says what is left",
    "hang": "every `go` wants one `answer ID ACTION`, also after an error; flush it",
    "illegal": "only lines of the protocol on standard output, other text on standard error; `legal` lists what may be done",
}
_HELLO: Final = 'say `hello 1 "My bot"`: 1 is the protocol, and a name of several words stands in quotation marks'
_ILLEGAL: Final = "play an action that `legal` lists for this `go`; `explain ACTION` says why another may not be played"
_EARLY: Final = "it ended before its `hello`: its stderr says why"
_STALE: Final = "answer with the ID of the latest `go`, once"
_NO_FILE: Final = (
    "in `match` and `check` a bot runs in an empty folder of its own: find its files beside the program "
    "(in Python `Path(__file__).parent`), or name them absolutely"
)
_MISSING: Final = "name a program that is there and may be executed; no shell is run, so write no pipes or redirections"
_BUFFERED: Final = (
    "its output waits in a buffer: flush after every line (fflush(stdout), print(…, flush=True), $| = 1); "
    "or its input comes in blocks: read it line by line (mawk -W interactive)"
)
_BY_CAUSE: Final = {UNFLUSHED: _BUFFERED, BAD_HELLO: _HELLO, "stale": _STALE, "illegal": _ILLEGAL}


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: the verdict, the evidence, and advice."""

    check: str
    verdict: str
    found: str
    advice: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the finding as a value for JSON."""
        return {"check": self.check, "verdict": self.verdict, "found": self.found, "advice": self.advice}


def advice_on(fault: Fault, bot: Bot, stderr: str) -> str:
    """Return advice about a fault, from its cause and the bot's stderr."""
    if advice := _BY_CAUSE.get(fault.cause):
        return advice
    if fault.reason == "start" and (advice := start_advice(bot.words)):
        return advice
    if fault.cause == NO_PROGRAM:
        return _MISSING
    if "No such file" in stderr:
        return _NO_FILE
    return _EARLY if fault.cause == EARLY_END else _ADVICE[fault.reason]


def head_and_tail(text: str) -> list[str]:
    """Return the first and the last lines of a text, with a line that counts those left out."""
    lines = text.strip("\n").splitlines()
    if len(lines) <= HEAD + TAIL + 1:
        return lines
    return [*lines[:HEAD], f"[… {len(lines) - HEAD - TAIL} lines left out …]", *lines[-TAIL:]]
