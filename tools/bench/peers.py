"""Random play of two well-known engines, measured beside the island's in the same run, and the ratios to them.

Each round measures all of them in turn, by CPU time, so that a busy moment affects all of them; the medians of the rounds
are compared. The compiled build takes part if `make compile` has made it.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tools.bench import Figure, Missing
from tools.bench.builds import COMPILED, PURE, playing

PYTHON = Path(__file__).resolve().parent.parent.parent / ".venv-peers" / "bin" / "python"
ROUNDS = 5

# All loops are as lean as their library allows; each prints actions per second.
CHESS = """
import random, time, chess
rng = random.Random(1)
choice = rng.choice
count, begun = 0, time.process_time()
while time.process_time() - begun < 1.0:
    board = chess.Board()
    for _ in range(400):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(choice(moves))
        count += 1
print(count / (time.process_time() - begun))
"""
SPIEL = """
import random, time, pyspiel
rng = random.Random(1)
choice, game = rng.choice, pyspiel.load_game("{}")
count, begun = 0, time.process_time()
while time.process_time() - begun < 1.0:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        count += 1
print(count / (time.process_time() - begun))
"""


def measured(script: str) -> float:
    """Return the output of a script in the peers' environment. Raise Missing if there is none."""
    run = subprocess.run([str(PYTHON), "-c", script], capture_output=True, text=True, check=False)
    if run.returncode:
        raise Missing(f"a peer cannot be run: {run.stderr.strip().splitlines()[-1]}; `make bench-peers` sets it up")
    return float(run.stdout)


def figures() -> Iterator[Figure]:
    """Yield the peers' figures and the ratios. Raise Missing if the peers are not installed."""
    if not PYTHON.exists():
        raise Missing("no peers to compare with: run `make bench-peers` first")
    work = {
        "python-chess": lambda: measured(CHESS),
        "OpenSpiel backgammon": lambda: measured(SPIEL.format("backgammon")),
        "OpenSpiel breakthrough": lambda: measured(SPIEL.format("breakthrough")),
        "island, pure": lambda: playing(PURE, "api", "island"),
    }
    if COMPILED.exists():
        work["island, compiled"] = lambda: playing(COMPILED, "api", "island")
        work["island, compiled loop"] = lambda: playing(COMPILED, "loop", "island")
    rounds = [{name: measure() for name, measure in work.items()} for _ in range(ROUNDS)]
    speed = {name: median(each[name] for each in rounds) for name in work}
    for name, value in speed.items():
        yield Figure(f"{name}, random play", value, "actions/s")
    yield Figure("island, pure, to python-chess", speed["island, pure"] / speed["python-chess"], "x", 10)
    yield Figure(
        "island, pure, to OpenSpiel backgammon", speed["island, pure"] / speed["OpenSpiel backgammon"], "x", 1.5
    )
    if not COMPILED.exists():
        raise Missing("no compiled build to compare with: run `make compile` first")
    breakthrough = speed["OpenSpiel breakthrough"]
    yield Figure("island, compiled, to OpenSpiel breakthrough", speed["island, compiled"] / breakthrough, "x", 1.6)
    ratio = speed["island, compiled loop"] / breakthrough
    yield Figure("island, compiled loop, to OpenSpiel breakthrough", ratio, "x", 2.6)
