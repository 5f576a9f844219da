"""Reads the results in a tournament's folder as values; a run may write to it at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from beachhead.bots.arena.game import FindGame, usual_game
from beachhead.bots.arena.plan import plan_of, read_settings
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.store import BadStore, Store, StoredResults


@contextmanager
def reading(folder: Path, find: FindGame = usual_game) -> Iterator[Report]:
    """Open the results in a folder as they are at this moment: standings, games and JSON.

    Raise BadStore if there are none, BadPlan if the game is unknown here, OSError or sqlite3.Error.
    """
    store = Store(folder, is_read_only=True)
    try:
        text = store.settings
        if text is None:
            raise BadStore(f"{folder}: the run was ended before it had begun")
        try:
            settings = read_settings(text)
        except (ValueError, LookupError, TypeError):
            raise BadStore(f"the settings in {folder} are damaged") from None
        plan = plan_of(settings, (), find)
        store.name_bots(plan.names)
        yield Report(plan, store, StoredResults(store))
    finally:
        store.close()
