"""Reports: what the results say of a game that has been played, its record, and what shows its faults."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from beachhead.bots.arena.fault import Fault, counter_example, exit_words
from beachhead.bots.arena.game import Course, Pairing, Report, Terms, annotate, open_table
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player
from beachhead.protocol.dice import commitment


def report_on(
    course: Course,
    pairing: Pairing,
    terms: Terms,
    bots: Sequence[Bot],
    players: Sequence[Player | None],
    seconds: float,
    has_record: bool = True,
) -> Report:
    """The report on a game that is over. The bots and players stand in seat order."""
    table = course.table
    timeline = table.timeline
    game, state = timeline.game, timeline.state
    result = game.result(state)
    assert result is not None
    seats = game.seats(state)
    names = dict(zip(seats, (bot.name for bot in bots), strict=True))
    winners = [names[seat] for seat in result.winners]
    report = Report(
        game=_as_json(pairing, names, winners, result.reason, course.faults),
        scores=[1 / len(winners) if bot.name in winners else 0.0 if winners else 1 / len(bots) for bot in bots],
    )
    if has_record:
        annotate(timeline, course.times)
        for key, value in _headers(names, pairing, terms).items():
            table.set_header(key, value)
        report.record = table.record()
    report.game |= {
        "points": dict(zip(seats, result.points, strict=True)),
        "turns": game.turn(state),
        "decisions": len(course.times),
        "seconds": round(seconds, 3),
    }
    for fault, place, record in zip(course.faults, course.places, course.records, strict=True):
        seat = seats.index(fault.seat)
        report.evidence[fault.bot] = _evidence(fault, place, record, pairing, names, bots[seat], players[seat])
    return report


def lost_by_all(pairing: Pairing, terms: Terms, bots: Sequence[Bot], faults: Sequence[Fault]) -> Report:
    """The report on a game in which nobody could start: all lose, and there is no record."""
    table, _ = open_table(terms, pairing)
    timeline = table.timeline
    seats = timeline.game.seats(timeline.state)
    names = dict(zip(seats, (bot.name for bot in bots), strict=True))
    game = _as_json(pairing, names, [], "start", faults)
    game |= {"points": dict.fromkeys(seats, 0), "turns": 0, "decisions": 0, "seconds": 0.0}
    return Report(game=game, scores=[0.0 for _ in bots])


def _as_json(
    pairing: Pairing, names: dict[str, str], winners: list[str], reason: str, faults: Sequence[Fault]
) -> dict[str, Any]:
    winner: str | list[str] | None = winners if len(winners) > 1 else winners[0] if winners else None
    return {
        "id": pairing.id,
        "pair": pairing.pair,
        "seed": pairing.seed,
        "commit": commitment(pairing.seed),
        "seats": names,
        "winner": winner,
        "reason": reason,
        "fault": faults[0].as_json() if faults else None,
        "faults": [fault.as_json() for fault in faults],
    }


def _headers(names: dict[str, str], pairing: Pairing, terms: Terms) -> dict[str, str]:
    return {
        **names,
        "game": str(pairing.id),
        "pair": str(pairing.pair),
        "clock": str(terms.clock),
        "commit": commitment(pairing.seed),
        "seed": pairing.seed,
    }


def _evidence(
    fault: Fault,
    place: str,
    record: Sequence[str],
    pairing: Pairing,
    names: dict[str, str],
    bot: Bot,
    player: Player | None,
) -> list[str]:
    title = f"game {pairing.id}, {' v '.join(names.values())}, seed {pairing.seed}"
    conversation = player.transcript.lines() if player else []
    stderr = player.process.words.text() if player else ""
    ending = exit_words(player.process.exit_code(0)) if player else fault.detail
    return counter_example(
        fault, title, [shlex.quote(word) for word in bot.command], record, place, conversation, stderr, ending
    )
