"""The colours of both palettes can be told from what they lie on, by the formula of WCAG."""

import re
from itertools import product

import pytest

from beachhead.engine.drawing import look

TEXT, SHAPE = 4.5, 3.0  # level AA: text of usual size; shapes that matter
SEATS = [f"seat{number}" for number in range(1, 7)]
GROUNDS = ["page", "cell", "cell2", "card"]
PAIRS = [
    *[(TEXT, *pair) for pair in product(["ink"], GROUNDS)],
    *[(TEXT, "faint", ground) for ground in ("page", "card")],
    *[(TEXT, "seatInk", seat) for seat in SEATS],
    (TEXT, "onCurse", "curse"),
    (TEXT, "danger", "page"),
    *[(SHAPE, *pair) for pair in product([*SEATS, "last", "preview", "danger", "block"], GROUNDS)],
]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as #fff or #f6f5f1."""
    digits = colour.removeprefix("#")
    digits = "".join([digit * 2 for digit in digits]) if len(digits) == 3 else digits
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [look._LIGHT, look._DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("least", "colour", "ground"), PAIRS)
def test_contrast(palette: str, least: float, colour: str, ground: str) -> None:
    """Text has a contrast of 4.5 to 1 with its ground, a shape that matters one of 3 to 1."""
    colours = dict(re.findall(r"--(\w+):(#\w+)", palette))
    high, low = sorted((luminance(colours[colour]), luminance(colours[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= least
