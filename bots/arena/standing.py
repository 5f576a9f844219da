"""The standing of a match: what every bot has scored so far, and the results as JSON."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from typing import Any

from beachhead.bots.arena.elo import Rating, correlation, rate
from beachhead.bots.arena.game import Report
from beachhead.bots.arena.plan import Plan


class Line:
    """One bot's results."""

    def __init__(self, name: str, words: str) -> None:
        self.name = name
        self.words = words
        self.games = self.wins = self.draws = self.losses = 0
        self.score = 0.0
        self.faults: Counter[str] = Counter()
        self.is_withdrawn = False


class Standing:
    """All results so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lines = [Line(bot.name, bot.words) for bot in plan.bots]
        self.games: dict[int, dict[str, Any]] = {}
        self._scores: dict[int, dict[int, float]] = {}  # by game, by bot
        self._complete: list[int] = []  # the first games of the blocks that are complete, in order

    def add(self, report: Report) -> None:
        """Counts a game, once."""
        game = report.game
        assert game["id"] not in self.games
        self.games[game["id"]] = game
        bots = self.plan.pairing(game["id"]).bots
        self._scores[game["id"]] = dict(zip(bots, report.scores, strict=True))
        best = max(report.scores)
        is_draw = len(set(report.scores)) == 1 and best > 0
        for number, score in zip(bots, report.scores, strict=True):
            line = self.lines[number]
            line.games += 1
            line.score += score
            line.draws += is_draw
            line.wins += score == best and not is_draw and best > 0
            line.losses += not is_draw and (score < best or best == 0)
        first = (game["id"] - 1) // len(bots) * len(bots) + 1
        if all(first + turn in self._scores for turn in range(len(bots))):
            insort(self._complete, first)
        for fault in game["faults"]:
            next(line for line in self.lines if line.name == fault["bot"]).faults[fault["reason"]] += 1

    def blocks(self, bot: int) -> list[list[float]]:
        """The bot's scores in every block that is complete, in the order of the games. Where all lost, all are even."""
        size = len(self.lines)
        blocks = [[self._scores[first + turn] for turn in range(size)] for first in self._complete]
        return [[score[bot] if any(score.values()) else 1 / size for score in block] for block in blocks]

    def rating(self, bot: int) -> Rating:
        """The bot's Elo over the complete blocks."""
        blocks = self.blocks(bot)
        return rate([sum(block) / len(block) for block in blocks], len(blocks) * len(self.lines), len(self.lines))

    def correlation(self) -> float | None:
        """How the two games of a mirrored pair go together."""
        return correlation([(a, b) for a, b in self.blocks(0)]) if len(self.lines) == 2 else None

    def as_json(self, is_finished: bool) -> dict[str, Any]:
        """The results as programs read them."""
        plan = self.plan
        bots = []
        for number, line in enumerate(self.lines):
            rating = self.rating(number)
            bots.append(
                {
                    "name": line.name,
                    "command": line.words,
                    "games": line.games,
                    "wins": line.wins,
                    "draws": line.draws,
                    "losses": line.losses,
                    "score": round(line.score, 6),
                    "elo": rating.elo,
                    "elo_error": rating.error,
                    "los": rating.superiority,
                    "faults": dict(sorted(line.faults.items())),
                    "withdrawn": line.is_withdrawn,
                }
            )
        return {
            "name": " v ".join(line.name for line in self.lines),
            "game": plan.terms.game,
            "mode": plan.terms.mode,
            "seed": plan.key,
            "format": "match",
            "time": str(plan.terms.clock),
            "pair_correlation": self.correlation(),
            "bots": bots,
            "games": [self.games[id] for id in sorted(self.games)],
            "finished": is_finished,
        }
