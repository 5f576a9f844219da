"""The matches of the ladder, and how a block of games on the same dice is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beachhead.bots.roster import luck_of
from beachhead.engine.games import find_game
from tools.ladder.playing import Watched, make, play

PURE: Final = "general:positions=7000"  # what it looks at in 0.1 s at 70,000 positions a second
COMPILED: Final = "general:positions=12000"  # as without a clock; the compiled package looks at 30,000 in 0.1 s


@dataclass(frozen=True, slots=True)
class Match:
    """A bot, its opponents in the other seats, the mode, and bounds for the bot's share of the wins.

    A block has a game for each seat of the bot, all on the same dice. The luck of long matches is not analysed.
    """

    game: str
    bot: str
    opponents: tuple[str, ...]
    mode: str = "standard"
    games: int = 300
    least: float = 0.0
    most: float = 1.0
    has_luck: bool = True

    @property
    def name(self) -> str:
        """A unique name of the match."""
        return f"{self.game}, {self.mode}: {self.bot} v {', '.join(self.opponents)}"

    @property
    def seats(self) -> int:
        """How many play."""
        return 1 + len(self.opponents)

    @property
    def blocks(self) -> int:
        """How many blocks make so many games, at least."""
        return -(-self.games // self.seats)


@dataclass(frozen=True, slots=True)
class Block:
    """What a block came to: of all its games the bot's shares of the win and its luck, and how the games ended."""

    share: float
    luck: float
    decisions: int  # of the bot
    seconds: float  # that they took
    ends: tuple[str, ...]  # a reason for each game


def _island(bot: str, opponent: str, mode: str = "standard", least: float = 0.0, most: float = 1.0) -> Match:
    return Match("island", bot, (opponent,), mode, 300, least, most)


def _long(bot: str, opponent: str, least: float = 0.0, most: float = 1.0) -> Match:
    return Match("island", bot, (opponent,), "standard", 1000, least, most, has_luck=False)


def _royale(bot: str, *opponents: str, least: float) -> Match:
    return Match("royale", bot, opponents, "standard", 300, least)


MATCHES: Final = (
    _long("greedy", "random", least=0.95),
    _long("rookie", "random", least=0.8),
    _long("rookie", "greedy", most=0.2),
    _long("scout", "greedy", least=0.66),
    _island(PURE, "greedy", least=0.76),
    _island(PURE, "scout", least=0.62),
    *(_island(PURE, "greedy", mode, least=0.64) for mode in ("short", "allout", "blitz")),
    _island(COMPILED, "greedy", least=0.79),
    _island(COMPILED, "scout", least=0.66),
    *(_island(f"general:level={level + 2}", f"general:level={level}", least=0.55) for level in range(1, 8)),
    _royale("raider", "wanderer", "wanderer", "wanderer", least=0.6),
    _royale("raider", "wanderer", least=0.85),
    _royale("warlord", "raider", least=0.55),
    _royale("warlord", "raider", "raider", "raider", least=0.3),
    *(_royale(f"warlord:level={level + 2}", f"warlord:level={level}", least=0.55) for level in range(1, 8)),
)


def play_block(match: Match, block: int) -> Block:
    """Play the games of a block: the bot sits in every seat in turn, and the dice are the same."""
    game = find_game(match.game)
    setting = {"players": str(match.seats)} if "players" in game.options else {}
    share = luck = seconds = 0.0
    decisions = 0
    ends = []
    for place in range(match.seats):
        words = [*match.opponents[:place], match.bot, *match.opponents[place:]]
        choices = [Watched(make(word, match.game, block * match.seats + i)) for i, word in enumerate(words)]
        timeline = play(game, match.mode, setting, f"ladder {match.name} {block}", choices)
        result = game.result(timeline.state)
        assert result is not None
        seat = game.seats(timeline.state)[place]
        winners = result.winners or game.seats(timeline.state)
        share += (seat in winners) / len(winners)
        if match.has_luck:
            luck += luck_of(timeline)[place]
        decisions += choices[place].decisions
        seconds += choices[place].seconds
        ends.append(result.reason)
    return Block(round(share, 6), round(luck, 4), decisions, round(seconds, 3), tuple(ends))
