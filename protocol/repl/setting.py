"""How the person wants to play: who sits where, and who advises, judges and keeps games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from beachhead.protocol.process import BotProcess, Spawn
from beachhead.protocol.repl.analysis import Analyse, Rank
from beachhead.protocol.repl.keeping import Keeper
from beachhead.protocol.repl.record import Find
from beachhead.protocol.repl.seating import HUMAN
from beachhead.protocol.session import Adviser


@dataclass
class Setting:
    """How the person wants to play."""

    find: Find
    adviser: Adviser | None = None
    who: dict[str, str] = field(default_factory=dict)  # by seat: HUMAN, or a bot's name
    opponent: str = HUMAN  # who sits at the other seats, apart from the first
    is_auto_end: bool = False
    hang: float = 60.0  # seconds that a bot may think
    record: str | None = None  # the file that a game is written to
    keeper: Keeper | None = None  # of the games that are left unfinished; None keeps none
    analyse: Analyse | None = None  # who tells skill from luck
    rank: Rank | None = None  # who compares actions
    bots: tuple[str, ...] = ()  # the names of the built-in ones
    # By the name of a game: the bots that a page may seat, each with words for people.
    opponents: Callable[[str], Sequence[tuple[str, str]]] = lambda _: ()
    spawn: Spawn = BotProcess  # how bots are started
