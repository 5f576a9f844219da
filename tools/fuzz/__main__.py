"""`python tools/fuzz [--lines N] [--seed N]`: send the engine lines of every kind, and report."""

import argparse
import resource
import secrets
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EVERY = 5.0  # seconds between two lines of progress
WARM = 0.25  # of the lines are over before memory is looked at: by then the tables of bounded size are filled
GROWTH = 10.0  # MB that memory may grow by from then on
SHARE = 50  # one line in so many goes through a process


def main() -> int:
    """Send the lines; return 1 if a law does not hold."""
    parser = argparse.ArgumentParser(prog="fuzz", description="lines of every kind to the engine, every law checked")
    parser.add_argument("--lines", type=int, default=1_000_000, help="how many lines (default: a million)")
    parser.add_argument("--seed", type=int, help="the seed of all chance; without it, a fresh one")
    arguments = parser.parse_args()
    sys.path[0] = str(ROOT)
    seed = secrets.randbits(40) if arguments.seed is None else arguments.seed
    try:
        return _run(arguments.lines, seed)
    except KeyboardInterrupt:
        _tell("\nfuzz: stopped")
        return 130


def _run(count: int, seed: int) -> int:
    from beachhead.advice import new_adviser
    from tools.fuzz.laws import Trial, Violation
    from tools.fuzz.process import check

    trial = Trial(seed, new_adviser())
    _tell(f"fuzz: {count:,} lines from seed {seed}")
    begun = told = time.monotonic()
    warm = 0.0
    try:
        while trial.count < count:
            trial.step()
            if not warm and trial.count >= count * WARM:
                warm = _memory()
            if time.monotonic() - told >= EVERY:
                told = time.monotonic()
                _tell(f"{told - begun:.0f} s, {trial.count:,} lines, {_memory():.0f} MB")
        taken = time.monotonic() - begun
        grown = _memory() - warm
        through = sum(check(seed + part, min(count // SHARE, 2000)) for part in range(max(1, count // SHARE // 2000)))
    except Violation as broken:
        _say(f"fuzz: {broken}")
        _say(f"fuzz: a law does not hold after {trial.count:,} lines: python tools/fuzz --lines {count} --seed {seed}")
        return 1
    seconds, line = trial.slowest
    _say(f"fuzz lines: {trial.count} lines, and {through} through a process")
    _say(f"fuzz speed: {trial.count / taken:.0f} lines/s")
    _say(f"fuzz memory: {_memory():.0f} MB at its peak, grown by {grown:.1f} MB after the first quarter")
    _say(f"fuzz slowest line: {seconds:.3f} s ({line[:40]!r}…, {len(line)} bytes)")
    _say(f"fuzz games to the end: {', '.join(f'{name} {number}' for name, number in sorted(trial.games.items()))}")
    _say(f"fuzz answers: {', '.join(f'{code} {number}' for code, number in trial.answers.most_common())}")
    if grown > GROWTH:
        _say(f"fuzz: memory grows, by {grown:.1f} MB: python tools/fuzz --lines {count} --seed {seed}")
        return 1
    return 0


def _memory() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
