"""`make luck`: how much of the variance of results the analysis explains by luck.

Between equals the results less their luck must be zero in the mean, and vary much less than the results themselves. Between
unequals the score less luck must agree with the plain score of ten times as many games.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from beachhead.bots.roster import luck_of
from beachhead.engine.games import find_game
from tools.ladder.playing import Watched, make, play

# By game: the bots that play themselves, a pair of unequal ones, and the share of the variance that may be left.
EQUALS: Final = {"island": ("scout", "general:positions=3000"), "royale": ("raider", "warlord:nodes=300")}
UNEQUALS: Final = {"island": ("scout", "greedy"), "royale": ("warlord:nodes=300", "raider")}
MOST_LEFT: Final = {"island": 0.3, "royale": 0.5}
TIMES: Final = 10  # as many plain games as adjusted ones
MOST_SIGMAS: Final = 1.96


def play_game(game_name: str, bots: tuple[str, str], has_luck: bool, number: int) -> tuple[float, float]:
    """Play a game, the first bot in either seat in turn; return its share of the win, and its luck."""
    game = find_game(game_name)
    setting = {"players": "2"} if "players" in game.options else {}
    place = number % 2
    order = bots if place == 0 else bots[::-1]
    choices = [Watched(make(word, game_name, 2 * number + i)) for i, word in enumerate(order)]
    timeline = play(game, "standard", setting, f"luck {number}", choices)
    result = game.result(timeline.state)
    assert result is not None
    seats = game.seats(timeline.state)
    winners = result.winners or seats
    luck = luck_of(timeline)[place] if has_luck else 0.0
    return (seats[place] in winners) / len(winners), luck


def equals(pool: ProcessPoolExecutor, game: str, bot: str, games: int) -> bool:
    """Let a bot play itself, and print what is left of the variance; tell whether the bars hold."""
    found = list(pool.map(partial(play_game, game, (bot, bot), True), range(games)))
    raw, raw_variance = spread([share - 0.5 for share, _ in found])
    left, left_variance = spread([share - 0.5 - luck for share, luck in found])
    margin = MOST_SIGMAS * math.sqrt(left_variance / len(found))
    rest = left_variance / raw_variance
    is_good = abs(left) <= margin and rest <= MOST_LEFT[game]
    sys.stdout.write(
        f"{game}: {bot} with itself, {games} games: mean result {raw:+.3f}, less luck {left:+.3f} ± {margin:.3f}; "
        f"variance left {rest:.2f}: {_word(is_good)}\n"
    )
    sys.stdout.flush()
    return is_good


def unequals(pool: ProcessPoolExecutor, game: str, bots: tuple[str, str], games: int) -> bool:
    """Compare the score less luck with the plain score of other games, ten times as many; tell whether they agree."""
    adjusted = list(pool.map(partial(play_game, game, bots, True), range(games)))
    plain = list(pool.map(partial(play_game, game, bots, False), range(games, (1 + TIMES) * games), chunksize=10))
    left, left_variance = spread([share - luck for share, luck in adjusted])
    raw, raw_variance = spread([share for share, _ in plain])
    margin = MOST_SIGMAS * math.sqrt(left_variance / len(adjusted))
    raw_margin = MOST_SIGMAS * math.sqrt(raw_variance / len(plain))
    is_good = abs(left - raw) <= math.hypot(margin, raw_margin)
    sys.stdout.write(
        f"{game}: {bots[0]} v {bots[1]}: less luck {100 * left:.1f} % ± {100 * margin:.1f} in {len(adjusted)} games, "
        f"plain {100 * raw:.1f} % ± {100 * raw_margin:.1f} in {len(plain)}: {_word(is_good)}\n"
    )
    sys.stdout.flush()
    return is_good


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)


def main() -> int:
    """Play, and print results with and without luck; the exit code tells whether the bars hold."""
    parser = argparse.ArgumentParser("luck", description=__doc__)
    parser.add_argument("--game", action="append", choices=tuple(EQUALS), help="a game (default: all)")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="games of equals (default: 500)")
    parser.add_argument(
        "--unequal", type=int, default=100, metavar="N", help="adjusted games of unequals (default: 100)"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    options = parser.parse_args()
    os.nice(19 - os.nice(0))
    is_good = True
    with ProcessPoolExecutor(options.jobs) as pool:
        for game in options.game or EQUALS:
            for bot in EQUALS[game]:
                is_good &= equals(pool, game, bot, options.games)
            is_good &= unequals(pool, game, UNEQUALS[game], options.unequal)
    return 0 if is_good else 1


def _word(is_good: bool) -> str:
    return "holds" if is_good else "does not hold"


if __name__ == "__main__":
    sys.exit(main())
