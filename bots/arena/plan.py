"""The plan of a match or tournament: its settings, and the bots, positions and schedule that follow from them."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

from beachhead.bots.arena.clock import Clock
from beachhead.bots.arena.game import FindGame, judge_deck, open_table, usual_game
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.launch import Bot, read_bot
from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.schedule.fixed import Size
from beachhead.bots.arena.schedule.formats import schedule_of
from beachhead.bots.arena.schedule.schedule import Schedule
from beachhead.bots.arena.schedule.war import War
from beachhead.bots.arena.terms import Terms
from beachhead.bots.arena.tournament_file import Entrant, Tournament
from beachhead.engine.values import BadOption, BadPosition, IllegalAction


class BadPlan(Exception):
    """Raised if a match cannot be played with these settings; the message says why.

    ``key`` is the key of a tournament file that is at fault, if one is, and ``bot`` the number of its [[bot]] table.
    """

    def __init__(self, message: str, key: str = "", bot: int | None = None, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message  # the message without the key
        self.key = key
        self.bot = bot


@dataclass(frozen=True, slots=True)
class Settings:
    """A tournament as in its file, with the texts of the other files that it names."""

    tournament: Tournament
    start: float
    positions: str = ""  # the text
    deck: str = ""  # the text
    stages: tuple[Size, ...] = ()  # how large it was before its file got more bots or games

    def to_text(self) -> str:
        """Return the settings as text for the store."""
        return json.dumps(asdict(self), sort_keys=True)

    def is_extension_of(self, earlier: Settings) -> str:
        """Return an empty string if these settings only add to earlier ones; else what changed."""
        for what in ("positions", "deck"):
            if getattr(self, what) != getattr(earlier, what):
                return f"the file of {what}"
        return self.tournament.is_extension_of(earlier.tournament)

    def after(self, earlier: Settings) -> Settings:
        """Return these settings as a continuation of earlier ones, which they extend."""
        sizes = [(len(each.tournament.bots), each.tournament.games) for each in (earlier, self)]
        return replace(self, stages=earlier.stages if sizes[0] == sizes[1] else (*earlier.stages, sizes[0]))


def read_settings(text: str) -> Settings:
    """Return the settings that `to_text` wrote."""
    data = json.loads(text)
    found = data["tournament"]
    bots = tuple([Entrant(**{**bot, "clock": bot["clock"] and Clock(**bot["clock"])}) for bot in found["bots"]])
    known = {
        **found,
        "bots": bots,
        "clock": Clock(**found["clock"]),
        "sprt": found["sprt"] and Hypotheses(**found["sprt"]),
        "war": found["war"] and War(**found["war"]),
    }
    return Settings(
        Tournament(**known), data["start"], data["positions"], data["deck"], tuple(map(tuple, data["stages"]))
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything known before the first game."""

    settings: Settings
    bots: tuple[Bot, ...]
    terms: Terms
    schedule: Schedule
    find: FindGame = usual_game
    positions: tuple[str, ...] = ()

    @property
    def tournament(self) -> Tournament:
        """The tournament as in its file."""
        return self.settings.tournament

    def after(self, earlier: Settings) -> Plan:
        """Return this plan as a continuation of earlier settings, which it extends."""
        settings = self.settings.after(earlier)
        return replace(self, settings=settings, schedule=schedule_of(self.tournament, self.positions, settings.stages))

    @property
    def names(self) -> list[str]:
        """The names of the bots."""
        return [bot.name for bot in self.bots]


def plan_of(
    settings: Settings, builtins: Sequence[str] = (), find: FindGame = usual_game, positions_name: str = "positions"
) -> Plan:
    """Return the plan of a tournament; raise BadPlan if a bot, the game, its mode or a position is invalid."""
    found = settings.tournament
    bots = []
    for number, entrant in enumerate(found.bots):
        try:
            bot = read_bot(entrant.command, entrant.name, entrant.env, entrant.memory, builtins)
        except ValueError as problem:
            raise BadPlan(f"{entrant.name}: {problem}", "command", number) from None
        bots.append(replace(bot, clock=entrant.clock, folder=entrant.folder and os.path.abspath(entrant.folder)))
    terms = Terms(
        found.game, found.mode, found.clock, found.hang, settings.start, found.illegal, found.reuse, settings.deck
    )
    judge_table(terms, found.seats, find)
    positions: tuple[str, ...] = ()
    if settings.positions:
        positions = read_positions(positions_name, settings.positions, terms, found.seats, find)
    return Plan(settings, tuple(bots), terms, schedule_of(found, positions, settings.stages), find, positions)


def pair_seed(key: str, pair: int) -> str:
    """Return the seed of a mirrored pair: its games have the same dice."""
    return sha256(f"{key} pair {pair}".encode()).hexdigest()[:32]


def secret_key() -> str:
    """Return a random key of 128 bits."""
    return secrets.token_hex(16)


def judge_names(names: Sequence[str]) -> None:
    """Raise BadPlan if a name cannot be printed, or two bots have the same."""
    for name in names:
        if not name.isprintable():
            raise BadPlan(f"the name {name[:40]!a} has a character in it that cannot be printed")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadPlan(f"two bots have the name '{twice[0]}': --names a,b gives them others")


def judge_table(terms: Terms, seats: int, find: FindGame = usual_game) -> None:
    """Raise BadPlan if a game with that many seats cannot begin."""
    key = "game"
    try:
        find(terms.game, "")
        key = "deck"
        judge_deck(terms.game, terms.deck, find)
        find(terms.game, terms.deck)
        key = "mode"
        table, _ = open_table(terms, _sample(seats), find)
    except (BadOption, ValueError) as bad:
        raise BadPlan(f"deck: {bad}" if key == "deck" else str(bad), key, reason=str(bad)) from None
    timeline = table.timeline
    wanted = len(timeline.game.seats(timeline.state))
    if wanted != seats:
        raise BadPlan(f"{terms.game} is a game for {wanted}: there are {seats} bots", "seats")


def read_positions(name: str, text: str, terms: Terms, seats: int, find: FindGame = usual_game) -> tuple[str, ...]:
    """Return the positions of a file, one a line; raise BadPlan with the first line that is invalid."""
    usual, _ = open_table(terms, _sample(seats), find)
    mode = _mode(usual.timeline)
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        position = line.partition("#")[0].strip()
        if not position:
            continue
        position = position.removeprefix("position ").removeprefix(f"{terms.game} ").strip()
        try:
            table, _ = open_table(terms, replace(_sample(seats), position=position), find)
        except (BadPosition, BadOption, IllegalAction) as bad:
            raise BadPlan(f"{name}:{number}: {bad}", "positions") from None
        timeline = table.timeline
        if timeline.game.result(timeline.state) is not None:
            raise BadPlan(f"{name}:{number}: the game is over there", "positions")
        if len(timeline.game.seats(timeline.state)) != seats:
            raise BadPlan(f"{name}:{number}: the position has another number of seats", "positions")
        if _mode(timeline) != mode:
            raise BadPlan(
                f"{name}:{number}: the mode of the position is {_mode(timeline)}, that of the games is {mode}",
                "positions",
            )
        found.append(position)
    if not found:
        raise BadPlan(f"{name}: there is no position in it", "positions")
    return tuple(found)


def _mode(timeline: Any) -> str:  # Any: states of any game
    mode: str = timeline.game.setting(timeline.state).mode
    return mode


def _sample(seats: int) -> GameSpec:
    """Return a sample game."""
    return GameSpec(1, 1, tuple(range(seats)), "sample")


def distinct(names: Sequence[str]) -> list[str]:
    """Return the names; repeated ones get a number."""
    found: list[str] = []
    for name in names:
        number, word = 2, name
        while word in found:
            word = f"{name}-{number}"
            number += 1
        found.append(word)
    return found
