"""Drive one bot from Python: start it, ask for its choice in positions, and let it play games.

A bot runs as in a match: in a private folder, with a clean environment; its processes are counted, and ended with it.
"""

from __future__ import annotations

import shlex
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import TracebackType
from typing import Final

from beachhead.bots.arena.advice import start_advice
from beachhead.bots.arena.clock import UNTIMED, Clock, read_clock
from beachhead.bots.arena.contain.sandbox import boxed
from beachhead.bots.arena.game import open_table
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.launch import read_bot
from beachhead.bots.arena.player import Player, start
from beachhead.bots.arena.result import Fault
from beachhead.bots.arena.terms import HANG, Terms
from beachhead.bots.arena.umpire import Umpire
from beachhead.engine.games import DEFAULT_GAME, find_game
from beachhead.engine.values import CHANCE, Action, BadPosition
from beachhead.protocol.dice import commitment, fresh_seed
from beachhead.protocol.process import PATIENCE
from beachhead.protocol.reply import event_lines
from beachhead.protocol.seated import START

_PAIRED: Final = ["score", "depth", "nodes", "time"]  # words of a remark that are followed by a value


class BotFault(Exception):
    """Raised if a bot fails by `start`, `crash`, `time`, `hang` or `illegal`; it plays no more. Holds its stderr."""

    def __init__(self, name: str, reason: str, detail: str, stderr: str = "") -> None:
        super().__init__(f"{name}: {reason}: {detail}")
        self.name = name
        self.reason = reason
        self.detail = detail
        self.stderr = stderr


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's choice: the action, its remarks, and the time that it took."""

    action: Action
    remarks: tuple[str, ...]
    seconds: float

    @property
    def info(self) -> dict[str, str]:
        """The values in its remarks, such as `score 0.52 depth 3 text all is well`; later ones replace earlier ones."""
        found: dict[str, str] = {}
        for remark in self.remarks:
            head, is_text, text = f" {remark}".partition(" text ")
            words = head.split()
            found |= {key: value for key, value in pairwise(words) if key in _PAIRED}
            found |= {"text": text} if is_text else {}
        return found


class Bot:
    """A running bot. Use it as a context manager, or call `close`; it never outlives the program."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str = "",
        env: Mapping[str, str] | None = None,
        memory: int = 0,
        sandbox: bool = False,
        folder: str = "",
        start_seconds: float = START,
    ) -> None:
        """Start the bot `builtin:NAME`, or a command line, and wait for its hello.

        ``memory`` limits each of its processes, in bytes. In a ``sandbox`` (bubblewrap) it can read the ``folder``, by default
        that of its program. Raise BotFault if it does not say hello, ValueError if the command is none, and NoSandbox.
        """
        words = command if isinstance(command, str) else shlex.join(command)
        bot = replace(read_bot(words, name, env, memory), folder=folder)
        if sandbox:
            [bot] = boxed([bot])
        [player], [fault] = start([bot], start_seconds)
        if fault is not None:
            stderr = "" if player is None else player.process.words.text()
            if player is not None:
                player.process.kill()
            advice = start_advice(words)
            raise BotFault(bot.name, "start", f"{fault.detail}; {advice}" if advice else fault.detail, stderr)
        assert player is not None
        self.player = player
        self._end = weakref.finalize(self, _kill, player)

    def __enter__(self) -> Bot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The name given by the caller, or that of its program."""
        return self.player.bot.name

    @property
    def title(self) -> str:
        """The name in its hello."""
        return self.player.name

    @property
    def stderr(self) -> str:
        """The beginning and the end of what it wrote to stderr."""
        return self.player.process.words.text()

    @property
    def is_alive(self) -> bool:
        """Whether it can play: it runs, and has committed no fault."""
        return bool(self._end.alive and not self.player.is_broken and not self.player.process.has_ended)

    def choose(
        self,
        position: str,
        *,
        game: str = DEFAULT_GAME,
        clock: str | Clock = UNTIMED,
        left: float | None = None,
        hang: float = HANG,
        illegal: int = 0,
        deck: str = "",
    ) -> Choice:
        """Return the bot's choice in a position in which a seat decides.

        For the bot it is a new game that ends after its answer. ``clock`` is that of the game, such as `10+0.1`;
        ``left`` are the seconds on it, by default all; without a clock ``hang`` is the limit. ``illegal`` answers are
        forgiven. Raise BotFault if it fails, and BadPosition.
        """
        self._expect_alive()
        control = read_clock(clock) if isinstance(clock, str) else clock
        seed = fresh_seed()
        rules = find_game(game, deck)
        state = rules.read(position)
        actor = rules.actor(state)
        if actor is None or actor == CHANCE:
            raise BadPosition("the game is over there" if actor is None else "no side decides there, but the dice")
        seats = rules.seats(state)
        mode = rules.setting(state).mode
        spec = GameSpec(1, 1, tuple(range(len(seats))), seed, position)
        table, events = open_table(Terms(game, mode, deck=deck), spec, find_game, dice="manual")
        player = self.player
        player.open_game(table, actor, control, None)
        if left is not None and control.is_timed:
            player.left = left
        player.sit(table, actor, str(control), commitment(seed), events)
        umpire = Umpire([player if seat == actor else None for seat in seats], hang, illegal)
        outcome = umpire.decide(player)
        if isinstance(outcome, Fault):
            raise self.failed(outcome)
        _, seconds = outcome
        now = table.timeline.now
        assert now.action is not None
        lines = []
        for seat in seats:  # the others leave, so that the bot is told of an end
            timeline = table.timeline
            if seat != actor and timeline.game.result(timeline.state) is None:
                lines += event_lines(table.forfeit(seat, "time"))
        player.tell(lines)
        return Choice(now.action, now.notes, seconds)

    def failed(self, fault: Fault) -> BotFault:
        """Return the exception for a fault; the bot is ended."""
        self.player.process.kill()
        self._end.detach()
        return BotFault(self.name, fault.reason, fault.detail, self.stderr)

    def _expect_alive(self) -> None:
        if not self.is_alive:
            raise BotFault(self.name, "crash", "it plays no more: start it again", self.stderr)

    def close(self) -> int:
        """Say goodbye and end it, by force if necessary; return its exit code. May be called again."""
        if self._end.detach() is None:
            return self.player.process.exit_code(0) or 0
        self.player.say_goodbye()
        return self.player.process.end(0 if self.player.is_broken else PATIENCE)


def _kill(player: Player) -> None:
    player.process.kill()
