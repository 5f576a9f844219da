"""The rulings R1 to R15: a check for each, and the ruling turned around, with which its check must fail."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from beachhead.engine.island import ISLAND, fire, flow, movement, setup, zero
from beachhead.engine.island import state as states
from beachhead.engine.island.actions import END, NOMINATE_PAD
from beachhead.engine.island.pieces import BLOCK, OWNER
from beachhead.engine.island.squares import REACH
from beachhead.engine.island.state import ROLL, Pad, State
from beachhead.engine.values import Action
from tests.engine.island.boards import after, at, legal, state_of, told
from tests.engine.island.refusals import FIVE_EACH

MANY = "a9:Ss a10:Ss a11:Ss k9:ss k10:ss k11:ss"  # so that nobody has lost a short battle, or any, by chance


class Ruling(NamedTuple):
    """One ruling: what must hold, and where the code decides it, with the decision turned around."""

    check: Callable[[], None]
    owner: Any  # the module or class that has the attribute
    name: str
    turned: Any


def r1_undersides() -> None:
    """A block is live with probability live / (live + safe) over the blocks not revealed yet."""
    tickets = ISLAND.urn(state_of(at("d2:Sn d4:* l12:ss", blocks="3+1") + " actions shoot d2 d4"))
    assert [ticket.text for ticket in tickets] == ["reveal d4 live"] * 3 + ["reveal d4 safe"]


def _r1_turned(square: int, live: int, safe: int) -> Sequence[Action]:
    return tuple(dict.fromkeys(_undersides(square, live, safe)))


def r2_where_the_pads_start() -> None:
    """Each pad starts at the left hand of its owner: South's at c, North's at j."""
    _, south, north, *_ = ISLAND.write(ISLAND.start()[0]).split()
    assert (south[0], north[0]) == ("c", "j")


def r3_filling_the_pads() -> None:
    """The pads are filled by turns, one character at a time."""
    text = at(FIVE_EACH, "pads", south="c:.....+JJJTT", north="j:.....+jjjtt", blocks="6+4", turn=0)
    assert ISLAND.actor(after(text, "setup tank pad 3").state) == "north"


def _r3_turned(state: State, action: Any) -> State:
    placed = _place_on_pad(state, action)
    return placed.due(state.side, placed.phase, 0)


def r4_nobody_to_lose() -> None:
    """Who has no character on the island when it says `end` loses none."""
    assert told(at("k12:ss", "act:3", south="c:S...."), "end") == ["next north 10"]


def _r4_turned(state: State) -> bool:
    return not movement.moves(state.board, state.troops[state.side], state.die)


def r5_an_open_square() -> None:
    """Nobody is brought on to a block."""
    text = at("a3:Sn c1:* l12:ss", "zero", south="c:SSS..")
    assert {action for action in legal(text) if "reinforce" in action} == {"reinforce 1 a1", "reinforce 2 b1"}
    refusal = ISLAND.why_not(state_of(text), ISLAND.action(state_of(text), "reinforce 3"))
    assert refusal is not None


def r6_the_pad_is_always_there() -> None:
    """Even an empty pad may be nominated after a 0."""
    assert "pad" in legal(at(phase="zero", south="c:....."))


def _r6_turned(state: State) -> list[Action]:
    return [a for a in _options(state) if a is not NOMINATE_PAD or state.pads[state.side].count()]


def r7_mover_and_shooters() -> None:
    """Only the nominated character moves, all shoot; the penalty falls due only when all are blocked."""
    free = at("a1:Sn c1:Sn c3:ss l12:ss", "act:3@a1")
    assert legal(free) == {"move a1 a4", "turn a1 a3 left", "turn a1 a3 right", "shoot c1 c3"}
    assert legal(at("c1:Sn l12:ss", "act:3@a1")) == {"end"}
    assert told(at("a12:Sn c1:Sn l12:ss", "act:3@a12"), "end") == ["next north 10"]
    assert told(at("a12:Sn l12:ss", "act:3@a12"), "end") == ["blocked south 1a"]


def _r7_any_mover(state: State) -> list[int]:
    return state.troops[state.side]


def every_idle_end_costs(state: State) -> bool:
    """R7's last clause turned around: whoever ends without a move loses a character."""
    return len(state.troops[state.side]) > 0


def r8_own_targets() -> None:
    """A character may shoot one of its own side."""
    text = at("a1:Sn a3:Ss l12:ss")
    assert "shoot a1 a3" in legal(text)
    assert told(text, "shoot a1 a3") == ["removed south soldier a3"]


def _r8_turned(board: bytes, squares: list[int]) -> list[Action]:
    side = OWNER[board[squares[0]]] if squares else -1
    return [shot for shot in _shots(board, squares) if OWNER[board[shot.dst]] != side]  # type: ignore[attr-defined]


def r9_crossfire_at_a_block() -> None:
    """At a block the crossfire counts if it proves live, and not if it is safe."""
    text = at(f"d2:Tn d4:ss d6:* {MANY}", blocks="1+1")
    assert told(text, "shoot d2 d6") == []
    assert told(text, "shoot d2 d6", "reveal d6 safe") == []
    assert told(text, "shoot d2 d6", "reveal d6 live") == ["removed north soldier d4"]


def _r9_turned(state: State, action: Any, square: int, landing: int, between: Any, resume: int) -> State:
    board, troops, _ = fire.without(state.board, state.troops, list(between))
    return _activate(state.struck(board, troops), action, square, landing, (), resume)


def r10_landing_on_a_live_block() -> None:
    """Who lands on a live block is removed, who lands on a safe one stays."""
    text = at(f"d2:Sn d5:* e6:ss {MANY}", blocks="1+1")
    assert told(text, "move d2 d5", "reveal d5 live") == ["removed north soldier e6", "removed south soldier d5"]
    assert state_of(ISLAND.write(after(text, "move d2 d5", "reveal d5 safe").state)).board[3 + 4 * 12]


def r11_chains() -> None:
    """A block set off by a block sets off no further one; with +chain it does."""
    pieces = f"d2:Sn d4:* e5:* f6:* {MANY}"
    for mode, due_next in (("", "south"), ("standard+chain", "chance")):
        timeline = after(at(pieces, mode=mode), "shoot d2 d4", "reveal d4 live", "reveal e5 live")
        assert ISLAND.actor(timeline.state) == due_next


def _r11_turned(state: State, board: bytes, square: int, waiting: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(near for near in REACH[square] if board[near] == BLOCK and near not in waiting)


def r12_the_turn_limit() -> None:
    """The battle is drawn when its last turn ends: turn 500, or what the mode says, or never."""
    assert told(at(phase="after", turn=499), "end") == ["next north 500"]
    assert told(at(phase="after", turn=500), "end") == ["over draw turns 5 5"]
    assert told(at(phase="after", turn=7, mode="standard+turns:7"), "end") == ["over draw turns 5 5"]
    assert told(at(phase="after", turn=500, mode="standard+turns:0"), "end") == ["next north 501"]


def r13_penalties_are_a_must() -> None:
    """The opponent has to remove a character: nothing else is legal."""
    assert legal(at(phase="penalty")) == {"remove l12"}
    assert legal(at("a1:Sn", "penalty@pad", north="l:...jt")) == {"remove pad 4", "remove pad 5"}


def _r13_turned(state: State) -> list[Action]:
    return [*_penalties(state), END]


def r14_rescue_is_a_must() -> None:
    """Who has nobody on the island and can bring one on has to, and only then rolls, with nobody nominated."""
    timeline = after(at("a1:Sn", "after", north="j:s..t."), "end")
    assert {action.text for action in ISLAND.legal(timeline.state)} == {"reinforce 1 h12", "reinforce 4 k12"}
    rescued = timeline.play(ISLAND.action(timeline.state, "reinforce 4 k12"))
    assert ISLAND.write(rescued.state).split()[5] == "roll"


def _r14_turned(state: State, side: int, turn: int, events: list[Any]) -> Any:
    return state.due(side, ROLL, turn), events


def r15_short_battles() -> None:
    """In a short battle the fifth loss loses, by own fire too; both at once draw."""
    six = "a1:Sn a3:Se c1:Se d1:Je e1:Te f1:Te"
    alive = " ".join(f"{x}12:{kind}w" for x, kind in zip("ghijkl", "sjsjtt", strict=True))
    text = at(f"{six} {alive}", mode="short")
    assert told(text, "shoot a1 a3")[-1] == "over north elimination 0 28"
    assert told(at(f"{six} {alive}"), "shoot a1 a3") == ["removed south soldier a3"]
    both = at("a1:Jn a3:ss a4:Se c1:Se d1:Je e1:Te f1:Te " + alive[7:], mode="short")
    assert told(both, "shoot a1 a4")[-1] == "over draw elimination 5 5"


def _r15_turned(state: State, side: int) -> bool:
    return state.strength(side) == 0


# The originals, as they stand before anything is turned around.
_undersides, _place_on_pad, _options = flow._undersides, setup.place_on_pad, zero.options
_shots, _activate, _penalties = fire.shots, fire._activate, flow._penalties

RULINGS: dict[str, list[Ruling]] = {
    "R1": [Ruling(r1_undersides, flow, "_undersides", _r1_turned)],
    "R2": [Ruling(r2_where_the_pads_start, states, "first_pads", lambda: (Pad(9, (-1,) * 5), Pad(2, (-1,) * 5)))],
    "R3": [Ruling(r3_filling_the_pads, setup, "place_on_pad", _r3_turned)],
    "R4": [Ruling(r4_nobody_to_lose, movement, "is_stuck", _r4_turned)],
    "R5": [Ruling(r5_an_open_square, zero, "is_open", lambda state, square: OWNER[state.board[square]] == -1)],
    "R6": [Ruling(r6_the_pad_is_always_there, zero, "options", _r6_turned)],
    "R7": [
        Ruling(r7_mover_and_shooters, movement, "movers", _r7_any_mover),
        Ruling(r7_mover_and_shooters, movement, "is_stuck", every_idle_end_costs),
    ],
    "R8": [Ruling(r8_own_targets, fire, "shots", _r8_turned)],
    "R9": [Ruling(r9_crossfire_at_a_block, fire, "_activate", _r9_turned)],
    "R10": [
        Ruling(
            r10_landing_on_a_live_block,
            fire,
            "_struck_squares",
            lambda square: tuple(near for near in REACH[square] if near != square),
        )
    ],
    "R11": [
        Ruling(r11_chains, fire, "_set_off", _r11_turned),
        Ruling(r11_chains, fire, "_set_off", lambda *_: ()),
    ],
    "R12": [
        Ruling(r12_the_turn_limit, flow, "is_last_turn", lambda _: False),
        Ruling(r12_the_turn_limit, flow, "is_last_turn", lambda state: state.turn == 500),
    ],
    "R13": [Ruling(r13_penalties_are_a_must, flow, "_penalties", _r13_turned)],
    "R14": [Ruling(r14_rescue_is_a_must, flow, "_begin_turn", _r14_turned)],
    "R15": [Ruling(r15_short_battles, State, "is_beaten", _r15_turned)],
}
