"""Moments of games for the tests of the prompt, and desks at which nobody sits."""

from collections.abc import Iterable

from beachhead.engine.games import find_game
from beachhead.engine.picture import plain
from beachhead.protocol.repl.clean import Line
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.draft import Draft
from beachhead.protocol.repl.offer import Known
from beachhead.protocol.repl.play import enter
from beachhead.protocol.repl.setting import Setting
from beachhead.protocol.repl.situation import Situation
from beachhead.protocol.reply import Hinted
from beachhead.protocol.session import Adviser
from beachhead.protocol.table import Table

# South has a tank on e2 before a block, a soldier on i6 that can shoot one, and a 3.
ACT = "12/10js1/12/7ss4/8*ss2/12/8Sn3/4*7/12/12/4Tn7/12 c:..... j:..... 1+1 south act:3 1"
AFTER = ACT.replace("act:3", "after")
ZERO = "12/10js1/12/12/12/12/12/12/12/12/10Sn1/12 c:.SJ.. j:..... 0+0 south zero 5"
ROLL = ZERO.replace("zero", "roll")
BLOCKS = "12/12/12/12/12/12/12/12/12/12/12/12 c:.....+SSSSSJJJTT j:.....+sssssjjjtt 6+4 south blocks 0"
TROOPS = "*11/1*10/2*9/3*8/4*7/5*6/6*5/7*4/8*3/9*2/12/12 c:.....+SSSSSJJJTT j:.....+sssssjjjtt 6+4 south troops 0"
OVER = "12/12/12/12/12/12/12/12/12/12/12/Sn11 c:..... j:..... 0+0 - over:south 9"


def scene(position: str, game: str = "island", is_mine: bool = True) -> Situation:
    """The scene of a position."""
    found = find_game(game)
    return Situation(found, found.read(position), is_mine)


def nothing(terminal: str, before: str) -> list[tuple[str, str]]:
    """Knows of nothing that could stand for an open word."""
    return []


def draft(where: Situation, known: Known = nothing) -> Draft:
    """A line at the prompt in a situation."""
    return Draft(lambda: where, known)


def first_legal(adviser_calls: list[str] | None = None) -> Adviser:
    """An adviser that names the first legal action."""

    def advise(game, state, seat, milliseconds, is_stopped=None):  # type: ignore[no-untyped-def]
        if adviser_calls is not None:
            adviser_calls.append(seat)
        return Hinted(min(game.legal(state), key=str), (), "score 1")

    return advise


def desk(position: str | None = None, **how: object) -> Commands:
    """A desk among people, with a position on it if one is given."""
    table = None
    if position is not None:
        table = Table()
        table.set_position("island", position)
    return enter(Setting(find_game, **{"adviser": first_legal(), **how}), table)  # type: ignore[arg-type]


def text(lines: Iterable[Line]) -> str:
    """Lines without their styles."""
    return "\n".join(plain(list(lines)))
