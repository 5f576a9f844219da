"""How likely a side is to win a position of the island: a logistic function of a few dozen terms, with fitted weights.

The terms, for the side that rolls next (`+`) and the other one (`-`):

* lives: the share of the characters that are still to be lost, now and after the fire that is to be expected;
* fire: the enemies in sight now (``aimed``), the best shot after a move in the mean over the die (``best``), and how many
  enemies some move could bring into sight (``threat``);
* numbers that nobody could play, or only one, two or three characters (``stuck``): rule 1a takes a character for them;
* every character by its facing, depth, run and type; those on the pad, and those that could step from it.

Fire is most of it. The weights lie in ``weights.json``; `make tune` fits them again from nothing.

A search looks at many positions that differ from one before by a single step. So a position is surveyed once, character
by character (``Survey``), and after a step only those characters are looked at again that can notice it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from beachhead.bots.island.reach import (
    BIT,
    BLOCKED,
    DEPTHS,
    FACINGS,
    FRONT,
    LANES,
    LONGEST,
    OCCUPIED,
    RING,
    SQUARE_COUNT,
    STANDINGS,
    Reach,
    lane,
)
from beachhead.engine.island.actions import NOBODY, REINFORCEMENTS
from beachhead.engine.island.mode import SHORT_LOSSES
from beachhead.engine.island.pieces import TYPE_NAMES
from beachhead.engine.island.state import Pad, State

_SCALARS: Final = (
    "bias", "share", "share after fire", "share after all fire",
    "aimed+", "aimed-", "best+", "best-", "threat+", "threat-", "more aimed-", "pad", "ready", "near block",
)  # fmt: skip
TERMS: Final = (
    *_SCALARS,
    *(f"{name}{sign}" for sign in "+-" for name in ("stuck0", "stuck1", "stuck2", "stuck3", "empty")),
    "edge",
    *TYPE_NAMES,
    *(f"{facing} {depth} {run}" for facing in FACINGS for depth in DEPTHS for run in range(LONGEST + 1)),
)
_INDEX: Final = {name: i for i, name in enumerate(TERMS)}
_LEFT: Final = 0.5  # what expected fire leaves of a side at least, in lives
_LATER: Final = 0.5  # how much is expected of the fire of the side that rolls later

Hit = tuple[int, int, float]  # the die that it takes (0: none), the target, the characters gained
Fire = tuple[float, float, int, int]  # aimed, best, the set in sight now, the set that a move could bring into sight
NO_FIRE: Final[Fire] = (0.0, 0.0, 0, 0)
Counts = tuple[int, int, int, int]


def played(packed: int) -> Counts:
    """How many of the numbers 1 to 5 are played by no, one, two and three characters, by the packed counts of their runs.

    A character with a run of n plays 1 to n by moving and n + 1 by turning; with none it plays none.
    """
    reach = [packed & 15, packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12 & 15]
    return reach.count(0), reach.count(1), reach.count(2), reach.count(3)


class Post:
    """A character as it stands."""

    __slots__ = ("hits", "notices", "notices_enemies", "reach", "square")

    def __init__(self, square: int, notices: int, notices_enemies: int, reach: Reach, hits: tuple[Hit, ...]) -> None:
        self.square = square
        self.notices = notices  # the squares on which a change of its own side matters to it
        self.notices_enemies = notices_enemies
        self.reach = reach
        self.hits = hits


def _post(code: int, square: int, occupied: int, own: int, enemies: int, blocks: int) -> Post:
    """Return a character as it stands."""
    ahead, by_occupied = LANES[code * SQUARE_COUNT + square] or lane(code, square)
    reach = by_occupied[occupied & ahead]
    notices = ahead | BIT[square]
    seen = reach.mask & enemies
    if not seen:
        return Post(square, notices, notices | reach.mask, reach, ())
    hits = []
    for die, target, between in reach.shots(seen):
        if between:
            notices |= between
            if between & occupied:
                gain = gain_of(between, own, enemies, blocks)
                if gain > 0.0:
                    hits.append((die, target, gain))
                continue
        hits.append((die, target, 1.0))
    return Post(square, notices, notices | reach.mask, reach, tuple(hits))


def gain_of(between: int, own: int, enemies: int, blocks: int) -> float:
    """The characters that a shot at an enemy takes from its side, less the own, by the squares between."""
    if between & blocks:
        return 0.0
    return 1.0 + (between & enemies).bit_count() - (between & own).bit_count()


def _combined(armed: list[tuple[Hit, ...]]) -> Fire:
    """The fire of all characters that have something to hit."""
    aimed = 0.0
    taken = 0
    for hits in armed:
        die, target, gain = hits[0]
        if not die and not target & taken:
            aimed += gain
            taken |= target
    threatened = 0
    by_die = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    for hits in armed:
        for die, target, gain in hits:
            if not target & taken:
                threatened |= target
                if gain > by_die[die]:
                    by_die[die] = gain
    best = sum(by_die) / 6.0 if threatened else 0.0
    return aimed, best, taken, threatened


class Half:
    """One side of a position."""

    __slots__ = ("fire", "near", "packed", "pad", "posts", "ready", "value")

    def __init__(self, state: State, side: int, occupied: int, own: int, enemies: int, blocks: int) -> None:
        board = state.board
        self.posts = [_post(board[square], square, occupied, own, enemies, blocks) for square in state.troops[side]]
        self.packed = 0
        self.near = 0
        armed = []
        for post in self.posts:
            self.packed += post.reach.packed
            if blocks & RING[post.square]:
                self.near += 1
            if post.hits:
                armed.append(post.hits)
        self.fire = _combined(armed) if armed else NO_FIRE
        pad = state.pads[side]
        self.pad = len(pad.slots) - pad.slots.count(NOBODY)
        self.ready = ready(state, pad, side) if self.pad else 0


def ready(state: State, pad: Pad, side: int, gone: int = NOBODY, come: int = NOBODY) -> int:
    """Return how many characters on a pad could step from it, after somebody has gone from a square and come to another."""
    board = state.board
    steps = REINFORCEMENTS[side][pad.centre]
    count = 0
    for slot, who in enumerate(pad.slots):
        if who != NOBODY:
            step = steps[slot]
            if step is not None and step.dst != come and (step.dst == gone or not board[step.dst]):
                count += 1
    return count


class Survey:
    """A position, character by character."""

    __slots__ = ("blocks", "halves", "occupied", "odds", "sets", "values")

    def __init__(self, state: State) -> None:
        board = bytes(state.board)
        self.occupied = int(board.translate(OCCUPIED), 2)
        self.blocks = int(board.translate(BLOCKED), 2)
        south = 0
        for square in state.troops[0]:
            south |= BIT[square]
        north = self.occupied ^ south ^ self.blocks
        self.sets = (south, north)
        unrevealed = state.live + state.safe
        self.odds = state.live / unrevealed if unrevealed else 0.0
        self.halves = (
            Half(state, 0, self.occupied, south, north, self.blocks),
            Half(state, 1, self.occupied, north, south, self.blocks),
        )
        self.values = [0.0, 0.0]  # of the characters of each side, once an evaluation has looked


class Evaluation:
    """The evaluation with the weights of one mode."""

    __slots__ = (
        "_after", "_after_all", "_aimed", "_aimed_at", "_best", "_best_at", "_bias", "_empty", "_empty_enemy", "_lost",
        "_more_aimed", "_near", "_pad", "_ready", "_share", "_stuck", "_threat", "_threat_at", "_worths", "weights",
    )  # fmt: skip

    def __init__(self, weights: Mapping[str, float], is_short: bool) -> None:
        self.weights = dict(weights)
        get = self.weights.get
        self._lost = float(SHORT_LOSSES) if is_short else 0.0  # characters that are no lives
        self._bias = get("bias", 0.0)
        self._share = get("share", 0.0)
        self._after = get("share after fire", 0.0)
        self._after_all = get("share after all fire", 0.0)
        self._aimed = get("aimed+", 0.0)
        self._aimed_at = get("aimed-", 0.0)
        self._best = get("best+", 0.0)
        self._best_at = get("best-", 0.0)
        self._threat = get("threat+", 0.0)
        self._threat_at = get("threat-", 0.0)
        self._more_aimed = get("more aimed-", 0.0)
        self._pad = get("pad", 0.0)
        self._ready = get("ready", 0.0)
        self._near = get("near block", 0.0)
        self._empty = get("empty+", 0.0)
        self._empty_enemy = get("empty-", 0.0)
        self._worths = [
            get(f"{FACINGS[facing]} {DEPTHS[depth]} {run}", 0.0)
            + get(TYPE_NAMES[kind], 0.0)
            + (get("edge", 0.0) if is_edge else 0.0)
            for facing, depth, run, kind, is_edge in STANDINGS
        ]
        self._stuck: tuple[dict[int, float], dict[int, float]] = ({}, {})

    def chance(self, state: State, mover: int) -> float:
        """The probability that the side that rolls next wins."""
        return probability(self.logit(self.survey(state), mover))

    def survey(self, state: State) -> Survey:
        """The position as ``logit`` and ``stepped`` want it."""
        survey = Survey(state)
        worths = self._worths
        for side in (0, 1):
            value = 0.0
            for post in survey.halves[side].posts:
                value += worths[post.reach.standing]
            survey.values[side] = value
        return survey

    def logit(self, survey: Survey, mover: int) -> float:
        """The logarithm of the odds that the side that rolls next wins."""
        half, other = survey.halves[mover], survey.halves[1 - mover]
        return self._sum(
            len(half.posts), len(other.posts), half.pad, other.pad, half.packed, other.packed, half.fire, other.fire,
            half.ready - other.ready, survey.odds * (half.near - other.near),
            survey.values[mover] - survey.values[1 - mover],
        )  # fmt: skip

    def stepped(self, survey: Survey, state: State, side: int, src: int, dst: int, code: int, mover: int) -> float:
        """The same for the position after a step of that side from src to an empty dst, or a turn on the spot.

        ``state`` is the one before the step, and ``code`` the character as it stands after it.
        """
        other = 1 - side
        board = state.board
        gone, come = BIT[src], BIT[dst]
        changed = gone | come
        blocks = survey.blocks
        enemies = survey.sets[other]
        own = survey.sets[side] & ~gone | come
        occupied = own | enemies | blocks
        worths = self._worths
        half, against = survey.halves[side], survey.halves[other]

        new = _post(code, dst, occupied, own, enemies, blocks)
        packed, value = half.packed + new.reach.packed, survey.values[side] + worths[new.reach.standing]
        armed = [new.hits] if new.hits else []
        for post in half.posts:
            if changed & post.notices:
                packed -= post.reach.packed
                value -= worths[post.reach.standing]
                if post.square == src:
                    continue
                new = _post(board[post.square], post.square, occupied, own, enemies, blocks)
                packed += new.reach.packed
                value += worths[new.reach.standing]
                if new.hits:
                    armed.append(new.hits)
            elif post.hits:
                armed.append(post.hits)
        fire = _combined(armed) if armed else NO_FIRE

        packed_against, value_against, fire_against = against.packed, survey.values[other], against.fire
        is_new = False
        armed = []
        for post in against.posts:
            if changed & post.notices_enemies:
                is_new = True
                packed_against -= post.reach.packed
                value_against -= worths[post.reach.standing]
                new = _post(board[post.square], post.square, occupied, enemies, own, blocks)
                packed_against += new.reach.packed
                value_against += worths[new.reach.standing]
                if new.hits:
                    armed.append(new.hits)
            elif post.hits:
                armed.append(post.hits)
        if is_new:
            fire_against = _combined(armed) if armed else NO_FIRE

        ready_against = against.ready
        ready_own = half.ready
        if half.pad and changed & FRONT[side]:
            ready_own = ready(state, state.pads[side], side, src, dst)
        if against.pad and changed & FRONT[other]:
            ready_against = ready(state, state.pads[other], other, src, dst)
        near = half.near
        if blocks & RING[src]:
            near -= 1
        if blocks & RING[dst]:
            near += 1
        more_near = survey.odds * (near - against.near)
        if mover == side:
            return self._sum(
                len(half.posts), len(against.posts), half.pad, against.pad, packed, packed_against, fire, fire_against,
                ready_own - ready_against, more_near, value - value_against,
            )  # fmt: skip
        return self._sum(
            len(against.posts), len(half.posts), against.pad, half.pad, packed_against, packed, fire_against, fire,
            ready_against - ready_own, -more_near, value_against - value,
        )  # fmt: skip

    def _sum(
        self,
        troops: int,
        enemies: int,
        pad: int,
        enemy_pad: int,
        packed: int,
        enemy_packed: int,
        fire: Fire,
        enemy_fire: Fire,
        more_ready: int,
        more_near: float,
        more_value: float,
    ) -> float:
        """All terms, each times its weight."""
        aimed, best, _, threatened = fire
        aimed_at, best_at, _, threatened_by = enemy_fire
        lives = troops + pad - self._lost
        if lives < 1.0:  # in a set-up only
            lives = 1.0
        others = enemies + enemy_pad - self._lost
        if others < 1.0:
            others = 1.0
        left = others - aimed - best
        if left < _LEFT:
            left = _LEFT
        own_left = lives - _LATER * (aimed_at + best_at)
        if own_left < _LEFT:
            own_left = _LEFT
        value = (
            self._bias
            + more_value
            + self._share * (lives / (lives + others) - 0.5)
            + self._after * (lives / (lives + left) - 0.5)
            + self._after_all * (own_left / (own_left + left) - 0.5)
            + self._pad * (pad - enemy_pad)
            + self._ready * more_ready
            + self._near * more_near
        )
        if aimed:
            value += self._aimed * aimed
        if aimed_at:
            value += self._aimed_at * aimed_at
            if aimed_at > 1.0:
                value += self._more_aimed * (aimed_at - 1.0)
        if threatened:
            value += self._best * best + self._threat * threatened.bit_count()
        if threatened_by:
            value += self._best_at * best_at + self._threat_at * threatened_by.bit_count()
        if troops:
            stuck = self._stuck[0].get(packed)
            value += self._weigh_stuck(0, packed) if stuck is None else stuck
        else:
            value += self._empty
        if enemies:
            stuck = self._stuck[1].get(enemy_packed)
            value += self._weigh_stuck(1, enemy_packed) if stuck is None else stuck
        else:
            value += self._empty_enemy
        return value

    def _weigh_stuck(self, role: int, packed: int) -> float:
        value = 0.0
        for n, count in enumerate(played(packed)):
            value += self.weights.get(f"stuck{n}{'+-'[role]}", 0.0) * count
        self._stuck[role][packed] = value
        return value


def probability(logit: float) -> float:
    """The probability of which this is the logarithm of the odds."""
    return 1.0 / (1.0 + math.exp(-logit)) if logit > -30.0 else 0.0


def terms(state: State, mover: int, is_short: bool) -> list[float]:
    """The terms of a position, in the order of TERMS: the evaluation is their sum, each times its weight."""
    survey = Survey(state)
    half, other = survey.halves[mover], survey.halves[1 - mover]
    aimed, best, _, threatened = half.fire
    aimed_at, best_at, _, threatened_by = other.fire
    lost = SHORT_LOSSES if is_short else 0
    lives = float(max(len(half.posts) + half.pad - lost, 1))
    others = float(max(len(other.posts) + other.pad - lost, 1))
    left = max(others - aimed - best, _LEFT)
    own_left = max(lives - _LATER * (aimed_at + best_at), _LEFT)
    found = [0.0] * len(TERMS)
    found[: len(_SCALARS)] = [
        1.0, lives / (lives + others) - 0.5, lives / (lives + left) - 0.5, own_left / (own_left + left) - 0.5,
        aimed, aimed_at, best, best_at, float(threatened.bit_count()), float(threatened_by.bit_count()),
        max(aimed_at - 1.0, 0.0), float(half.pad - other.pad), float(half.ready - other.ready),
        survey.odds * (half.near - other.near),
    ]  # fmt: skip
    for sign, part, factor in (("+", half, 1.0), ("-", other, -1.0)):
        if part.posts:
            for n, count in enumerate(played(part.packed)):
                found[_INDEX[f"stuck{n}{sign}"]] = float(count)
        else:
            found[_INDEX[f"empty{sign}"]] = 1.0
        for post in part.posts:
            facing, depth, run, kind, is_edge = STANDINGS[post.reach.standing]
            found[_INDEX[f"{FACINGS[facing]} {DEPTHS[depth]} {run}"]] += factor
            found[_INDEX[TYPE_NAMES[kind]]] += factor
            if is_edge:
                found[_INDEX["edge"]] += factor
    return found
