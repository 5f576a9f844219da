"""Games between built-in bots in one process: any game, with dice that follow from a seed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

from beachhead.bots.roster import module_of
from beachhead.bots.sdk import Choose, Decision
from beachhead.engine.game import Game
from beachhead.engine.timeline import Moment, Timeline
from beachhead.engine.values import CHANCE


def make(word: str, game: str, seed: int) -> Choose:
    """Return the choice of a bot: its name, or its name with options, as in `general:level=3`."""
    name, _, given = word.partition(":")
    options = {key: int(value) for key, _, value in (part.partition("=") for part in given.split(",") if part)}
    choose: Choose = import_module(module_of(name, game)).chooser(seed, **options)
    return choose


class Watched:
    """A choice that counts its decisions, and measures its processor time, which other programs hardly affect."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.hear = getattr(choose, "hear", None)
        self.decisions = 0
        self.seconds = 0.0

    def __call__(self, decision: Decision) -> str:
        begun = time.process_time()
        action = self._choose(decision)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return action


# Any: a game that was found by its name has states of any class.
def play(
    game: Game[Any], mode: str, setting: Mapping[str, str], seed: str, choices: Sequence[Watched]
) -> Timeline[Any]:
    """Play a game to its end, with a choice for each seat in turn; return its timeline."""

    def h(text: str) -> int:
        return int.from_bytes(sha256(f"{seed} {text}".encode()).digest()[:8], "big")

    commit = sha256(seed.encode()).hexdigest()
    state, events = game.start(mode, setting)
    by_seat = dict(zip(game.seats(state), choices, strict=True))
    timeline = Timeline(game, Moment(state, events=events))
    while (actor := game.actor(state := timeline.state)) is not None:
        if actor == CHANCE:
            timeline = timeline.play(game.draw(state, timeline.past(), h), is_step=False)
        else:
            choice = by_seat[actor]
            decision = Decision(
                game=game.name, mode=mode, seat=actor, state=game.view(state, actor), number=choice.decisions + 1,
                commit=commit, legal=sorted(action.text for action in game.legal(state)),
            )  # fmt: skip
            action = game.canonical(choice(decision))
            assert action is not None
            timeline = timeline.play(action)
        _tell(choices, timeline.now)
    return timeline


def _tell(choices: Sequence[Watched], moment: Moment[Any]) -> None:
    """Tell the choices that listen what has happened."""
    for choice in choices:
        if choice.hear is not None:
            for event in moment.told():
                choice.hear(str(event))
