"""The driver of a match or tournament: asks the schedule for games, the executor for results, and stores them.

The driver keeps no state of its own. If it is killed, the next driver of the same folder continues from the store: a game that
was not stored is played again with the same number and seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Protocol

from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.played import PlayedGame, conceded
from beachhead.bots.arena.fault import MAX_STARTS
from beachhead.bots.arena.files import Files, in_words
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.interrupts import Interrupts
from beachhead.bots.arena.plan import Plan, pair_seed
from beachhead.bots.arena.progress import Progress
from beachhead.bots.arena.result import GameResult
from beachhead.bots.arena.schedule.schedule import AHEAD
from beachhead.bots.arena.schedule.sequential import Sequential
from beachhead.bots.arena.schedule.withdrawal import withdrawn
from beachhead.bots.arena.store import Key, Store, StoredResults

CLOSE: Final = (
    4  # a sequential test is asked for this many times the concurrent games in advance, because it may end at any pair
)


class Executor(Protocol):
    """Plays games: on this machine, or on others."""

    @property
    def running(self) -> list[int]:
        """The ids of the games that are being played."""
        ...

    @property
    def size(self) -> int:
        """The number of games that can be played at the same time."""
        ...

    @property
    def crowding(self) -> str:
        """A warning if clocked games disturb each other; else empty."""
        ...

    def notices(self) -> list[str]:
        """Return warnings about what cannot be guaranteed for these bots."""
        ...

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        """Play games in order; yield each one as it ends, and None after some time or if the alarm is readable.

        A job is requested when a game can begin; None means that there is none for now. It ends when no game is being
        played and there is none for now.
        """
        ...

    def finish(self) -> None:
        """Let the workers end their bots and exit."""
        ...

    def stop(self) -> None:
        """End everything now."""
        ...


class Driver:
    """A match or tournament while it is played."""

    def __init__(self, plan: Plan, store: Store, files: Files | None = None, progress: Progress | None = None) -> None:
        store.name_bots(plan.names)
        self._plan = plan
        self._store = store
        self._keys = store.keys
        self._files = files or Files()
        self._progress = progress or Progress(plan)
        self.results = StoredResults(store)
        self._gone: dict[int, int] = {}  # withdrawn bots, each with the game after which it was withdrawn
        self._failures: dict[int, list[int]] = {}  # the games in which each bot has failed to start
        self._handed_out: set[int] = set()
        self._held: dict[
            int, list[PlayedGame]
        ] = {}  # by pair: games whose files must not be written before the pair is over
        self._count = 0  # games that have ended
        self._is_stopping = False
        self._executor: Executor | None = None
        self.signal = 0  # the signal that stopped it
        for result in store.results():
            self._progress.count(result)
            self._note_failures(result)
        if any(len(failures) >= MAX_STARTS for failures in self._failures.values()):
            self._judge()

    @property
    def is_finished(self) -> bool:
        """Whether all games have been played."""
        return self._plan.schedule.is_finished(self.results)

    def run(self, executor: Executor) -> bool:
        """Play the remaining games; return whether all games have been played."""
        progress = self._progress
        self._executor = executor
        progress.start()
        with Interrupts() as interrupts:
            heard = 0
            try:
                for played in executor.play(self._games(), interrupts.descriptor):
                    if played is not None:
                        self._take(played)
                    else:
                        interrupts.clear()
                    if interrupts.count > heard:
                        heard = interrupts.count
                        self._is_stopping = True
                        if heard > 1:
                            progress.say("stopped")
                            break
                        count = len(executor.running)
                        progress.say(f"finishing {count} running game{'s' * (count != 1)}; Ctrl-C again stops now")
                    progress.show(played is not None)
                    if self._is_stopping and not executor.running:
                        break
                else:
                    executor.finish()
            finally:
                executor.stop()
            self.signal = interrupts.signal
        for pair in sorted(self._held):
            self._write(self._held[pair])
        is_finished = self.settle()
        progress.end()
        return is_finished

    def settle(self) -> bool:
        """Write down that all games have been played, if they have; return whether. A run may be killed before that."""
        is_finished = self.is_finished
        if is_finished and not self._store.is_finished:
            self._store.finish()
        return is_finished

    def _games(self) -> Iterator[Job | None]:
        """Yield the remaining games, each when it can begin."""
        plan = self._plan
        while not self._is_stopping:
            fresh = [
                spec for spec in plan.schedule.next(self.results, self._ahead()) if spec.id not in self._handed_out
            ]
            if not fresh:  # the schedule is not asked again before its answer can be another one
                count = self._count
                while count == self._count and not self._is_stopping:
                    yield None
                continue
            for spec in fresh:
                if self._is_stopping:
                    return
                self._handed_out.add(spec.id)
                spec = self.seeded(spec)
                gone = tuple(bot for bot in spec.bots if self._gone.get(bot, spec.id) < spec.id)
                if len(spec.bots) - len(gone) > 1:
                    yield Job(spec, gone)
                else:
                    self._take(conceded(spec, plan.terms, [plan.bots[bot] for bot in spec.bots], gone, plan.find))

    def _ahead(self) -> int:
        if not isinstance(self._plan.schedule, Sequential):
            return AHEAD
        size = self._executor.size if self._executor is not None else 1
        return CLOSE * size + len(self._handed_out - self.results.ids)

    def seeded(self, spec: GameSpec) -> GameSpec:
        """Return the game with the seed of its pair."""
        return replace(spec, seed=pair_seed(key_of(self._keys, spec.pair), spec.pair))

    def _take(self, played: PlayedGame) -> None:
        """Store a game that has ended, and report its faults."""
        result = played.result
        self._count += 1
        self._handed_out.discard(result.id)
        gone = {self._plan.bots[bot].name for bot in result.spec.bots if self._gone.get(bot, result.id) < result.id}
        if not gone <= {fault.bot for fault in result.faults if fault.is_withdrawn}:
            return  # it began before a bot was withdrawn that is in it: it is played again without it
        if self._files.faults:
            faults = [
                replace(fault, file=self._files.fault_file(result.id, fault.bot))
                if fault.bot in played.evidence
                else fault
                for fault in result.faults
            ]
            result = replace(result, faults=tuple(faults))
            played = replace(played, result=result)
        self.results.add(played)
        self._progress.count(result)
        for fault in result.faults:
            if not fault.is_withdrawn:
                self._progress.say(f"game {result.id}: {fault.bot} loses by {fault.reason}: {fault.detail}")
        self._note_failures(result)
        if any(self._may_be_out(bot, result.id) for bot in result.spec.bots):
            self._judge()
        if any((self._files.log, self._files.records, self._files.faults)):
            self._hold(played)

    def _note_failures(self, result: GameResult) -> None:
        for bot in result.spec.bots:
            if bot not in self._gone and result.failed_to_start(bot):
                self._failures.setdefault(bot, []).append(result.id)

    def _may_be_out(self, bot: int, id: int) -> bool:
        """Whether this result of a bot may be the last of three failed starts in a row, or fill the gap before them."""
        failures = self._failures.get(bot, [])
        return bot not in self._gone and len(failures) >= MAX_STARTS and max(failures) >= id

    def _judge(self) -> None:
        """Withdraw bots that have failed to start too often in a row, by the order of the schedule.

        Games after such a bot's last one that had begun already are played again without it, so that the table does not
        depend on how many games ran at the same time.
        """
        found = withdrawn(self._plan.schedule.games_so_far(self.results), self.results)
        for bot, last in found.items():
            if bot in self._gone:
                continue
            self._gone[bot] = last
            name = self._plan.bots[bot].name
            result = self.results[last]
            detail = next(fault.detail for fault in result.faults if fault.bot == name)
            self._progress.say(f"{name} is withdrawn after {MAX_STARTS} failed starts in a row: {detail}")
            later = [
                id
                for id in self.results
                if id > last
                and bot in self.results[id].spec.bots
                and not any(fault.bot == name and fault.is_withdrawn for fault in self.results[id].faults)
            ]
            for id in later:
                result = self.results[id]
                self._progress.count(result, -1)
                held = self._held.get(result.pair, [])
                self._held[result.pair] = [played for played in held if played.result.id != id]
            self.results.forget(later)

    def _hold(self, played: PlayedGame) -> None:
        """Write the files of a pair when all its games have ended."""
        spec = played.result.spec
        held = self._held.setdefault(spec.pair, [])
        held.append(played)
        if len(held) == len(spec.bots):
            self._write(self._held.pop(spec.pair))

    def _write(self, games: list[PlayedGame]) -> None:
        for played in sorted(games, key=lambda played: played.result.id):
            files = self._files
            for write in (files.write_log, files.write_record, files.write_evidence):
                try:
                    write(played)
                except OSError as problem:  # a full disk loses no result
                    self._progress.say(f"game {played.result.id} cannot be written: {in_words(problem)}")
            for fault in played.result.faults:
                if fault.file:
                    self._progress.say(f"counter-example: {fault.file}")


def key_of(keys: list[Key], pair: int) -> str:
    """Return the key of a pair's dice."""
    return next(each.key for each in reversed(keys) if each.first_pair <= pair)
