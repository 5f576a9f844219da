"""The styles of text as classes of a page."""

from collections.abc import Sequence


def style_of(style: str, seats: Sequence[str]) -> str:
    """Return the class of a style: that of its seat if it is one's name, else the style's own name."""
    return " ".join([f"s{seats.index(word) + 1}" if word in seats else word for word in style.split()])
