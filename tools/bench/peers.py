"""Random play of two well-known engines, measured beside the island's in the same run, and the ratios to them.

Each round measures all of them in turn, so that a busy moment affects all of them; the medians of the rounds are compared.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tools.bench import Figure, Missing, rate
from tools.bench.island import actions

PYTHON = Path(__file__).resolve().parent.parent.parent / ".venv-peers" / "bin" / "python"
ROUNDS = 5

# Both loops are as lean as their library allows; each prints actions per second.
CHESS = """
import random, time, chess
rng = random.Random(1)
choice = rng.choice
count, begun = 0, time.perf_counter()
while time.perf_counter() - begun < 1.0:
    board = chess.Board()
    for _ in range(400):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(choice(moves))
        count += 1
print(count / (time.perf_counter() - begun))
"""
BACKGAMMON = """
import random, time, pyspiel
rng = random.Random(1)
choice, game = rng.choice, pyspiel.load_game("backgammon")
count, begun = 0, time.perf_counter()
while time.perf_counter() - begun < 1.0:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        count += 1
print(count / (time.perf_counter() - begun))
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
    rounds = [(rate(actions, 3), measured(CHESS), measured(BACKGAMMON)) for _ in range(ROUNDS)]
    ours, chess, backgammon = (median(column) for column in zip(*rounds, strict=True))
    yield Figure("python-chess random play", chess, "moves/s")
    yield Figure("OpenSpiel backgammon random play", backgammon, "actions/s")
    yield Figure("island to python-chess", ours / chess, "x", 6)
    yield Figure("island to OpenSpiel backgammon", ours / backgammon, "x", 1.5)
