"""The plan of a match: which game has which number, seed and seats. All of it follows from the seed and the place alone."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from beachhead.bots.arena.game import Pairing, Terms, open_table
from beachhead.bots.arena.launch import Bot
from beachhead.engine.game import BadOption, BadPosition, IllegalAction


class BadPlan(Exception):
    """A match cannot be played as it was asked for; says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match: as many games as asked for, in blocks in which every bot has every seat once, with the same dice."""

    bots: tuple[Bot, ...]
    terms: Terms
    games: int
    key: str
    positions: tuple[str, ...] = ()

    def pairing(self, number: int) -> Pairing:
        """The game of that number, counted from 1."""
        size = len(self.bots)
        block, turn = divmod(number - 1, size)
        bots = tuple((seat + turn) % size for seat in range(size))
        position = self.positions[block % len(self.positions)] if self.positions else ""
        return Pairing(number, block + 1, pair_seed(self.key, block + 1), bots, position)


def pair_seed(key: str, pair: int) -> str:
    """The seed of a mirrored pair: two games with the same dice, seats swapped."""
    return sha256(f"{key} pair {pair}".encode()).hexdigest()[:32]


def secret_key() -> str:
    """A key that nobody can guess: 128 bits."""
    return secrets.token_hex(16)


def judge(plan: Plan) -> None:
    """Raises BadPlan where a game of the plan could not begin."""
    names = [bot.name for bot in plan.bots]
    for name in names:
        if not name.isprintable():
            raise BadPlan(f"the name {name[:40]!a} has something in it that cannot be printed")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadPlan(f"two bots have the name '{twice[0]}': --names a,b gives them others")
    sample = plan.pairing(1)
    try:
        table, _ = open_table(plan.terms, Pairing(1, 1, sample.seed, sample.bots))
    except BadOption as bad:
        raise BadPlan(str(bad)) from None
    timeline = table.timeline
    seats = timeline.game.seats(timeline.state)
    if len(seats) != len(plan.bots):
        raise BadPlan(f"{plan.terms.game} is a game for {len(seats)}: there are {len(plan.bots)} bots")


def read_positions(name: str, text: str, plan: Plan) -> tuple[str, ...]:
    """The positions of a file, one a line; raises BadPlan with the line that is no good."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        position = line.partition("#")[0].strip()
        if not position:
            continue
        position = position.removeprefix("position ").removeprefix(f"{plan.terms.game} ").strip()
        try:
            table, _ = open_table(plan.terms, Pairing(1, 1, plan.key, plan.pairing(1).bots, position))
        except (BadPosition, BadOption, IllegalAction) as bad:
            raise BadPlan(f"{name}:{number}: {bad}") from None
        timeline = table.timeline
        if timeline.game.result(timeline.state) is not None:
            raise BadPlan(f"{name}:{number}: the game is over there")
        if len(timeline.game.seats(timeline.state)) != len(plan.bots):
            raise BadPlan(f"{name}:{number}: the position is one for another number of seats")
        found.append(position)
    if not found:
        raise BadPlan(f"{name}: there is no position in it")
    return tuple(found)


def distinct(names: Sequence[str]) -> list[str]:
    """The names with a number behind those that occur again."""
    found: list[str] = []
    for name in names:
        number, word = 2, name
        while word in found:
            word = f"{name}-{number}"
            number += 1
        found.append(word)
    return found
