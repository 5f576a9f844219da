"""`make ladder`: play the missing matches between the built-in bots, and write docs/bots.md.

Every pair has a fixed seed, and its result is kept in docs/ladder.json, so it can be stopped at any time and goes on there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Final

from tools.ladder.matches import MATCHES, Match, play_pair
from tools.ladder.page import Played, page

DOCS: Final = Path(__file__).parents[2] / "docs"
STORE: Final = DOCS / "ladder.json"
PAGE: Final = DOCS / "bots.md"


def main() -> None:
    """Play on, round by round, so that all matches grow together."""
    parser = argparse.ArgumentParser("ladder", description=__doc__)
    parser.add_argument(
        "--pairs", type=int, default=None, metavar="N", help="pairs of a match (default: as many as it has)"
    )
    parser.add_argument("--seconds", type=float, default=None, metavar="S", help="stop after about so long")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the matches with TEXT in their names")
    parser.add_argument("--page", action="store_true", help="play nothing, write the page")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    played = read(STORE)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    chosen = [] if options.page else [match for match in MATCHES if options.only in match.name]
    is_done = False
    while not is_done:
        is_done = True
        for match in chosen:
            known = played.setdefault(match.name, Played())
            if known.count >= min(match.pairs, options.pairs or match.pairs):
                continue
            if end is not None and time.monotonic() > end:
                break
            is_done = False
            play(match, known)
            write(STORE, played)
    PAGE.write_text(page(PAGE.read_text("utf-8"), MATCHES, played), "utf-8")


def play(match: Match, known: Played) -> None:
    """Play the next pair of a match."""
    points, costs = play_pair(match, known.count)
    known.add(points, costs)
    score, margin = known.score()
    sys.stderr.write(f"{match.name}: {2 * known.count} games, {100 * score:.1f} % ± {100 * margin:.1f}\n")


def read(path: Path) -> dict[str, Played]:
    """Return what has been played."""
    if not path.exists():
        return {}
    return {name: Played(**known) for name, known in json.loads(path.read_text("utf-8")).items()}


def write(path: Path, played: dict[str, Played]) -> None:
    """Keep what has been played, all or nothing."""
    text = json.dumps({name: known.as_json() for name, known in played.items() if known.count}, indent=1)
    new = path.with_suffix(".new")
    new.write_text(text + "\n", "utf-8")
    new.replace(path)


if __name__ == "__main__":
    main()
