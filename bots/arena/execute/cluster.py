"""The executor of a cluster: games are sent to the workers of a Dask scheduler, and results come back to the driver.

Each worker is judged before it gets a game: it must have the same version of this program and the same bots. A game is
handed out when a worker has a thread for it, and its seed leaves the driver then and not before. If its worker is gone, or
has not been heard for a while, the game goes to another one with the same number and seed; whatever the first one may
still say of it is not heard any more, so that a game counts once.

Dask has threads of its own; they talk to the thread of the driver through a queue, and a pipe that wakes it.
"""

from __future__ import annotations

import os
import secrets
import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from beachhead.bots.arena.contain.notices import COUNTED, crowding
from beachhead.bots.arena.execute import remote
from beachhead.bots.arena.execute.job import Job
from beachhead.bots.arena.execute.local import TICK, TRIES, Broken
from beachhead.bots.arena.execute.parcel import Kit, Parcel, kit_of
from beachhead.bots.arena.execute.played import PlayedGame, read_played
from beachhead.bots.arena.execute.scheduler import Host
from beachhead.bots.arena.launch import is_builtin
from beachhead.bots.arena.plan import Plan

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE: Final = 30.0  # seconds without a sign of life after which a worker, or the scheduler, is given up
LOSSES: Final = 10  # workers that a game may lose before it is called unplayable
LOOK: Final = 0.5  # seconds between two looks at the workers
FETCH: Final = 10.0  # seconds in which a result arrives
END: Final = 10.0  # seconds in which workers end what is left

Say = Callable[[str], None]


@dataclass(slots=True)
class Flight:
    """A game, or the judging of a worker, that is under way."""

    host: Host
    future: Future[Any]
    job: Job | None  # None: the worker is being judged


class ClusterExecutor:
    """The workers of a Dask scheduler; they may come and go."""

    def __init__(
        self,
        client: Client,
        plan: Plan,
        is_boxed: bool,
        say: Say,
        has_log: bool = False,
        patience: float = PATIENCE,
        place: str = "",
    ) -> None:
        """``place`` names where the results are stored: workers end what is left of an earlier run there."""
        self._client = client
        self._address = str(client.scheduler.address)
        self._plan = plan
        self._say = say
        self._patience = patience
        self._is_boxed = is_boxed
        self._run = secrets.token_hex(8)
        self._parcel = Parcel(self._run, plan.settings.to_text(), is_boxed, has_log, place=place).to_text()
        self._kit = kit_of(plan)
        self._hosts: dict[str, Host] = {}
        self._flights: dict[str, Flight] = {}
        self._waiting: list[Job] = []  # games whose worker is gone
        self._tries: dict[int, int] = {}
        self._losses: dict[int, int] = {}
        self._heard: SimpleQueue[tuple[str, Any]] = SimpleQueue()  # from Dask's threads
        self._bell, self._ring = os.pipe()
        self._looked = time.monotonic()
        self._has_looked = False
        self._told = ""
        self._is_over = threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)
        self._watch.start()

    @property
    def running(self) -> list[int]:
        """The games that are played now."""
        return [flight.job.spec.id for flight in self._flights.values() if flight.job is not None]

    @property
    def size(self) -> int:
        """How many games can be played at the same time."""
        return max(1, sum(host.threads for host in self._able()))

    @property
    def crowding(self) -> str:
        """Return a warning if a machine plays more clocked games than it has cores."""
        machines: dict[str, list[Host]] = {}
        for host in self._able():
            machines.setdefault(host.host, []).append(host)
        for name, hosts in machines.items():
            found = crowding(
                sum(host.threads for host in hosts), self._plan.terms.clock.is_timed, min(host.cores for host in hosts)
            )
            if found:
                return f"{found} ({name})"
        return ""

    def notices(self) -> list[str]:
        """Return what cannot be guaranteed."""
        return (
            []
            if all(is_builtin(bot.words) for bot in self._plan.bots)
            else [f"where workers lack cgroup v2, {COUNTED}"]
        )

    def play(self, games: Iterator[Job | None], alarm: int) -> Iterator[PlayedGame | None]:
        """Play games; yield them as they end, and None when time goes by or the alarm's descriptor is readable."""
        poll = select.poll()
        poll.register(alarm, select.POLLIN)
        poll.register(self._bell, select.POLLIN)
        while True:
            if self._hand_out(games) and not self.running:
                return
            ready = [descriptor for descriptor, _ in poll.poll(TICK * 1000)]
            if not ready or alarm in ready:
                yield None
            if self._bell in ready:
                os.read(self._bell, 4096)
            yield from self._hear()
            self._give_up()

    def _hand_out(self, games: Iterator[Job | None]) -> bool:
        """Hand games out to all threads that are free; return whether there is no other game for now."""
        while True:
            host = self._free()
            if host is None and (self._waiting or self.running):
                return False
            job = self._waiting.pop() if self._waiting else next(games, None)
            if job is None:
                return True
            if host is None:
                self._waiting.append(job)  # nobody is there: it waits here
                return False
            self._submit(host, job, remote.play, self._run, job.to_line())

    def _free(self) -> Host | None:
        """Return the worker with the most threads that are free."""
        busy: dict[str, int] = {}
        for flight in self._flights.values():
            busy[flight.host.address] = busy.get(flight.host.address, 0) + 1
        free = [(host.threads - busy.get(host.address, 0), host) for host in self._able()]
        most = max(free, key=lambda each: each[0], default=(0, None))
        return most[1] if most[0] > 0 else None

    def _is_busy(self, host: Host) -> bool:
        return any(flight.host is host for flight in self._flights.values())

    def _able(self) -> list[Host]:
        return [host for host in self._hosts.values() if host.is_fit and not host.is_lost(self._patience)]

    def _submit(self, host: Host, job: Job | None, work: Callable[..., Any], *given: Any) -> None:
        key = f"beachhead-{self._run}-{secrets.token_hex(8)}"
        future = self._client.submit(work, *given, key=key, workers=[host.address], pure=False)
        self._flights[key] = Flight(host, future, job)
        future.add_done_callback(self._land)

    def _land(self, future: Future[Any]) -> None:
        """Fetch what a worker has to say; called in a thread of Dask's."""
        try:
            found = future.result(timeout=FETCH)
        except BaseException as problem:  # whatever it is, it is not for this thread
            found = problem
        self._post(future.key, found)

    def _look(self) -> None:
        """Look at the workers again and again, in a thread of its own."""
        while True:
            with suppress(Exception):  # silence is judged by the driver
                self._post("", self._client.scheduler_info(n_workers=-1)["workers"])
            if self._is_over.wait(LOOK):
                return

    def _post(self, key: str, found: Any) -> None:
        self._heard.put((key, found))
        with suppress(OSError):
            os.write(self._ring, b"!")

    def _hear(self) -> Iterator[PlayedGame]:
        while True:
            try:
                key, found = self._heard.get_nowait()
            except Empty:
                return
            if not key:
                self._meet(found)
                continue
            flight = self._flights.pop(key, None)
            if flight is None:  # it was given to another worker in the meantime
                continue
            if flight.job is None:
                self._judge(flight.host, found)
            elif isinstance(found, bytes):
                yield read_played(found, self._plan.bots)
            else:
                self._fail(flight.job, found)

    def _meet(self, workers: dict[str, dict[str, Any]]) -> None:
        """Take note of the workers that are there now."""
        now = self._looked = time.monotonic()
        self._has_looked = True
        for address in [address for address in self._hosts if address not in workers]:
            if self._hosts.pop(address).is_fit:
                self._say(f"worker {address} has gone")
        for address, each in workers.items():
            host = self._hosts.get(address)
            if host is None:
                host = self._hosts[address] = Host(address, each["nthreads"], each["host"])
            if each["last_seen"] != host.seen:
                host.seen, host.moment = each["last_seen"], now
            if not host.is_judged and not host.is_lost(self._patience) and not self._is_busy(host):
                host.trials += 1
                self._submit(host, None, remote.prepare, self._parcel)

    def _judge(self, host: Host, found: Any) -> None:
        """Decide whether a worker may play."""
        if isinstance(found, BaseException):
            if host.trials < TRIES:
                return  # at the next look it is tried again
            problem = f"it cannot run this version of beachhead: {found}"
        else:
            problem, (version, source, files, host.cores) = found
            problem = problem or self._kit.difference(Kit(version, source, files, host.cores))
        host.is_judged = True
        host.is_fit = not problem
        self._say(f"worker {host.address} is refused: {problem}" if problem else f"worker {host.address} plays")

    def _fail(self, job: Job, problem: BaseException) -> None:
        """A game has not come to its end; it is played again."""
        id = job.spec.id
        tries = self._tries[id] = self._tries.get(id, 0) + 1
        if tries >= TRIES:
            raise Broken(f"game {id} could not be played {tries} times; the last time: {problem}")
        self._waiting.append(job)

    def _give_up(self) -> None:
        """Take games back from workers that are gone or silent. Raise Broken if nobody can play."""
        if time.monotonic() - self._looked > self._patience:
            raise Broken(f"the scheduler at {self._address} has not answered for {self._patience:g} s")
        for key, flight in tuple(self._flights.items()):
            is_gone = flight.host.address not in self._hosts
            if not is_gone and not flight.host.is_lost(self._patience):
                continue
            del self._flights[key]
            with suppress(Exception):
                flight.future.cancel()
            if flight.job is None:
                continue
            id = flight.job.spec.id
            if not is_gone:
                self._say(
                    f"worker {flight.host.address} has been silent for {self._patience:g} s: game {id} is played by another"
                )
            losses = self._losses[id] = self._losses.get(id, 0) + 1
            if losses >= LOSSES:
                raise Broken(f"game {id} could not be played: {losses} workers were lost over it")
            self._waiting.append(flight.job)
        hosts = list(self._hosts.values())
        if hosts and all(host.is_judged and not host.is_fit for host in hosts):
            raise Broken("all workers are refused")
        is_judging = not self._has_looked or any(not host.is_judged for host in hosts)
        told = "" if self._able() or is_judging else f"waiting for workers: dask worker {self._address}"
        if told and told != self._told:
            self._say(told)
        self._told = told

    def finish(self) -> None:
        """All games have ended: let the workers end what is left."""
        self.stop()

    def stop(self) -> None:
        """Give up all games, end everything on the workers, and close the connection."""
        if self._is_over.is_set():
            return
        self._is_over.set()
        able = [host.address for host in self._able()]
        for flight in self._flights.values():
            with suppress(Exception):
                flight.future.cancel()
        self._flights.clear()
        if able:
            end = threading.Thread(target=self._end, args=(able,), daemon=True)
            end.start()
            end.join(END)
        with suppress(Exception):
            self._client.close(timeout=END)
        self._watch.join(LOOK)

    def _end(self, able: list[str]) -> None:
        with suppress(Exception):
            self._client.run(remote.end, self._run, workers=able, on_error="ignore")
