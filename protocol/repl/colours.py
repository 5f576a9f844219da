"""Colours: a style for every name of a span, in the terminal's own sixteen colours, for dark and for light backgrounds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from beachhead.engine.picture import Span

# By name: on a dark background, on a light one.
_PAIRS: Final[dict[str, tuple[str, str]]] = {
    "block": ("ansiyellow", "ansimagenta"),
    "card": ("ansibrightcyan", "ansicyan"),
    "loud": ("bold ansibrightmagenta", "bold ansimagenta"),
    "preview": ("ansibrightgreen underline", "ansigreen underline"),
    "last": ("reverse", "reverse"),
    "threat": ("underline", "underline"),
    "due": ("bold", "bold"),
    "strong": ("bold", "bold"),
    "dim": ("", "ansibrightblack"),  # no grey: many terminals with a white background do not say that it is white
    "keyword": ("ansibrightcyan", "ansiblue"),
    "typed": ("bold ansibrightcyan", "bold ansiblue"),
    "place": ("ansibrightyellow", "ansimagenta"),
    "number": ("ansibrightmagenta", "ansired"),
    "string": ("ansibrightgreen", "ansigreen"),
    "text": ("", ""),
    "comment": ("ansigray italic", "ansibrightblack italic"),
    "error": ("ansibrightred", "ansired"),
    "illegal": ("ansibrightred underline", "ansired underline"),
    "prompt": ("bold", "bold"),
    "asks": ("bold ansibrightyellow", "bold ansimagenta"),
}
# By the number of a seat.
_SEATS: Final = (
    ("bold ansibrightblue", "bold ansiblue"),
    ("bold ansibrightred", "bold ansired"),
    ("bold ansibrightgreen", "bold ansigreen"),
    ("bold ansibrightmagenta", "bold ansimagenta"),
    ("bold ansibrightcyan", "bold ansicyan"),
    ("bold ansibrightyellow", "bold ansiyellow"),
)
_MENU: Final = {
    "completion-menu": "noinherit",
    "completion-menu.completion": "noinherit",
    "completion-menu.completion.current": "noinherit reverse",
    "completion-menu.meta.completion": "noinherit",
    "completion-menu.meta.completion.current": "noinherit reverse",
    "scrollbar.background": "noinherit",
    "scrollbar.button": "noinherit reverse",
    "auto-suggestion": "ansibrightblack",
}
_LIGHT: Final = (7, 15)
_DARK: Final = range(16)


def is_light(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal reports a light background; without a report it counts as dark."""
    _, _, background = environ.get("COLORFGBG", "").rpartition(";")
    return background.isdigit() and int(background) in _DARK and int(background) in _LIGHT


def styles(light: bool) -> dict[str, str]:
    """Return the styles by their class names, for one kind of background."""
    seats = {f"seat{number}": pair[light] for number, pair in enumerate(_SEATS)}
    return {name: pair[light] for name, pair in _PAIRS.items()} | seats | _MENU


def fragments(spans: Iterable[Span], seats: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return spans as prompt_toolkit takes them: a class for every word of a style, for a seat the class of its number."""
    return [(" ".join([f"class:{_class(word, seats)}" for word in style.split()]), text) for style, text in spans]


def _class(word: str, seats: Sequence[str]) -> str:
    return f"seat{seats.index(word) % len(_SEATS)}" if word in seats else word
