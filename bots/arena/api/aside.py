"""The separate process in which the API plays a match or tournament, in the same way as the commands.

The program that uses the API is not forked, handles no signals for us, holds no secret seed, and may start processes of
its own. An order comes in as one line of JSON; results, messages and at last the tables go out as lines.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from beachhead.bots.arena.contain import household
from beachhead.bots.arena.contain.sandbox import NoSandbox, boxed
from beachhead.bots.arena.driver import Driver
from beachhead.bots.arena.execute.local import Broken
from beachhead.bots.arena.files import Files, in_words
from beachhead.bots.arena.game import FindGame
from beachhead.bots.arena.lock import Locked
from beachhead.bots.arena.plan import BadPlan, Plan, plan_of, read_settings
from beachhead.bots.arena.progress import Progress
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.run import begin, local, restore_evidence
from beachhead.bots.arena.store import BadStore, Store
from beachhead.bots.arena.tournament_command import read_plan
from beachhead.bots.arena.tournament_file import BadFile


class Lines(Progress):
    """Progress as lines of JSON."""

    def __init__(self, plan: Plan, stream: TextIO) -> None:
        super().__init__(plan, stream)
        self._plan = plan
        self._stream = stream

    def count(self, result: GameResult, sign: int = 1) -> None:
        """Report a result; a game that is taken back is played again, and then reported again."""
        if sign > 0 and self._is_started:
            tell(self._stream, "result", result.as_json(has_seed=False))

    def start(self) -> None:
        self._is_started = True

    def show(self, is_new: bool = True) -> None:
        """Show nothing: the results have been reported."""

    def say(self, text: str) -> None:
        tell(self._stream, "said", text)

    def end(self) -> None:
        """Show nothing: the caller reports the tables."""


def tell(stream: TextIO, key: str, value: Any) -> None:
    """Write a line; BrokenPipeError if nobody reads any more, which ends the run."""
    stream.write(json.dumps({key: value}) + "\n")
    stream.flush()


def main(builtins: Sequence[str], find: FindGame) -> int:
    """Carry out the order on standard input; return the exit code."""
    if sys.platform == "linux":
        household.hear_of_death(15)  # SIGTERM, if the program that uses the API is killed
    order = json.loads(sys.stdin.readline())
    out = sys.stdout
    store = None
    try:
        folder = Path(order["folder"]) if order["folder"] else None
        if order["file"]:
            plan = read_plan(Path(order["file"]), builtins, find)
        else:
            plan = plan_of(read_settings(order["settings"]), builtins, find)
        store = Store(folder)
        plan = begin(plan, store)
        if order["sandbox"] or plan.tournament.sandbox:
            hidden = [str(Path(path).resolve()) for path in (order["folder"], order["file"]) if path]
            plan = replace(plan, bots=boxed(plan.bots, hidden))
        files = Files(faults=str(folder / "faults") if folder else "")
        tell(out, "names", plan.names)
        progress = Lines(plan, out)
        driver = Driver(plan, store, files, progress)
        if not driver.settle():
            execute = partial(local, has_records=folder is not None)
            driver.run(execute(plan, files, progress.say))
        if folder is not None:
            with suppress(OSError):
                restore_evidence(store, files)
        tell(out, "report", Report(plan, store, driver.results).as_json())
    except BrokenPipeError:
        return 1
    except (BadFile, BadPlan, BadStore, Broken, Locked, NoSandbox, OSError, ValueError, sqlite3.Error) as problem:
        tell(out, "refused", in_words(problem))
        return 2
    finally:
        if store is not None:
            store.close()
    return 0
