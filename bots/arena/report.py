"""The results of a match or tournament: tables for people, and one JSON object for programs. Computed from the store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from beachhead.bots.arena.advice import start_advice
from beachhead.bots.arena.plan import Plan
from beachhead.bots.arena.rating.adjusted import Adjusted, adjusted
from beachhead.bots.arena.rating.elo import WIDEST
from beachhead.bots.arena.rating.pentanomial import Pentanomial, count
from beachhead.bots.arena.rating.standings import Line, Standings, standings
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.sequential import Sequential
from beachhead.bots.arena.schedule.unit import Results
from beachhead.bots.arena.store import Store
from beachhead.bots.arena.text_table import text_table

FEWEST: Final = 10  # pairs that normalised Elo is printed for


@dataclass(frozen=True)
class Report:
    """The tables and JSON of the results in a store."""

    plan: Plan
    store: Store
    results: Results

    @cached_property
    def standings(self) -> Standings:
        """The standings, best first."""
        return standings(self.plan.schedule, self.results, len(self.plan.bots))

    @cached_property
    def adjusted(self) -> list[Adjusted | None]:
        """The luck-adjusted score of every bot, by its number; None if the luck of none of its games was measured."""
        return adjusted(self.counted(), self.luck, len(self.plan.bots)) if self.luck else [None] * len(self.plan.bots)

    @cached_property
    def luck(self) -> dict[int, tuple[float, ...]]:
        """The luck of every seat, by game, where it was measured."""
        return self.store.luck()

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played."""
        return self.plan.schedule.is_finished(self.results)

    @property
    def has_secret(self) -> bool:
        """Whether the key of the dice is still a secret."""
        return self.store.folder is not None and not all(key.is_public for key in self.store.keys)

    def lines(self) -> list[str]:
        """Return all tables as text."""
        found = self.standing_lines()
        if len(self.plan.bots) > 2:
            found += ["", *self.crosstable_lines()]
        found += ["", *self.fault_lines()]
        return [*found, *self.notes()]

    def standing_lines(self) -> list[str]:
        """Return the standings."""
        war = self.plan.tournament.war
        unit = "wars" if war is not None else "games"
        has_luck = any(self.adjusted)
        extra = [*(["points"] if war is not None else []), *(["without luck"] if has_luck else [])]
        rows = [("", "bot", unit, "wins", "draws", "losses", "score", *extra, "Elo", "LOS", "")]
        for place, line in enumerate(self.standings.lines, 1):
            share = f"{100 * line.score / line.games:.1f} %" if line.games else "–"
            sure = line.rating.superiority
            rows.append(
                (
                    str(place),
                    self.plan.bots[line.bot].name,
                    *map(str, (line.games, line.wins, line.draws, line.losses)),
                    share,
                    *([str(line.points)] if war is not None else []),
                    *([str(self.adjusted[line.bot] or "–")] if has_luck else []),
                    str(line.rating),
                    "–" if sure is None else f"{100 * sure:.1f} %",
                    "withdrawn" if line.is_withdrawn else "",
                )
            )
        return _with_names_left(rows)

    def crosstable_lines(self) -> list[str]:
        """Return the crosstable: a row for each bot, a column for each opponent."""
        order = [line.bot for line in self.standings.lines]
        rows = [("", "bot", *[str(place) for place in range(1, len(order) + 1)], "")]
        for place, bot in enumerate(order, 1):
            cells = []
            for other in order:
                met = self.standings.met.get((bot, other), 0)
                cells.append(f"{self.standings.against.get((bot, other), 0.0):g}/{met}" if met else "·")
            rows.append((str(place), self.plan.bots[bot].name, *cells, ""))
        return _with_names_left(rows)

    def fault_lines(self) -> list[str]:
        """Return faults and times for every bot."""
        rows = [("", "bot", "decisions", "mean", "slowest", "faults")]
        for place, line in enumerate(self.standings.lines, 1):
            faults = ", ".join(f"{reason} {count}" for reason, count in sorted(line.faults.items()))
            mean = f"{1000 * line.seconds / line.decisions:.1f} ms" if line.decisions else "–"
            slowest = f"{1000 * line.slowest:.0f} ms" if line.decisions else "–"
            rows.append(
                (str(place), self.plan.bots[line.bot].name, str(line.decisions), mean, slowest, faults or "none")
            )
        return _with_names_left(rows)

    def notes(self) -> list[str]:
        """Return the notes below the tables."""
        found = []
        incomplete = self.standings.incomplete
        if incomplete:
            what = "wars" if self.plan.tournament.war else "pairs or blocks"
            numbers = ", ".join(str(unit.number) for unit in incomplete[:10])
            more = " …" if len(incomplete) > 10 else ""
            found.append(f"incomplete {what}: {numbers}{more} (their games count)")
        measured = sum(result.id in self.luck for result in self.counted()) if self.luck else 0
        if measured:
            some = "" if measured == len(self.counted()) else f" in {measured} of {len(self.counted())} games"
            found.append(
                f"without luck: the share of the games' points, minus the luck of the dice{some}; 95 % intervals"
            )
        found += self.round_lines()
        if self.pairs is not None:
            found.append(self.pair_line(self.pairs))
        schedule = self.plan.schedule
        if isinstance(schedule, Sequential):
            verdict = schedule.verdict(self.results)
            answer = {
                "elo0": f"elo0 = {schedule.test.elo0:g} is accepted",
                "elo1": f"elo1 = {schedule.test.elo1:g} is accepted",
                "continue": "no answer yet",
            }[verdict.answer]
            low, high = schedule.test.lower, schedule.test.upper
            found.append(
                f"sequential test over {verdict.pairs} pairs: {answer}; "
                f"log-likelihood ratio {verdict.ratio:+.2f} within {low:+.2f} and {high:+.2f}"
            )
        return [*found, *self.never_started()]

    def never_started(self) -> list[str]:
        """Return advice for every bot that has not started in any of its games."""
        return [self._advice(line) for line in self.standings.lines if line.games and self._never_started(line)]

    def _never_started(self, line: Line) -> bool:
        played = sum(line.bot in result.spec.bots for result in self.results.values()) if line.faults["start"] else 0
        return bool(played) and line.faults["start"] >= played

    def _advice(self, line: Line) -> str:
        bot = self.plan.bots[line.bot]
        following = "".join([other.words for other in self.plan.bots[line.bot + 1 : line.bot + 2]])
        advice = start_advice(bot.words, following) or "`beachhead check` says more"
        detail = next(
            fault.detail
            for result in self.results.values()
            for fault in result.faults
            if fault.bot == bot.name and not fault.is_withdrawn
        )
        return f"{bot.name} never started: {detail}; {advice}"

    def round_lines(self) -> list[str]:
        """Return the meetings of every round, if there are rounds, and who paused."""
        names, found = self.plan.names, []
        for each in self.plan.schedule.meetings(self.results):
            met = [
                f"{names[first]} – {names[second]}"
                if winner is None
                else f"{names[winner]} ahead of {names[first + second - winner]}"
                for (first, second), winner in zip(each.meetings, each.winners, strict=True)
            ]
            paused = [f"{names[bot]} pauses" for bot in each.paused]
            found.append(f"round {each.number}: {', '.join([*met, *paused])}")
        return found

    def _rounds_json(self) -> list[dict[str, Any]]:
        names = self.plan.names
        return [
            {
                "round": each.number,
                "meetings": [[names[bot] for bot in meeting] for meeting in each.meetings],
                "winners": [None if bot is None else names[bot] for bot in each.winners],
                "paused": [names[bot] for bot in each.paused],
            }
            for each in self.plan.schedule.meetings(self.results)
        ]

    @cached_property
    def pairs(self) -> Pentanomial | None:
        """The mirrored pairs of the first of two bots; None if there are no such pairs."""
        tournament = self.plan.tournament
        if len(self.plan.bots) != 2 or tournament.war is not None:
            return None
        found = count(self.standings.blocks, 0)
        return found if found.pairs else None

    def pair_line(self, pairs: Pentanomial) -> str:
        """Return a line about the mirrored pairs."""
        counts = " ".join(map(str, pairs.counts))
        normalised = pairs.normalised()
        edge = ""
        if normalised is not None and pairs.pairs >= FEWEST and normalised[2] - normalised[1] <= 2 * WIDEST:
            elo, low, high = normalised
            edge = f"; normalised Elo {elo:+.0f} ± {(high - low) / 2:.0f}"
        together = "" if pairs.together is None else f"; correlation {pairs.together:+.2f}"
        return f"mirrored pairs: {counts} with 0 ½ 1 1½ 2 points for {self.plan.bots[0].name}{edge}{together}"

    def as_json(self) -> dict[str, Any]:
        """Return the results as programs read them."""
        tournament = self.plan.tournament
        keys = self.store.keys
        key = keys[-1].key if not self.has_secret else None
        places = {line.bot: place for place, line in enumerate(self.standings.lines, 1)}
        lines = sorted(self.standings.lines, key=lambda line: line.bot)
        found: dict[str, Any] = {
            "name": tournament.name,
            "game": tournament.game,
            "mode": tournament.mode,
            "seed": key,
            "format": tournament.format,
            "time": str(tournament.clock),
            "sandbox": tournament.sandbox,
            "pair_correlation": None if self.pairs is None else self.pairs.together,
            "bots": [self._bot_json(line) | {"place": places[line.bot]} for line in lines],
            "games": list(self._game_json()),
            "finished": self.is_finished,
        }
        if len(keys) > 1 and key is not None:
            found["seeds"] = {str(each.first_pair): each.key for each in keys}
        if rounds := self._rounds_json():
            found["rounds"] = rounds
        if self.pairs is not None:
            elo, low, high = self.pairs.normalised() or (None, None, None)
            found["pentanomial"] = {"counts": self.pairs.counts, "nelo": elo, "nelo_low": low, "nelo_high": high}
        if len(self.plan.bots) > 2:
            found["crosstable"] = self._crosstable_json()
        return found

    def _bot_json(self, line: Line) -> dict[str, Any]:
        bot, rating = self.plan.bots[line.bot], line.rating
        return {
            "name": bot.name,
            "command": bot.words,
            "games": line.games,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            "score": round(line.score, 6),
            "points": line.points,
            "elo": rating.elo,
            "elo_error": rating.error,
            "elo_low": rating.low,
            "elo_high": rating.high,
            "los": rating.superiority,
            "decisions": line.decisions,
            "seconds": round(line.seconds, 3),
            "slowest": round(line.slowest, 3),
            "faults": dict(sorted(line.faults.items())),
            "withdrawn": line.is_withdrawn,
        } | self._luck_json(line.bot)

    def _luck_json(self, bot: int) -> dict[str, Any]:
        found = self.adjusted[bot]
        if found is None:
            return {}
        error = None if found.error is None else round(found.error, 5)
        return {"adjusted": round(found.score, 5), "adjusted_error": error, "luck": round(found.luck, 5)}

    def _game_json(self) -> Iterator[dict[str, Any]]:
        has_seed = not self.has_secret
        for result in self.counted():
            found = result.as_json(has_seed)
            if result.id in self.luck:
                found["luck"] = {
                    seat: round(luck, 5) for seat, luck in zip(result.seats, self.luck[result.id], strict=True)
                }
            yield found

    def counted(self) -> list[GameResult]:
        """Return the games that count, in their order."""
        return self._counted

    @cached_property
    def _counted(self) -> list[GameResult]:
        return self.plan.schedule.counted(
            self.results
        )  # read from the store once: a page asks for them again and again

    def _crosstable_json(self) -> dict[str, dict[str, dict[str, float]]]:
        names = self.plan.names
        return {
            name: {
                names[other]: {"score": self.standings.against.get((bot, other), 0.0), "games": met}
                for other in range(len(names))
                if (met := self.standings.met.get((bot, other), 0))
            }
            for bot, name in enumerate(names)
        }


def _with_names_left(rows: Sequence[tuple[str, ...]]) -> list[str]:
    width = max(len(row[1]) for row in rows)
    return text_table([(row[0], row[1].ljust(width), *row[2:]) for row in rows])
