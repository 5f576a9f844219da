"""Battles between choosers, in one process and without a clock; and a chooser that is a bot process, seated as the
protocol says, with everything that an engine may tell it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.island import ISLAND
from beachhead.engine.island.state import State
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE

Watch = Callable[[str, list[str]], None]


def commit_of(seed: str) -> str:
    """What the seats may know of a seed."""
    return sha256(seed.encode()).hexdigest()


def battle(mode: str, seed: str, south: Choose, north: Choose, watches: Sequence[Watch] = ()) -> Timeline[State]:
    """A whole battle on the island with keyed dice. Whoever watches hears who did something, and all that followed."""

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    choosers: Mapping[str, Choose] = {"south": south, "north": north}
    numbers = {"south": 0, "north": 0}
    state, events = ISLAND.start(mode)
    timeline = Timeline(ISLAND, Moment(state, events=events))
    while (actor := ISLAND.actor(timeline.state)) is not None:
        before = timeline.now
        if actor != CHANCE:
            numbers[actor] += 1
            legal = sorted(action.text for action in ISLAND.legal(timeline.state))
            decision = Decision(
                game="island", mode=mode, seat=actor, state=ISLAND.view(timeline.state, actor), number=numbers[actor],
                commit=commit_of(seed), legal=legal,
            )  # fmt: skip
            action = ISLAND.canonical(choosers[actor](decision))
            assert action is not None
            timeline = timeline.play(action)
        while ISLAND.actor(timeline.state) == CHANCE:
            timeline = timeline.then(ISLAND.draw(timeline.state, timeline.past(), h), False)
        told = [f"event {event}" for moment in timeline.since(before) for event in moment.told()]
        for watch in watches:
            watch(actor, told)
    return timeline


def actions_of(timeline: Timeline[State]) -> list[str]:
    """Everything that was done, chance included."""
    return [moment.action.text for moment in timeline.moments() if moment.action is not None]


class SeatedProcess:
    """A bot process at a seat; its ``choose`` and ``watch`` go into a battle."""

    def __init__(self, command: Sequence[str], folder: Path | None = None, end: str = "\n") -> None:
        self.said: list[str] = []  # all lines of the bot, `hello` first
        self.errors = ""
        self._end = end
        self._asked = 0
        self._seat = ""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )

    def __enter__(self) -> SeatedProcess:
        self.tell("ready beachhead 0.1.0 protocol 1")
        assert self.hear().startswith("hello 1 ")
        self.tell("id name beachhead", "id version 0.1.0", "id novelty of a later version", "ok 1")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._process.kill()
        _, errors = self._process.communicate()
        self.errors = errors.decode()

    def sit(self, mode: str, seat: str, seed: str) -> None:
        """Open a game."""
        self._seat = seat
        self.tell(f"game island {mode} seat {seat} clock none commit {commit_of(seed)}")

    def choose(self, decision: Decision) -> str:
        """Ask the bot, and answer its questions until it decides."""
        self._asked += 1
        self.tell("novelty", "", f"go {self._asked} time - - state {decision.state}")
        while True:
            line = self.hear()
            if line == "legal":
                self.tell(*[f"legal {action}" for action in decision.legal()], f"ok {len(decision.legal())}")
            elif not line.startswith("info "):
                word, number, action = line.split(" ", 2)
                assert (word, number) == ("answer", str(self._asked))
                return action

    def watch(self, actor: str, told: list[str]) -> None:
        """Tell the bot what has happened: as the answer to its own action, or unasked."""
        self.tell(*told, *(["ok"] if actor == self._seat else []))

    def leave(self) -> int:
        """Say goodbye; return the exit code."""
        self.tell("bye")
        return self._process.wait(timeout=10)

    def hang_up(self) -> int:
        """End the bot's input without a word; return the exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(timeout=10)
        self._process.stdin = None
        return code

    def tell(self, *lines: str) -> None:
        """Say something, all at once."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(line + self._end for line in lines).encode())
        self._process.stdin.flush()

    def hear(self) -> str:
        """The next line of the bot."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.endswith(b"\n"), f"the bot went away after {self.said[-3:]}"
        self.said.append(line.decode().rstrip("\n"))
        return self.said[-1]
