"""The setting of a session: the players, the advisers, and where games are kept."""

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
    """The players, the advisers and the files of a session."""

    find: Find
    adviser: Adviser | None = None
    who: dict[str, str] = field(default_factory=dict)  # by seat: HUMAN, or a bot's name
    opponent: str = HUMAN  # the player at all other seats except the first
    is_auto_end: bool = False
    hang: float = 60.0  # seconds that a bot may think
    record: str | None = None  # the file for the record of the game
    keeper: Keeper | None = None  # the folder of unfinished games; None keeps none
    analyse: Analyse | None = None  # measures skill and luck
    rank: Rank | None = None  # compares actions
    bots: tuple[str, ...] = ()  # the names of the built-in bots
    # By the name of a game: the bots that a page may seat, each with words for people.
    opponents: Callable[[str], Sequence[tuple[str, str]]] = lambda _: ()
    spawn: Spawn = BotProcess  # starts the process of a bot
