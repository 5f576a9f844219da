"""A terminal's screen as an SVG picture: the characters of the real buffer, each in its cell, in its colours."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

import pyte
from pyte.screens import Char

WIDE, HIGH, BASE = 8.4, 18.0, 13.5  # a cell, and where its characters stand in it
EDGE, BAR = 14.0, 30.0  # around the screen, and above it
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Theme(NamedTuple):
    """The colours of a terminal: its background, its text, its frame, and the sixteen by their names."""

    paper: str
    ink: str
    frame: str
    colours: dict[str, str]


_NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
_DARK = ("#1b1f27", "#e06c75", "#98c379", "#d8a657", "#61afef", "#c678dd", "#56b6c2", "#abb2bf")
_DARK_BRIGHT = ("#6b7385", "#ff7b86", "#b5e08f", "#f2cc81", "#7cc4ff", "#df9bf2", "#72d6e3", "#ffffff")
_LIGHT = ("#24292f", "#c0202f", "#1a7f37", "#8a5a00", "#0550ae", "#8250df", "#0b7285", "#6e7781")
_LIGHT_BRIGHT = ("#57606a", "#cf222e", "#2da44e", "#9a6700", "#0969da", "#a475f9", "#1b7c83", "#24292f")


def _theme(paper: str, ink: str, frame: str, plain: tuple[str, ...], bright: tuple[str, ...]) -> Theme:
    colours = dict(zip(_NAMES, plain, strict=True))
    colours |= {f"bright{name}": colour for name, colour in zip(_NAMES, bright, strict=True)}
    colours |= {"brightyellow": bright[3], "bfightmagenta": bright[5]}  # as pyte spells them
    return Theme(paper, ink, frame, colours)


DARK = _theme("#1b1f27", "#d6dae3", "#2a303c", _DARK, _DARK_BRIGHT)
LIGHT = _theme("#ffffff", "#24292f", "#e7eaee", _LIGHT, _LIGHT_BRIGHT)


class Run(NamedTuple):
    """Adjacent characters with the same style."""

    column: int
    text: str
    char: Char


def draw(screen: pyte.Screen, title: str, theme: Theme = DARK) -> str:
    """Return the picture of a screen."""
    width = screen.columns * WIDE + 2 * EDGE
    height = screen.lines * HIGH + 2 * EDGE + BAR
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.1f} {height:.1f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-size="14" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="9" fill="{theme.frame}"/>',
        f'<rect y="{BAR}" width="100%" height="{height - BAR:.1f}" rx="9" fill="{theme.paper}"/>',
        f'<rect y="{BAR}" width="100%" height="12" fill="{theme.paper}"/>',
    ]
    for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        parts.append(f'<circle cx="{20 + 20 * number}" cy="{BAR / 2}" r="6" fill="{colour}"/>')
    parts.append(
        f'<text x="50%" y="{BAR / 2 + 5}" text-anchor="middle" fill="{theme.ink}" opacity="0.7">{escape(title)}</text>'
    )
    for row in range(screen.lines):
        for run in _runs(screen, row):
            parts += _drawn(run, row, theme)
    if not screen.cursor.hidden:
        x, y = EDGE + screen.cursor.x * WIDE, BAR + EDGE + screen.cursor.y * HIGH
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{WIDE}" height="{HIGH}" fill="{theme.ink}" opacity="0.55"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _runs(screen: pyte.Screen, row: int) -> Iterator[Run]:
    """Yield the runs of a row; a character that fonts may draw wider than a cell stands alone."""
    line = screen.buffer[row]
    begun: Run | None = None
    for column in range(screen.columns):
        char = line[column]
        is_alone = not char.data.isascii()
        same = begun is not None and begun.char._replace(data="") == char._replace(data="")
        if begun is not None and same and not is_alone and begun.text.isascii():
            begun = begun._replace(text=begun.text + char.data)
            continue
        if begun is not None:
            yield begun
        begun = Run(column, char.data, char)
    if begun is not None:
        yield begun


def _drawn(run: Run, row: int, theme: Theme) -> Iterator[str]:
    char = run.char
    ink = _colour(char.fg, theme.ink, theme)
    paper = _colour(char.bg, theme.paper, theme)
    if char.reverse:
        ink, paper = paper, ink
    x, y = EDGE + run.column * WIDE, BAR + EDGE + row * HIGH
    wide = len(run.text) * WIDE
    if paper != theme.paper:
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HIGH}" fill="{paper}"/>'
    if run.text.strip():
        style = ' font-weight="bold"' if char.bold else ""
        style += ' font-style="italic"' if char.italics else ""
        style += ' text-decoration="underline"' if char.underscore else ""
        yield (
            f'<text x="{x:.1f}" y="{y + BASE:.1f}" textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs" '
            f'xml:space="preserve" fill="{ink}"{style}>{escape(run.text)}</text>'
        )


def _colour(name: str, default: str, theme: Theme) -> str:
    if name == "default":
        return default
    return theme.colours.get(name) or f"#{name}"
