"""The line numbers of keys in a TOML text, for messages.

This is not a TOML parser: it finds the heads of tables and the words before an equals sign, and skips strings of several
lines. If a key is not found, the line of its table is used, or of the key that holds the table.
"""

from __future__ import annotations

import re
from typing import Any, Final

_HEAD: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY: Final = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*[.=]""")
_LONG: Final = re.compile(r'"""|' + "'''")

Place = tuple[Any, ...]  # a table: (), ("sprt",), or ("bot", 0) in a list of tables


class Lines:
    """The lines of a text, by table and key."""

    def __init__(self, text: str) -> None:
        self._found: dict[tuple[Place, str], int] = {}
        self._heads: dict[Place, int] = {(): 1}
        lines = text.split("\n")
        self.count = len(text.splitlines()) or 1
        place: Place = ()
        counts: dict[str, int] = {}
        quote = ""
        for number, line in enumerate(lines, 1):
            is_inside = bool(quote)
            for mark in _LONG.findall(line):
                quote = mark if not quote else "" if mark == quote else quote
            if is_inside:
                continue
            if head := _HEAD.match(line):
                name = head[2].strip("\"' ")
                place = (name,)
                if head[1] == "[[":
                    place = (name, counts.get(name, 0))
                    counts[name] = counts.get(name, 0) + 1
                elif (above := name.rpartition(".")[0]) in counts:  # [bot.env] belongs to the last [[bot]]
                    place = (above, counts[above] - 1)
                    self._found.setdefault((place, name.rpartition(".")[2]), number)
                    place = (name, number)
                self._heads.setdefault(place, number)
                self._found.setdefault(((), name), number)
            elif key := _KEY.match(line):
                self._found.setdefault((place, key[1] or key[2] or key[3] or ""), number)

    def find(self, place: Place, key: str) -> int:
        """Return the line of a key in a table, or else the line of the table."""
        head = self._heads.get(place) or self._found.get(((), place[0]), 1)  # the latter of tables in one line
        return self._found.get((place, key)) or head
