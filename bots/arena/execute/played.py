"""A played game: its result, record and counter-examples, as a value that can be sent through a pipe."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from beachhead.bots.arena.fault import counter_example, exit_words, withdrawn
from beachhead.bots.arena.game import FindGame, RunningGame, annotate, clock_of, open_table, usual_game
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.launch import Bot
from beachhead.bots.arena.player import Player
from beachhead.bots.arena.result import Fault, GameResult, Thinking, places_of, read_result
from beachhead.bots.arena.terms import Terms
from beachhead.engine.record import quoted
from beachhead.protocol.dice import commitment


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The result of an executor for a game."""

    result: GameResult
    record: tuple[str, ...] = ()
    evidence: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # counter-examples by the bot's name
    log: str = ""

    def to_line(self) -> str:
        """Return the game as one line of JSON."""
        parts = {"result": self.result.as_json(), "record": self.record, "evidence": self.evidence, "log": self.log}
        return json.dumps(parts)


def read_played(line: str | bytes | bytearray, bots: Sequence[Bot]) -> PlayedGame:
    """Return the game that `to_line` wrote."""
    parts = json.loads(line)
    result = read_result(parts["result"], [bot.name for bot in bots])
    evidence = {bot: tuple(lines) for bot, lines in parts["evidence"].items()}
    return PlayedGame(result, tuple(parts["record"]), evidence, parts["log"])


def finished(
    running: RunningGame,
    spec: GameSpec,
    terms: Terms,
    bots: Sequence[Bot],
    players: Sequence[Player | None],
    seconds: float,
    has_record: bool = True,
    log: str = "",
) -> PlayedGame:
    """Return a game that is over. The bots and players stand in seat order."""
    table = running.table
    timeline = table.timeline
    game, state = timeline.game, timeline.state
    ending = game.result(state)
    assert ending is not None
    seats = tuple(game.seats(state))
    names = tuple([bot.name for bot in bots])
    result = GameResult(
        spec,
        names,
        seats,
        tuple(ending.winners),
        places_of(seats, ending.winners, ending.places),
        ending.reason,
        tuple(ending.points),
        game.turn(state),
        len(running.times),
        seconds,
        tuple(running.faults),
        tuple([_thinking(player) for player in players]),
    )
    record: tuple[str, ...] = ()
    if has_record:
        annotate(running.table, running.times)
        hellos = {f"hello.{seat}": who.name for seat, who in zip(seats, players, strict=True) if who and who.name}
        for key, value in ({"date": time.strftime("%Y-%m-%d")} | headers_of(result, bots, terms) | hellos).items():
            table.set_header(key, value)
        closing = [f"header {key} {quoted(value)}" for key, value in closing_of(result).items()]
        record = (*table.record(), *closing, f"expect result {ending}")
    evidence = {}
    for fault, position, lines in zip(running.faults, running.positions, running.records, strict=True):
        seat = seats.index(fault.seat)
        evidence[fault.bot] = tuple(_evidence(fault, position, lines, result, bots[seat], players[seat]))
    return PlayedGame(result, record, evidence, log)


def lost_by_all(
    spec: GameSpec, terms: Terms, bots: Sequence[Bot], faults: Sequence[Fault], find: FindGame = usual_game
) -> PlayedGame:
    """Return a game in which no bot could start: all lose, none is first, and it has no record."""
    table, _ = open_table(terms, spec, find)
    timeline = table.timeline
    seats = tuple(timeline.game.seats(timeline.state))
    nothing = (0,) * len(seats)
    names = tuple([bot.name for bot in bots])
    last = (len(seats),) * len(seats)
    return PlayedGame(GameResult(spec, names, seats, (), last, "start", nothing, faults=tuple(faults)))


def conceded(
    spec: GameSpec, terms: Terms, bots: Sequence[Bot], gone: Sequence[int], find: FindGame = usual_game
) -> PlayedGame:
    """Return a game that withdrawn bots lose without being started, to at most one other bot."""
    running = RunningGame(*open_table(terms, spec, find))
    timeline = running.table.timeline
    seats = timeline.game.seats(timeline.state)
    faults = [
        withdrawn(bot.name, seat) for bot, seat, place in zip(bots, seats, spec.bots, strict=True) if place in gone
    ]
    if len(faults) == len(bots):
        return lost_by_all(spec, terms, bots, faults, find)
    for fault in faults:
        running.forfeit(fault)
    played = finished(running, spec, terms, bots, [None for _ in bots], 0.0)
    return PlayedGame(played.result, played.record)  # there is nothing to show


def _thinking(player: Player | None) -> Thinking:
    if player is None or not player.thought:
        return Thinking()
    return Thinking(len(player.thought), sum(player.thought), max(player.thought))


def headers_of(result: GameResult, bots: Sequence[Bot], terms: Terms) -> dict[str, str]:
    """Return the headers of a record that follow from the game, its bots and its terms. The bots stand in seat order."""
    spec = result.spec
    own = {
        f"clock-{seat}": str(clock_of(bot, terms))
        for seat, bot in zip(result.seats, bots, strict=True)
        if bot.clock is not None
    }
    return {
        **{f"seat.{seat}": name for seat, name in zip(result.seats, result.names, strict=True)},
        **{f"command.{seat}": bot.words for seat, bot in zip(result.seats, bots, strict=True)},
        "game": str(spec.id),
        "pair": str(spec.pair),
        "clock": str(terms.clock),
        **own,
        "commit": commitment(spec.seed),
    }


def closing_of(result: GameResult) -> dict[str, str]:
    """Return the headers at the end of a record: they are known when the game is over."""
    return {"result": "+".join(result.winners) or "draw", "reason": result.reason, "seed": result.spec.seed}


def _evidence(
    fault: Fault, position: str, record: Sequence[str], result: GameResult, bot: Bot, player: Player | None
) -> list[str]:
    title = f"game {result.id}, {' v '.join(result.names)}, seed {result.spec.seed}"
    conversation = player.transcript.lines() if player else []
    stderr = player.process.words.text() if player else ""
    ending = exit_words(player.process.exit_code(0)) if player else fault.detail
    return counter_example(
        fault, title, [shlex.quote(word) for word in bot.command], record, position, conversation, stderr, ending
    )
