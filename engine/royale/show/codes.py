"""Codes of two letters for the cards of a deck, for maps on small screens: `Sw` is the sword."""

from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_lowercase, digits


def codes(ids: Sequence[str]) -> dict[str, str]:
    """Return a code for every id, all different in any case of letters: initials, or the first letter and a later one."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for id in ids:
        code = next(code for code in _candidates(id) if code not in taken)
        taken.add(code)
        found[id] = code.capitalize()
    return found


def _candidates(id: str) -> Iterator[str]:
    words = id.split("-")
    if len(words) > 1 and words[1]:
        yield words[0][0] + words[1][0]
    letters = id.replace("-", "")
    yield from (letters[0] + letter for letter in letters[1:])
    yield from (first + second for first, second in product(letters[0] + ascii_lowercase, ascii_lowercase + digits))
