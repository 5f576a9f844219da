"""What people see of a match: a live line, the final table, and what there is to say between."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Final, TextIO

from beachhead.bots.arena.standing import Standing

EVERY: Final = 2.0  # seconds between two plain lines
BLINK: Final = 0.1  # seconds between two changes of the live line


def live_line(standing: Standing, seconds: float) -> str:
    """Games, score, Elo and time left in one line."""
    plan, done = standing.plan, len(standing.games)
    scores = ", ".join(f"{line.name}: {line.score:g}" for line in standing.lines)
    rating = standing.rating(0)
    elo = f"  Elo {rating.elo:+.0f} ± {rating.error:.0f}" if standing.blocks(0) else ""
    left = f"  {_span(seconds / done * (plan.games - done))} left" if 0 < done < plan.games else ""
    return f"{done}/{plan.games} games  {scores}{elo}{left}"


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def final_table(standing: Standing) -> list[str]:
    """The results in a table, and below it what went wrong."""
    rows = [("bot", "games", "wins", "draws", "losses", "score", "Elo", "±", "faults")]
    for number, line in enumerate(standing.lines):
        rating = standing.rating(number)
        faults = ", ".join(f"{reason} {count}" for reason, count in sorted(line.faults.items()))
        share = f"{100 * line.score / line.games:.1f} %" if line.games else "-"
        withdrawn = " (withdrawn)" if line.is_withdrawn else ""
        counts = (str(line.games), str(line.wins), str(line.draws), str(line.losses))
        has_elo = bool(standing.blocks(number))
        elo = (f"{rating.elo:+.1f}", f"{rating.error:.1f}") if has_elo else ("-", "-")
        rows.append((line.name, *counts, share, *elo, f"{faults}{withdrawn}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            f"{word:<{width}}" if not column else f"{word:>{width}}"
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join([*cells[:-1], row[-1]]).rstrip())
    found = standing.correlation()
    if found is not None:
        lines.append(f"mirrored pairs: correlation {found:+.2f}")
    return lines


class Progress:
    """Says how a match goes: one line that changes on a terminal, with rich where that is installed; plain lines elsewhere.

    Where nothing can be written (a full disk, a reader that has gone away) it is silent: the match goes on.
    """

    def __init__(self, standing: Standing, stream: TextIO) -> None:
        self._standing = standing
        self._stream = stream
        self._begun = time.monotonic()
        self._said = self._begun
        self._last = ""
        self._live: Any = _live_display(stream)  # Any: rich need not be installed

    def show(self, is_new: bool = True) -> None:
        """Shows how things stand, or that time goes by."""
        now = time.monotonic()
        if self._live is not None and now - self._said >= BLINK:
            self._said = now
            with suppress(OSError):
                self._live.update(_plain(live_line(self._standing, now - self._begun)), refresh=True)
        elif self._live is None and is_new and now - self._said >= EVERY:
            self._said = now
            self._print(live_line(self._standing, now - self._begun))

    def say(self, text: str) -> None:
        """Says something beside the live line."""
        if self._live is not None:
            with suppress(OSError):
                self._live.console.print(text, markup=False, highlight=False)
        else:
            self._print(text)

    def end(self) -> None:
        """Shows the line for the last time."""
        line = live_line(self._standing, time.monotonic() - self._begun)
        if self._live is not None:
            with suppress(OSError):
                self._live.update(_plain(line), refresh=True)
                self._live.stop()
        elif line != self._last:
            self._print(line)

    def _print(self, text: str) -> None:
        self._last = text
        with suppress(OSError):
            self._stream.write(f"{text}\n")
            self._stream.flush()


def _plain(text: str) -> Any:
    """The text for rich, as it stands: brackets in a name mean nothing."""
    from rich.text import Text

    return Text(text)


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
