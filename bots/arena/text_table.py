"""Tables as text."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; the first and the last column are aligned left, the others right."""
    last = len(rows[0]) - 1
    widths = [max(len(row[column]) for row in rows) for column in range(last + 1)]
    lines = []
    for row in rows:
        cells = [
            word.ljust(width) if column in (0, last) else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
