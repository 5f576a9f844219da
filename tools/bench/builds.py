"""The compiled build beside the pure one, measured in turn in one run: random play, the protocol served, the arena."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from tools.bench import Figure, Missing, arena
from tools.bench.protocol import recorded

ROOT = Path(__file__).resolve().parent.parent.parent
PURE = ROOT / ".venv" / "bin" / "python"
COMPILED = ROOT / ".venv-compiled" / "bin" / "python"
ROUNDS = 5
BATTLES = 100


def playing(python: Path, way: str, game: str) -> float:
    """Return the actions per second of CPU time of random play by one of the builds; raise Missing if it is another one."""
    return float(_answer(python, ["-m", "tools.bench._playing", way, game])[0])


def served(python: Path, conversation: bytes) -> float:
    """Return the CPU seconds in which one of the builds answers a conversation."""
    return float(_answer(python, ["-m", "tools.bench._serving", "served"], conversation)[2])


def _answer(python: Path, words: list[str], given: bytes = b"") -> list[str]:
    run = subprocess.run([str(python), *words], input=given, stdout=subprocess.PIPE, check=False, cwd=ROOT)
    if run.returncode:
        raise Missing(f"{python} cannot be run: `make compile` makes the compiled build")
    return run.stdout.decode().split()


def figures() -> Iterator[Figure]:
    """Yield the ratios. Raise Missing if there is no compiled build."""
    if not COMPILED.exists():
        raise Missing("no compiled build to compare with: run `make compile` first")
    for game, bar in (("island", 2.3), ("royale", 2.3)):
        yield _faster(f"{game}, public API", lambda python, game=game: 1 / playing(python, "api", game), bar)
        yield _faster(f"{game}, own loop", lambda python, game=game: 1 / playing(python, "loop", game))
    conversation = recorded(BATTLES)
    yield _faster("protocol served", lambda python: served(python, conversation), 1.9)
    with tempfile.TemporaryDirectory() as folder:
        script, empty = arena.scripts(Path(folder))
        cost = [median(each) for each in _both(lambda python: arena.decision_work(str(python), script, empty))]
    yield Figure("arena decision, compiled", cost[1], "µs")
    yield Figure("arena decision, compiled to pure", cost[1] / cost[0], "x", 0.75, is_ceiling=True)


def _faster(name: str, cost: Callable[[Path], float], bar: float | None = None) -> Figure:
    """Return how many times as fast the compiled build is, by a function that returns a cost."""
    pure, compiled = _both(cost)
    return Figure(f"{name}, compiled to pure", median(pure) / median(compiled), "x", bar)


def _both(cost: Callable[[Path], float]) -> tuple[list[float], list[float]]:
    rounds = [(cost(PURE), cost(COMPILED)) for _ in range(ROUNDS)]
    return [pure for pure, _ in rounds], [compiled for _, compiled in rounds]
