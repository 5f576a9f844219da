"""Swiss: in every round bots with similar scores meet that have not met before.

A pairing is repeated only if that cannot be avoided (`matching`). If the number of bots is odd, one with the fewest byes
pauses: preferably one with a low score, and one whose pause makes no repetition necessary. A bye counts as a meeting won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.schedule.matching import pair
from beachhead.bots.arena.schedule.schedule import AHEAD, Memory, Round, Schedule, pick, units_for
from beachhead.bots.arena.schedule.unit import Results, Unit
from beachhead.bots.arena.schedule.war import War
from beachhead.bots.arena.schedule.withdrawal import Attendance


@dataclass
class History(Memory):
    """The rounds that are complete, and what follows from them."""

    rounds: list[tuple[list[Unit], int | None]] = field(default_factory=list)
    scores: Counter[int] = field(default_factory=Counter)  # in halves of a point
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    attendance: Attendance = field(default_factory=Attendance)


@dataclass(frozen=True)
class Swiss(Schedule):
    """A swiss tournament with ``length`` games (or wars) in a meeting. A withdrawn bot is paired no more.

    It remembers complete rounds, so that asking for games does not begin at the first one again.
    """

    bots: int
    rounds: int
    length: int
    positions: tuple[str, ...] = ()
    war: War | None = None
    _history: list[History] = field(default_factory=lambda: [History()], compare=False)

    def units(self, results: Results) -> Iterator[Unit]:
        for units, _ in self.rounds_so_far(results):
            yield from units

    def next(self, results: Results, limit: int = AHEAD) -> list[GameSpec]:
        *_, (units, _) = self.rounds_so_far(results)
        games = (spec for unit in units for spec in unit.games(results))
        return list(islice((spec for spec in games if spec.id not in results), limit))

    def rounds_so_far(self, results: Results) -> Iterator[tuple[list[Unit], int | None]]:
        """Return the units of every known round, and the bot that pauses in it."""
        history = self._history[0]
        if not history.holds_for(results):
            history = self._history[0] = History(results)
        for number in range(1, self.rounds + 1):
            if number > len(history.rounds):
                units, bye = self._paired(number, history)
                yield units, bye
                if number > len(history.rounds) and not self._complete(history, units, bye, results):
                    return
            else:
                yield history.rounds[number - 1]

    def _paired(self, number: int, history: History) -> tuple[list[Unit], int | None]:
        """Return the units of the next round, and who pauses."""
        count = units_for(self.length, 2, self.war is not None)
        tables = self.bots // 2
        present = [bot for bot in range(self.bots) if bot not in history.attendance.gone]
        pairs, bye = pair(present, history.scores, history.met, history.byes) if len(present) > 1 else ([], None)
        first = (number - 1) * tables * count
        units = [
            Unit(
                first + turn * tables + table + 1,
                bots if turn % 2 == 0 else bots[::-1],
                pick(self.positions, turn),
                number,
                self.war,
            )
            for turn in range(count)
            for table, bots in enumerate(pairs)
        ]
        return units, bye

    def _complete(self, history: History, units: list[Unit], bye: int | None, results: Results) -> bool:
        """Remember a round if all its games have ended; return whether they have."""
        found = [unit.scores(results) for unit in units]
        complete = [scores for scores in found if scores is not None]
        if len(complete) < len(found):
            return False
        for scores in complete:
            for bot, score in scores.items():
                history.scores[bot] += round(2 * score)
        history.met.update({(min(unit.bots), max(unit.bots)): 1 for unit in units})
        if bye is not None:
            history.byes[bye] += 1
            history.scores[bye] += self._bye
        history.attendance.judge((spec for unit in units for spec in unit.games(results)), results)
        history.rounds.append((units, bye))
        history.size = len(results)
        return True

    @property
    def _bye(self) -> int:
        """What a bye is worth, in halves of a point: a meeting won."""
        return 2 * units_for(self.length, 2, self.war is not None) * (1 if self.war is not None else 2)

    def meetings(self, results: Results) -> list[Round]:
        found = []
        for number, (units, bye) in enumerate(self.rounds_so_far(results), 1):
            leads: dict[tuple[int, int], float] = {}
            for unit in units:
                scores = unit.scores(results) or dict.fromkeys(unit.bots, 0.0)
                first, second = sorted(unit.bots)
                leads[first, second] = leads.get((first, second), 0.0) + scores[first] - scores[second]
            winners = tuple(None if lead == 0 else pair[lead < 0] for pair, lead in leads.items())
            found.append(Round(number, tuple(leads), winners, () if bye is None else (bye,)))
        return found

    def rank(self, results: Results) -> dict[int, float]:
        """Return the bots' points with those of their byes, which count as a meeting won."""
        found: Counter[int] = Counter()
        for units, bye in self.rounds_so_far(results):
            for unit in units:
                found.update({bot: round(2 * score) for bot, score in (unit.scores(results) or {}).items()})
            if bye is not None:
                found[bye] += self._bye
        return {bot: halves / 2 for bot, halves in found.items()}
