"""The tools behind `make bench` and `make soak`: how figures are printed, that a part runs, that a wrong word is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench import Figure

TESTS = Path(__file__).parent


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A tool run as make does."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, cwd=TESTS.parent)


@pytest.mark.parametrize(
    ("figure", "line"),
    [
        (Figure("island actions", 445123.4, "actions/s"), "island actions: 445123 actions/s"),
        (Figure("island to chess", 9.014, "x", 6), "island to chess: 9.01 x (bar 6)"),
        (Figure("island to chess", 5.2, "x", 6), "island to chess: 5.20 x (bar 6) MISSED"),
        (Figure("import", 25.0, "ms", 60, is_ceiling=True), "import: 25.00 ms (bar 60)"),
        (Figure("import", 61.0, "ms", 60, is_ceiling=True), "import: 61.00 ms (bar 60) MISSED"),
        (Figure("signature", "4660fb6c", ""), "signature: 4660fb6c"),
    ],
)
def test_figures(figure: Figure, line: str) -> None:
    """A figure is a line: name, value, unit, the bar if there is one, and whether it was missed."""
    assert str(figure) == line
    assert figure.as_json()["holds"] == ("MISSED" not in line)


def test_soak_runs() -> None:
    """Soak checks the island's laws from a given seed, and says how far it came."""
    done = run("tools/soak", "--seconds", "0.01", "--seed", "3", "island")
    assert done.returncode == 0
    assert "island from seed 3" in done.stdout
    assert done.stdout.rstrip().endswith("every law held")


@pytest.mark.parametrize("tool", ["soak", "bench"])
def test_unknown_parts(tool: str) -> None:
    """A part that there is not is refused with those that there are."""
    done = run(f"tools/{tool}", "nonsense")
    assert done.returncode == 1
    assert f"{tool}: no part nonsense: there are" in done.stderr
