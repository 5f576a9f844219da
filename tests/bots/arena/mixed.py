"""Tournaments half of whose bots misbehave, compared with the healthy ones among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from beachhead.bots.arena.execute.played import PlayedGame
from beachhead.bots.arena.execute.runner import Runner
from beachhead.bots.arena.plan import Plan, Settings, plan_of
from beachhead.bots.arena.rating.standings import standings
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.report import Report
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.fixed import Fixed, Run
from beachhead.engine.games import find_game
from beachhead.protocol.seated import START

HEALTHY = ("builtin:random --seed 1", "builtin:wanderer --seed 2", "builtin:random --seed 3", "builtin:wanderer --seed 4",
           "builtin:random --seed 5")  # fmt: skip


def file_of(folder: Path, healthy: int, bad: Mapping[str, str], top: str, bot: str = "") -> Path:
    """Write a tournament of so many healthy bots and of bad ones, given by the reason for which they lose."""
    bots = [f'[[bot]]\nname = "healthy{number}"\ncommand = "{HEALTHY[number]}"\n' for number in range(healthy)]
    bots += [f'[[bot]]\nname = "{reason}"\ncommand = "{command}"\n{bot}' for reason, command in bad.items()]
    file = folder / "mixed.toml"
    clock = 'time = "0.4+0"\n'
    text = "".join(bots).replace('name = "time"\n', f'name = "time"\n{clock}')
    file.write_text(f'name = "Mixed"\n{top}\n{text}')
    return file


def expect_order(folder: Path, reasons: Sequence[str]) -> None:
    """Fail if a game has not exactly one result, a healthy bot has a fault, or a bad one another than its own."""
    with reading(folder, find_game) as report:
        results = report.counted()
        assert report.is_finished
        assert [result.id for result in results] == [spec.id for spec in report.plan.schedule.games(report.results)]
        for result in results:
            for fault in result.faults:
                assert fault.bot == fault.reason, fault
                assert not fault.is_withdrawn or fault.bot == "start", fault
            assert result.reason, result
            assert all(name.startswith("healthy") or _has_fault(result, name) for name in result.names), result
        withdrawn = [line for line in report.standings.lines if line.is_withdrawn]
        assert [report.plan.names[line.bot] for line in withdrawn] == (["start"] if "start" in reasons else [])
        _expect_the_same_table(report)


def _has_fault(result: GameResult, name: str) -> bool:
    """Whether a bad bot has its fault, or its opponent's came first, which ended the game."""
    return any(fault.bot == name for fault in result.faults) or len(result.seats) == len(result.faults) + 1


def _expect_the_same_table(report: Report) -> None:
    """Fail if the healthy bots' games with each other are not those of a tournament among themselves."""
    plan = report.plan
    bots = [bot for bot, name in enumerate(plan.names) if name.startswith("healthy")]
    alone = _among(plan, bots)
    mixed = [result for result in report.counted() if set(result.spec.bots) <= set(bots)]
    played: dict[int, GameResult] = {}
    runner = Runner(alone.bots, alone.terms, alone.find, has_records=True)
    try:
        for result in mixed:
            game = runner.play(result.spec)
            assert _essence(game.result.as_json()) == _essence(result.as_json())
            assert _actions(game) == _actions(PlayedGame(result, tuple(report.store.record(result.id))))
            played[result.id] = game.result
    finally:
        runner.end()
    both = [
        [
            (line.bot, line.games, line.score, line.rating)
            for line in standings(_only(plan, mixed), results, len(bots)).lines
        ]
        for results in ({result.id: result for result in mixed}, played)
    ]
    assert both[0] == both[1]


def _among(plan: Plan, bots: Sequence[int]) -> Plan:
    """The plan of a tournament of the first bots only."""
    tournament = plan.tournament
    healthy = replace(tournament, bots=tuple(tournament.bots[bot] for bot in bots))
    return plan_of(Settings(healthy, START), (), plan.find)


def _only(plan: Plan, results: Sequence[GameResult]) -> Fixed:
    """The schedule of some games of another one, under their numbers."""
    units = {result.pair: min(each.id for each in results if each.pair == result.pair) for result in results}
    first = {result.id: result.spec.bots for result in results}
    line_ups = [first[units[pair]] if pair in units else (0, 1) for pair in range(1, max(units) + 1)]
    assert isinstance(plan.schedule, Fixed)
    return Fixed((Run((tuple(line_ups),), 0, 1),))


def _essence(game: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in game.items() if key not in ("seconds", "thinking")}


def _actions(game: PlayedGame) -> list[str]:
    return [line for line in game.record if not line.startswith(("#", "header date"))]
