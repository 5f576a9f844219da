"""`python tools/soak [--seconds N] [--rounds N] [--seed N] [PART…]`: rounds of every part in turn, or until Ctrl-C."""

import argparse
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EVERY = 5.0  # seconds between two lines of progress


def find_parts(names: list[str]) -> dict[str, Callable[[int], str]]:
    """Return the parts with these names, or all: every file here without a leading underscore."""
    there = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    unknown = set(names) - set(there)
    if unknown:
        sys.exit(f"soak: no part {', '.join(sorted(unknown))}: there are {', '.join(there)}")
    return {name: import_module(f"tools.soak.{name}").run for name in names or there}


def main() -> int:
    """Run rounds until the time is up; return 1 if a law did not hold."""
    parser = argparse.ArgumentParser(prog="soak", description="check the laws from fresh seeds")
    parser.add_argument("--seconds", type=float, help="stop after this long; without it, on Ctrl-C")
    parser.add_argument("--rounds", type=int, help="stop after so many rounds of every part")
    parser.add_argument("--seed", type=int, help="begin with this seed and count up; without it, a fresh one")
    parser.add_argument("part", nargs="*", help="only these parts")
    arguments = parser.parse_args()
    sys.path[0] = str(ROOT)
    parts = find_parts(arguments.part)
    seed = secrets.randbits(40) if arguments.seed is None else arguments.seed
    begun = told = time.monotonic()
    rounds = dict.fromkeys(parts, 0)
    name = ""
    _say(f"soak: {', '.join(parts)} from seed {seed}")
    try:
        while (arguments.seconds is None or time.monotonic() - begun < arguments.seconds) and (
            arguments.rounds is None or min(rounds.values()) < arguments.rounds
        ):
            for name, run in parts.items():
                done = run(seed)
                rounds[name] += 1
                if time.monotonic() - told >= EVERY:
                    told = time.monotonic()
                    counts = ", ".join(f"{part} {count}" for part, count in rounds.items())
                    _say(f"{told - begun:.0f} s, rounds: {counts}; last seed {seed}, {name}: {done}")
            seed += 1
    except KeyboardInterrupt:
        _say("\nsoak: stopped")
    except Exception:  # whatever went wrong, the seed is what brings it back
        traceback.print_exc()
        _say(f"soak: a law does not hold: python tools/soak --seed {seed} {name}")
        return 1
    counts = ", ".join(f"{part} {count}" for part, count in rounds.items())
    _say(f"soak: {time.monotonic() - begun:.0f} s, rounds: {counts}; every law held")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
