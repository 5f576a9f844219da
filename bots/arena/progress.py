"""Progress for people while games are played: a live table or line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import Any, Final, TextIO

from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.fixed import Fixed
from beachhead.bots.arena.schedule.match import Match
from beachhead.bots.arena.tally import Tally
from beachhead.bots.arena.text_table import text_table

EVERY: Final = 2.0  # seconds between two plain lines
BLINK: Final = 0.1  # seconds between two changes of the live table
MOST: Final = 20  # bots in the live table


class Progress:
    """Shows how games go: live on a terminal if rich is installed; plain lines elsewhere.

    If nothing can be written (a full disk, a closed pipe) it is silent, and the games go on.
    """

    def __init__(self, plan: Plan, stream: TextIO | None = None) -> None:
        self._plan = plan
        self._total = expected(plan)
        self._tally = Tally(len(plan.bots))
        self._stream = sys.stderr if stream is None else stream
        self._begun = time.monotonic()
        self._new = 0  # games since then
        self._said = self._begun
        self._last = ""
        self._live: Any = None  # Any: rich need not be installed
        self._is_started = False

    def count(self, result: GameResult, sign: int = 1) -> None:
        """Count a game that has ended, or undo that."""
        self._tally.add(result, sign)
        self._new += sign * self._is_started

    def start(self) -> None:
        """Start the display; games counted before it were played in an earlier run."""
        self._begun = self._said = time.monotonic()
        self._is_started = True
        self._live = _live_display(self._stream)
        if self._tally.games:
            self.say(f"{self._tally.games} games have been played already; going on")

    def show(self, is_new: bool = True) -> None:
        """Show the current results, or update the time."""
        now = time.monotonic()
        if self._live is not None and now - self._said >= BLINK:
            self._said = now
            self._update()
        elif self._live is None and is_new and now - self._said >= EVERY:
            self._said = now
            self._print(self.line())

    def say(self, text: str) -> None:
        """Print a message beside the live table."""
        if self._live is not None:
            with suppress(OSError):
                self._live.console.print(text, markup=False, highlight=False)
        else:
            self._print(text)

    def end(self) -> None:
        """Show the final results."""
        if self._live is not None:
            self._update()
            with suppress(OSError):
                self._live.stop()
            self._live = None
        elif self.line() != self._last:
            self._print(self.line())

    def line(self) -> str:
        """Return games, scores and time left in one line."""
        done, total = self._tally.games, self._total
        of = f"/{total}" if total is not None else ""
        ranked = sorted(zip(self._plan.names, self._tally.counts, strict=True), key=lambda each: -each[1].score)
        scores = ", ".join(
            f"{name}: {count.score:g}" for name, count in (ranked if len(ranked) > 2 else self._in_order())[:8]
        )
        left = ""
        if total is not None and self._new > 0 and done < total:
            left = f"  {_span((time.monotonic() - self._begun) / self._new * (total - done))} left"
        return f"{done}{of} games  {scores}{left}"

    def _in_order(self) -> list[tuple[str, Any]]:
        return list(zip(self._plan.names, self._tally.counts, strict=True))

    def table(self) -> list[str]:
        """Return the live table: the scores so far, and the line."""
        ranked = sorted(self._in_order(), key=lambda each: -each[1].score)
        rows = [("bot", "games", "wins", "draws", "losses", "score", "faults")]
        for name, count in ranked[:MOST]:
            numbers = (str(count.games), str(count.wins), str(count.draws), str(count.losses), f"{count.score:g}")
            rows.append((name, *numbers, str(sum(count.faults.values()) or "")))
        more = [f"… and {len(ranked) - MOST} more"] if len(ranked) > MOST else []
        return [*text_table(rows), *more, self.line()]

    def _update(self) -> None:
        lines = self.table() if len(self._plan.bots) > 2 else [self.line()]
        with suppress(OSError):
            self._live.update(_plain("\n".join(lines)), refresh=True)

    def _print(self, text: str) -> None:
        self._last = text
        with suppress(OSError):
            self._stream.write(f"{text}\n")
            self._stream.flush()


def expected(plan: Plan) -> int | None:
    """Return the number of games; None if it depends on results."""
    schedule = plan.schedule
    if isinstance(schedule, Match):
        return schedule.most
    if isinstance(schedule, Fixed) and schedule.war is None:
        return schedule.size * plan.tournament.seats
    return None


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _plain(text: str) -> Any:
    """Return a text for rich in which brackets have no meaning."""
    from rich.text import Text

    return Text(text, no_wrap=True, overflow="ellipsis")


def _live_display(stream: TextIO) -> Any:
    if not stream.isatty():
        return None
    try:
        from rich.console import Console
        from rich.live import Live
    except ImportError:
        return None
    live = Live(
        console=Console(file=stream, highlight=False), auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    )
    live.start()
    return live
