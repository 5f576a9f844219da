"""The page on simulation: its program prints what the page says."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")


def test_example() -> None:
    """The example prints the text below it."""
    program, printed = re.findall(r"```(?:python|text)\n(.*?)```", PAGE, re.S)[:2]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == printed
