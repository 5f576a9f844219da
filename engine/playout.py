"""Playouts: games played on to their ends by a policy, from seeds, without a line of Python for an action when compiled.

    found = playouts(ISLAND, state, 1000, seed=7)
    found.share("south"), found.points("south") / found.games

Every game has its own generator, seeded by the seed and its number, so that the results depend neither on the build nor
on how the games are split up: 1,000 games from 0 are the same as 500 from 0 and 500 from 500.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from beachhead.engine.game import Game
from beachhead.engine.interrupt import IsStopped, Stopped, never
from beachhead.engine.native import i64
from beachhead.engine.values import CHANCE, Action, Result

S = TypeVar("S")
Draw = Callable[[int], int]
Policy = Callable[[S, list[Action], Draw], Action]
"""Return one of the legal actions of a state; ``Draw`` returns a random number below its argument."""

SLICE: Final = (
    1024  # actions between two checks whether to stop; with a policy, which may be slow, there is one for each
)
_LOW: Final = (1 << 64) - 1
_TOP: Final = 1 << 63


def _word(half: i64) -> i64:
    """Return the mask that keeps the low 64 bits of a product: all bits (-1) if the product is a machine word."""
    return half * half - 1


_WORD: Final[i64] = _word(1 << 32)


class Dice:
    """Random numbers: Knuth's generator for MMIX, the same on every Python and in every build.

    Compiled, it counts in machine words, which wrap around by themselves; Python's large integers would be slower, and
    Ctrl-C in the middle of their multiplication, where Python runs signal handlers, would abort the process.
    """

    __slots__ = ("x",)

    def __init__(self, seed: int) -> None:
        start: i64 = ((seed & _LOW) ^ _TOP) - _TOP  # the low 64 bits, as a signed number
        self.x: i64 = (start * -7046029254386353131) & _WORD

    def below(self, count: i64) -> int:
        """Return a number from 0 to count - 1; count is at most 2 ** 31."""
        x: i64 = (self.x * 6364136223846793005 + 1442695040888963407) & _WORD
        self.x = x
        return ((x >> 33) & 0x7FFFFFFF) * count >> 31


class Count:
    """The numbers of games, actions and turns played."""

    __slots__ = ("actions", "decisions", "games", "listed", "turns")

    def __init__(self) -> None:
        self.games = 0
        self.actions = 0
        self.decisions = 0
        self.listed = 0  # sum of the numbers of legal actions at all decisions
        self.turns = 0


class Playouts(Count):
    """The results of playouts, in the order they were played."""

    __slots__ = ("results", "seats")

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self.seats = seats
        self.results: list[Result] = []

    def share(self, seat: str) -> float:
        """Return the share of the games that a seat won, from 0 to 1; a shared win or a draw is split equally."""
        won = 0.0
        for result in self.results:
            winners = result.winners or self.seats
            if seat in winners:
                won += 1 / len(winners)
        return won / len(self.results) if self.results else 0.0

    def points(self, seat: str) -> int:
        """Return the sum of a seat's points over all games."""
        at = self.seats.index(seat)
        return sum([result.points[at] for result in self.results])


def playouts(
    game: Game[S],
    state: S,
    games: int,
    policy: Policy[S] | None = None,
    seed: int = 0,
    first: int = 0,
    is_stopped: IsStopped = never,
) -> Playouts:
    """Play games from a state to the end and return their results; raise Stopped.

    A policy chooses for the seats (None: uniformly at random); chance draws from its urn. ``first`` is the number of the
    first game: the same seed and number always produce the same game.
    """
    done = Playouts(game.seats(state))
    for number in range(first, first + games):
        if is_stopped():
            raise Stopped(f"after {done.games:,} games")
        end = play_out(game, state, (seed << 32) + number + 1, done, policy, is_stopped)
        result = game.result(end)
        assert result is not None
        done.results.append(result)
        done.turns += game.turn(end)
        done.games += 1
    return done


def play_out(
    game: Game[S], state: S, seed: int, count: Count, policy: Policy[S] | None = None, is_stopped: IsStopped = never
) -> S:
    """Play one game, add it to the count, and return its final state; raise Stopped."""
    legal, urn, apply, actor = game.legal, game.urn, game.apply, game.actor
    dice = Dice(seed)
    if policy is not None:
        draw = dice.below
    actions = decisions = listed = 0
    left = SLICE if policy is None else 1
    while True:
        who = actor(state)
        if who is None:
            break
        if who is CHANCE:
            tickets = urn(state)
            action = tickets[dice.below(len(tickets))]
        else:
            choices = legal(state)
            decisions += 1
            listed += len(choices)
            action = choices[dice.below(len(choices))] if policy is None else policy(state, choices, draw)
        state, _ = apply(state, action)
        actions += 1
        left -= 1
        if left == 0:
            left = SLICE if policy is None else 1
            if is_stopped():
                raise Stopped(f"after {count.games:,} games")
    count.actions += actions
    count.decisions += decisions
    count.listed += listed
    return state
