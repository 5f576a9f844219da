"""Exceptions of the clients: refusals and failures of an engine process."""

from __future__ import annotations

from typing import Final

from beachhead.protocol.reply import Refused

_TAIL: Final = 2000  # characters of stderr in a message


class EngineError(Exception):
    """Raised if the engine refuses a command; nothing has changed."""

    def __init__(self, command: str, refused: Refused) -> None:
        super().__init__(f"{command}: {refused}")
        self.command = command
        self.refused = refused

    @property
    def code(self) -> str:
        """The error code."""
        return self.refused.code

    @property
    def text(self) -> str:
        """The text after the code."""
        return self.refused.text

    @property
    def rule(self) -> str:
        """The id of the rule that forbids an action, if a rule is the reason."""
        return self.refused.rule


class EngineFailure(Exception):
    """Raised if communication with the engine is not possible."""


class EngineDied(EngineFailure):
    """Raised if the engine has ended; holds its exit code (negative: a signal, None: still running) and its stderr."""

    def __init__(self, code: int | None, stderr: str) -> None:
        how = "closed its output" if code is None else f"ended by signal {-code}" if code < 0 else f"exited with {code}"
        super().__init__(f"the engine {how}{': ' + stderr[-_TAIL:].strip() if stderr.strip() else ''}")
        self.code = code
        self.stderr = stderr


class EngineTimeout(EngineFailure, TimeoutError):
    """Raised if the engine did not answer in time. More requests may be sent: a late answer is dropped."""

    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(f"no answer to '{command[:80]}' within {seconds:g} s")
        self.command = command
