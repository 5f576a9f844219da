"""A diagram for people: lines of spans, each a text with the name of its style, shown with or without colour."""

from typing import Final

Span = tuple[str, str]  # style, text
Picture = list[list[Span]]

DUE: Final = "due"  # the style of the words that say who has to act
ESCAPES: Final = {
    "": "",
    "south": "\x1b[1;34m",
    "north": "\x1b[1;31m",
    "block": "\x1b[33m",
    "dim": "\x1b[2m",
    DUE: "\x1b[1m",
    "strong": "\x1b[1m",
    "last": "\x1b[7m",
    "threat": "\x1b[1;33m",
    "preview": "\x1b[4;32m",
    "loud": "\x1b[1;35m",
    "card": "\x1b[36m",
}
_SEAT_COLOURS: Final = ("34", "31", "32", "35", "36", "33")


def escape(style: str) -> str:
    """Return the terminal codes of a style, which is a list of words separated by blanks."""
    code = ""
    for word in style.split():
        if word[0] == "p" and word[1:].isdigit():
            code += f"\x1b[1;{_SEAT_COLOURS[(int(word[1:]) - 1) % len(_SEAT_COLOURS)]}m"
        else:
            code += ESCAPES[word]
    return code


def plain(picture: Picture) -> list[str]:
    """Return the lines without colour."""
    return ["".join([text for _, text in line]).rstrip() for line in picture]


def coloured(picture: Picture) -> list[str]:
    """Return the lines with the terminal's colour codes."""
    lines = []
    for line in picture:
        spans = []
        for style, text in line:
            code = escape(style)
            spans.append(f"{code}{text}\x1b[0m" if code else text)
        lines.append("".join(spans))
    return lines
