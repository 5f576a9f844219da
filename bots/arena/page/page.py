"""The report as a page, and the pages of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from beachhead.bots.arena.page.sections import sections, without_secrets
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult
from beachhead.protocol.page.curve import Verdict
from beachhead.protocol.page.document import as_json, document
from beachhead.protocol.page.replay import replay
from beachhead.protocol.recorded import read_record

_FOLDER: Final = Path(__file__).parent
GAMES: Final = "games"  # the folder of the pages of games, beside the report

Judge = Callable[[Any], Verdict | None]
"""Analyses a game by its timeline, for its page; None if it cannot be analysed. (Any: a timeline of any game.)"""


def report_page(report: Report, pages: Sequence[int] | None = None, live: str = "", connect: str = "'none'") -> str:
    """Return the report as a page.

    ``pages`` are the ids of the games that have a page beside it; None if all have one. A page that is ``live`` asks its
    server for news, and may connect to it.
    """
    title = escape(report.plan.tournament.name)
    data = {**games_data(report), "pages": pages, "live": live}
    parts = {key: f"{markup}" for key, markup in sections(report).items()}
    return document("report", {**parts, "title": title, "data": as_json(data)}, connect, _FOLDER, ())


def games_data(report: Report, after: frozenset[int] | set[int] = frozenset()) -> dict[str, Any]:
    """Return the list of games as the page has it, apart from those that it knows already."""
    rows = [game_row(result) for result in report.counted() if result.id not in after]
    return {"bots": report.plan.names, "games": rows}


def game_row(result: GameResult) -> list[Any]:
    """Return a game as the page lists it: id, bots and places by seat, reason, turns, decisions, seconds, faults."""
    faults = [[result.seats.index(fault.seat), fault.reason] for fault in result.faults]
    return [
        result.id, list(result.spec.bots), list(result.places), result.reason, result.turns, result.decisions,
        round(result.seconds, 1), faults,
    ]  # fmt: skip


def game_page(report: Report, result: GameResult, judge: Judge | None = None) -> str:
    """Return the page of a game that has a record; raise Refusal if it has none."""
    lines = without_secrets(report, result, report.store.record(result.id))
    plan = report.plan
    record = read_record(
        [line.encode() for line in lines], f"game {result.id}", lambda name: plan.find(name, plan.terms.deck)
    )
    return replay(record, judge(record.table.timeline) if judge is not None else None)
