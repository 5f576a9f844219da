"""Play matches and tournaments from Python, and read their results as values.

They are played in a separate process, with the same containment, dice and store as by the commands `match` and `tournament`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from beachhead.bots.arena.clock import UNTIMED, Clock, read_clock
from beachhead.bots.arena.launch import read_bot
from beachhead.bots.arena.plan import BadPlan, Settings, distinct, judge_names
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.result import GameResult, read_result
from beachhead.bots.arena.terms import HANG, MAX_GAMES
from beachhead.bots.arena.tournament_file import Entrant
from beachhead.bots.arena.tournament_file import Tournament as Given
from beachhead.engine.games import DEFAULT_GAME, find_game
from beachhead.protocol.dice import SEED
from beachhead.protocol.seated import START

_END: Final = 10.0  # seconds in which that process ends everything


class RunFailure(Exception):
    """Raised if a match or tournament cannot be played, or its process has ended; the message says why."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's results, as in the tables."""

    place: int
    name: str
    command: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    points: int
    elo: float | None  # None if there is no number, but perhaps a bound
    elo_error: float | None
    elo_low: float | None
    elo_high: float | None
    los: float | None  # likelihood of superiority
    decisions: int
    seconds: float
    slowest: float
    faults: Mapping[str, int]
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a match or tournament at one moment, best bot first."""

    name: str
    seed: str | None  # the key of all dice; None while it is a secret
    is_finished: bool
    standings: tuple[Standing, ...]
    games: tuple[GameResult, ...]

    def __iter__(self) -> Iterator[GameResult]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)

    def standing(self, name: str) -> Standing:
        """Return the standing of a bot; raise KeyError if there is none of that name."""
        for standing in self.standings:
            if standing.name == name:
                return standing
        raise KeyError(name)


def open_results(folder: str | Path) -> Results:
    """Return the results in the folder of a tournament, which may be running. Raise BadStore, BadPlan or OSError."""
    with reading(Path(folder), find_game) as report:
        return _results(report.as_json())


def open_record(folder: str | Path, game: int) -> list[str]:
    """Return the record of a game, by its number. Raise BadStore, BadPlan or OSError, and KeyError if there is none."""
    with reading(Path(folder), find_game) as report:
        if game not in report.results:
            raise KeyError(game)
        return report.store.record(game)


def _results(report: Mapping[str, Any]) -> Results:
    keys = [each.name for each in fields(Standing)]
    standings = [Standing(**{key: bot[key] for key in keys}) for bot in report["bots"]]
    names = [bot.name for bot in standings]
    games = [_result(game, names) for game in report["games"]]
    ranked = sorted(standings, key=lambda bot: bot.place)
    return Results(report["name"], report["seed"], report["finished"], tuple(ranked), tuple(games))


def _result(game: Mapping[str, Any], names: Sequence[str]) -> GameResult:
    return read_result({**game, "seed": game["seed"] or ""}, names)


class _Run:
    """A match or tournament that is played while the caller iterates over it."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self._order = json.dumps(order)
        self.process: subprocess.Popen[str] | None = None
        self._end: weakref.finalize[..., Any] | None = None
        self._results: Results | None = None
        self.messages: list[str] = []  # messages that the commands print while games are played: faults, withdrawals

    def __iter__(self) -> Iterator[GameResult]:
        """Play the remaining games; yield each one as it ends, in any order. If iteration stops, running games are ended.

        A game that a bot played before it was withdrawn may be played again without it, and then comes once more.
        Raise RunFailure if it cannot be played.
        """
        if self.process is not None or self._results is not None:
            raise RunFailure("it has been played: `results` has everything")
        process = self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "beachhead.arena"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True,
        )  # fmt: skip
        self._end = weakref.finalize(self, _stop, process)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(self._order + "\n")
            process.stdin.flush()
            names: list[str] = []
            for line in process.stdout:
                [(key, value)] = json.loads(line).items()
                match key:
                    case "names":
                        names = value
                    case "result":
                        yield _result(value, names)
                    case "said":
                        self.messages.append(value)
                    case "refused":
                        raise RunFailure(value)
                    case "report":
                        self._results = _results(value)
            process.wait(_END)
            if self._results is None:
                raise RunFailure(f"its process has ended: exit code {process.returncode}")
        finally:
            self.close()

    def play(self) -> Results:
        """Play the remaining games; return the results."""
        for _ in self:
            pass
        return self.results

    @property
    def results(self) -> Results:
        """All results; raise RunFailure before the end."""
        if self._results is None:
            raise RunFailure("it has not been played to its end")
        return self._results

    def close(self) -> None:
        """Stop now, if games are running. May be called again."""
        if self._end is not None:
            self._end()

    def __enter__(self) -> _Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


class Match(_Run):
    """Games between bots in mirrored pairs, as `beachhead match` plays them. Iterate over the results, or call `play`."""

    def __init__(
        self,
        *bots: str | Entrant,
        games: int = 100,
        game: str = DEFAULT_GAME,
        mode: str = "standard",
        clock: str | Clock = UNTIMED,
        seed: str = "",
        concurrency: int = 1,
        reuse: bool = False,
        sandbox: bool = False,
        hang: float = HANG,
        start: float = START,
        illegal: int = 0,
        positions: Sequence[str] = (),
        deck: str = "",
        out: str | Path | None = None,
    ) -> None:
        """Prepare a match; nothing is started yet. With ``out`` it is stored in that folder, and continues from there.

        A bot is `builtin:NAME`, a command line, or an Entrant, with a name, an environment, limits and a clock of its own.
        ``deck`` is the text of a deck of cards. Raise ValueError or BadPlan.
        """
        entrants = [bot if isinstance(bot, Entrant) else Entrant(read_bot(bot).name, bot) for bot in bots]
        if len(entrants) < 2:
            raise BadPlan("a match needs two bots at least")
        if not any(isinstance(bot, Entrant) for bot in bots):
            names = distinct([bot.name for bot in entrants])
            entrants = [Entrant(name, bot.command) for name, bot in zip(names, entrants, strict=True)]
        judge_names([bot.name for bot in entrants])
        for claim, words in (
            (games >= 1, f"{games} games: expected at least 1"),
            (1 <= concurrency <= MAX_GAMES, f"{concurrency} games at the same time: expected from 1 to {MAX_GAMES}"),
            (not seed or SEED.fullmatch(seed), f"the seed '{seed[:40]}': expected 1 to 32 of a-z and 0-9"),
            (hang > 0 and start > 0, "hang and start: expected seconds, such as 60 or 0.5"),
            (illegal >= 0, f"illegal={illegal}: expected a number"),
        ):
            if not claim:
                raise BadPlan(words)
        given = Given(
            name=" v ".join(bot.name for bot in entrants),
            bots=tuple(entrants),
            game=game,
            mode=mode,
            format="match",
            games=games,
            clock=read_clock(clock) if isinstance(clock, str) else clock,
            hang=hang,
            illegal=illegal,
            concurrency=min(concurrency, games),
            seed=seed,
            reuse=reuse,
            sandbox=sandbox,
            seats=len(entrants),
        )
        settings = Settings(given, start, "\n".join(positions), deck)
        super().__init__({
            "settings": settings.to_text(), "file": "", "folder": str(out) if out is not None else "", "sandbox": sandbox,
        })  # fmt: skip


class Tournament(_Run):
    """The tournament of a file, as `beachhead tournament` plays it. It continues an earlier run that was stopped."""

    def __init__(self, file: str | Path, *, out: str | Path | None = None, sandbox: bool = False) -> None:
        """Prepare a tournament; nothing is started yet. Results go into the folder ``out``, by default the file's name."""
        self.folder = Path(out) if out is not None else Path(file).with_suffix("")
        super().__init__({"settings": "", "file": str(file), "folder": str(self.folder), "sandbox": sandbox})
