"""`make ladder`: play the missing matches between the built-in bots, and write the tables of docs/bots.md and bots-royale.md.

Every block of games has a fixed seed, and its result is kept in docs/ladder.json, so it can be stopped at any time and goes on
there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Final

from tools.ladder.matches import MATCHES, Block, Match, play_block
from tools.ladder.page import Played, page, verdict

DOCS: Final = Path(__file__).parents[2] / "docs"
STORE: Final = DOCS / "ladder.json"
PAGES: Final = {"island": DOCS / "bots.md", "royale": DOCS / "bots-royale.md"}


def main() -> int:
    """Play what is missing, match after match; the exit code tells whether Ctrl-C stopped it."""
    parser = argparse.ArgumentParser("ladder", description=__doc__)
    parser.add_argument(
        "--games", type=int, metavar="N", help="at most so many of a match (default: as many as it has)"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after about so long")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only the matches with TEXT in their names")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    parser.add_argument("--page", action="store_true", help="play nothing, write the pages")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    played = read(STORE)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    only = options.only or [""]
    chosen = [] if options.page else [match for match in MATCHES if any(text in match.name for text in only)]
    pool = ProcessPoolExecutor(options.jobs)
    try:
        for match in chosen:
            blocks = match.blocks if options.games is None else min(match.blocks, -(-options.games // match.seats))
            play(pool, match, blocks, played, end)
        stopped = False
    except KeyboardInterrupt:
        sys.stderr.write("\nladder: stopped; run it again to go on\n")
        stopped = True
    pool.shutdown(wait=not stopped, cancel_futures=True)
    for game, path in PAGES.items():
        matches = [match for match in MATCHES if match.game == game]
        path.write_text(page(path.read_text("utf-8"), matches, played), "utf-8")
    return 130 if stopped else 0


def play(pool: ProcessPoolExecutor, match: Match, blocks: int, played: dict[str, Played], end: float | None) -> None:
    """Play a match up to a number of blocks, or to the end of the time, and keep each block."""
    known = played.setdefault(match.name, Played())
    tasks: list[Future[Block]] = [pool.submit(play_block, match, number) for number in range(known.count, blocks)]
    for task in tasks:
        if end is not None and time.monotonic() > end:
            task.cancel()
            continue
        known.add(task.result())
        write(STORE, played)
        sys.stderr.write(f"\r\033[K{verdict(match, known)}")
    if tasks and known.count:
        sys.stderr.write("\n")


def read(path: Path) -> dict[str, Played]:
    """Return what has been played."""
    if not path.exists():
        return {}
    return {name: Played(**known) for name, known in json.loads(path.read_text("utf-8")).items()}


def write(path: Path, played: Mapping[str, Played]) -> None:
    """Keep what has been played, a match in each line, all or nothing."""
    lines = [f"{json.dumps(name)}: {json.dumps(known.as_json())}" for name, known in played.items() if known.count]
    new = path.with_suffix(".new")
    new.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
