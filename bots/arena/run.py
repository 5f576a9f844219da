"""Run a plan to its end or to Ctrl-C, and print the results: the common part of `match` and `tournament`."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from beachhead.bots.arena.driver import Driver, Executor
from beachhead.bots.arena.execute.spectator import Spectator
from beachhead.bots.arena.files import Files, write_lines
from beachhead.bots.arena.launch import printable
from beachhead.bots.arena.plan import BadPlan, Plan, read_settings, secret_key
from beachhead.bots.arena.progress import Progress
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.store import Store, StoredResults

Execute = Callable[[Plan, Files, Callable[[str], None]], Executor]
"""Makes the executor of a plan; the last argument says something to people while games are played."""


def local(
    plan: Plan,
    files: Files,
    _: Callable[[str], None],
    has_records: bool = True,
    spectator: Spectator | None = None,
) -> Executor:
    """Return the executor of this machine."""
    from beachhead.bots.arena.execute.local import LocalExecutor

    return LocalExecutor(plan, plan.tournament.concurrency, bool(files.log), has_records, spectator)


def begin(plan: Plan, store: Store) -> Plan:
    """Store the plan; return it as the continuation of an earlier run, if there is one.

    Raise BadPlan if it does not fit that run.
    """
    store.name_bots(plan.names)
    seed = plan.tournament.seed
    before = store.settings
    if before is None:
        store.begin(plan.settings.to_text(), time.time(), seed or secret_key(), bool(seed))
        return plan
    earlier = read_settings(before)
    changed = plan.settings.is_extension_of(earlier)
    if changed:
        raise BadPlan(
            f"{changed} has changed since the games in {store.folder} began; a tournament that goes on may only get more "
            "bots, games or rounds: --out DIR begins another one"
        )
    plan = plan.after(earlier)
    if plan.settings != earlier:
        has_more = not plan.schedule.is_finished(StoredResults(store))
        is_told = all(key.is_public for key in store.keys)
        store.extend(plan.settings.to_text(), secret_key() if has_more and is_told and not seed else "")
    return plan


def run_plan(
    command: str, plan: Plan, store: Store, files: Files, is_json: bool, execute: Execute, stream: TextIO | None = None
) -> int:
    """Play the remaining games of a plan and print the results; return the exit code."""
    from beachhead.bots.arena.execute.local import Broken

    progress = Progress(plan, stream)
    driver = Driver(plan, store, files, progress)
    again = f"; the same command goes on from what is in {store.folder}" if store.folder is not None else ""
    code = 0
    crowded = ""
    try:
        if driver.settle():
            progress.say("all games have been played")
        else:
            executor = execute(plan, files, progress.say)
            for notice in [*executor.notices(), *filter(None, [executor.crowding])]:
                complain(command, notice)
            is_finished = driver.run(executor)
            crowded = executor.crowding
            if not is_finished:
                code = 128 + driver.signal if driver.signal else 1
                if again:
                    complain(command, f"not finished{again}")
    except Broken as problem:
        complain(command, f"{problem}{again}")
        code = 1
    except sqlite3.Error as problem:
        complain(command, f"a result cannot be stored: {problem}; nothing that was stored is lost{again}")
        return 1
    if store.folder is not None:
        with suppress(OSError):
            restore_evidence(store, files)
    report = Report(plan, store, driver.results)
    answer = print_report(command, report, is_json, crowded)
    return code or answer


def print_report(command: str, report: Report, is_json: bool, crowded: str = "") -> int:
    """Print the results as tables or as JSON; return the exit code: 1 if a bot never started."""
    if is_json:
        text = json.dumps(report.as_json() | {"crowded": bool(crowded)})
    else:
        lines = report.lines()
        if crowded:
            lines.append(f"played with {crowded}")
        if not report.plan.tournament.seed and not report.has_secret:
            lines += [f"seed {key.key}" for key in report.store.keys]  # it was secret until now
        text = "\n".join(map(printable, lines))  # a folder of results may come from a stranger
    print(text, flush=True)  # noqa: T201
    if not report.never_started():
        return 0
    if is_json:  # the tables contain them
        for line in report.never_started():
            complain(command, line)
    return 1


def restore_evidence(store: Store, files: Files) -> None:
    """Write missing counter-examples of complete pairs. Raise OSError."""
    if not files.faults:
        return
    for id, bot, lines in store.evidence():
        path = Path(files.fault_file(id, bot))
        if not path.exists() and store.is_finished:
            write_lines(path, lines)


def complain(command: str, problem: str) -> None:
    """Print a message on standard error."""
    with suppress(OSError):
        print("\n".join(map(printable, f"beachhead {command}: {problem}".split("\n"))), file=sys.stderr)  # noqa: T201


def stand_in() -> None:
    """Replace closed standard streams by the null device, so that no pipe of a bot gets their descriptors."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (until the process ends)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
