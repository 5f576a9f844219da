"""The flow of a battle: who has to act, what is legal, what an action does (rule ids 1a, 1b, 4, 13, 15, `phase`).

A turn: a roll; shots; a move, or one of the three options of a 0 and another roll; shots; `end`. The other files
implement the effects of a move, a shot or a 0 on the island; this file decides what comes next.
"""

from collections.abc import Sequence

from beachhead.engine.island import fire, movement, setup, zero
from beachhead.engine.island.actions import (
    END,
    NOBODY,
    PAD_REMOVES,
    REMOVES,
    REVEALS,
    ROLLS,
    End,
    Move,
    NominatePad,
    Reinforce,
    Remove,
    RemovePad,
    Reveal,
    Roll,
    SetupBlock,
    SetupPad,
    SetupTroop,
    Shoot,
    Slide,
    Turn,
)
from beachhead.engine.island.ending import Step, finish, is_last_turn, settle
from beachhead.engine.island.events import Blocked, Removed
from beachhead.engine.island.pieces import BLOCK, OWNER, SEATS
from beachhead.engine.island.squares import NAMES
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    BLOCKS,
    DRAW,
    OVER,
    PAD_PENALTY,
    PAD_ROLL,
    PADS,
    PENALTY,
    RESCUE,
    REVEAL,
    ROLL,
    ROLLOFF,
    SLIDE,
    TROOPS,
    ZERO,
    State,
)
from beachhead.engine.values import CHANCE, Action, Event, First, IllegalAction, Next, Resign


def actor(state: State) -> str | None:
    """Return who has to act: a side, chance if a die or a block decides, or None if the battle is over."""
    phase = state.phase
    if phase < ROLLOFF:
        return SEATS[state.side]
    return None if phase == OVER else CHANCE


def is_chance(state: State) -> bool:
    """Return whether a die or a block decides what comes next."""
    return ROLLOFF <= state.phase <= REVEAL


def legal(state: State) -> list[Action]:
    """Return the legal actions in canonical form, without `resign`; for chance its outcomes."""
    phase = state.phase
    if phase == ACT:
        found = movement.moves(state.board, movement.movers(state), state.die)
        if not found:
            found.append(END)  # a side that can move must move (rule 15)
        return fire.shots(state.board, state.troops[state.side]) + found
    if phase == AFTER:
        found = fire.shots(state.board, state.troops[state.side])
        found.append(END)  # nobody has to shoot (rule 13)
        return found
    if phase == ZERO:
        return fire.shots(state.board, state.troops[state.side]) + zero.options(state)
    if phase == ROLL or phase == ROLLOFF or phase == PAD_ROLL:
        return list(ROLLS)
    if phase == TROOPS:
        return setup.troop_setups(state)
    if phase == BLOCKS:
        return setup.block_setups(state.board)
    if phase == PADS:
        return setup.pad_setups(state)
    if phase == PENALTY or phase == PAD_PENALTY:
        return _penalties(state)
    if phase == SLIDE:
        return fire.shots(state.board, state.troops[state.side]) + zero.slides(state)
    if phase == REVEAL:
        return list(dict.fromkeys(urn(state)))
    if phase == RESCUE:
        return zero.reinforcements(state, state.side)
    assert phase == OVER
    return []


def urn(state: State) -> Sequence[Action]:
    """Return the equally likely tickets of chance."""
    if state.phase != REVEAL:
        return ROLLS
    assert state.blast is not None
    return _undersides(state.blast.queue[0], state.live, state.safe)


def _undersides(square: int, live: int, safe: int) -> Sequence[Action]:
    """Return the tickets for the underside of a block.

    R1: nobody knows which blocks are live, so the underside is drawn when a block is turned over, in proportion to the
    numbers of live and safe blocks not yet revealed.
    """
    is_live, is_safe = REVEALS[square]
    return (is_live,) * live + (is_safe,) * safe


def apply(state: State, action: Action) -> Step:
    """Return the state after a legal action, and the events. The most frequent kinds are tested first."""
    if isinstance(action, Roll):
        return _rolled(state, action.pips)
    if isinstance(action, End):
        return _end(state)
    if isinstance(action, Move):
        if state.board[action.dst] == BLOCK:
            return fire.land(state, action), ()
        return movement.walk(state, action), ()
    if isinstance(action, Turn):
        return movement.turn(state, action), ()
    if isinstance(action, Shoot):
        return fire.shoot(state, action)
    if isinstance(action, Reveal):
        return fire.reveal(state, action)
    if isinstance(action, SetupBlock):
        return setup.place_block(state, action), ()
    if isinstance(action, SetupTroop):
        return _placed(setup.place_troop(state, action))
    if isinstance(action, SetupPad):
        return _placed(setup.place_on_pad(state, action))
    if isinstance(action, Reinforce):
        return zero.reinforce(state, action), ()
    if isinstance(action, NominatePad):
        return state.due(state.side, PAD_ROLL, state.turn), ()
    if isinstance(action, Slide):
        return _end_turn(zero.slide(state, action), 1 - state.side, [])
    if isinstance(action, Remove):
        return _remove(state, action)
    if isinstance(action, RemovePad):
        return _remove_from_pad(state, action)
    if isinstance(action, Resign):
        return finish(state, 1 - state.side, "resign", [])
    raise TypeError(f"no action of the island: {action!r}")


def why_not(state: State, action: Action) -> IllegalAction | None:
    """Return the rule that forbids an action now, or None. The first check that fails gives the reason."""
    if state.phase == OVER:
        return IllegalAction("phase", "the battle is over")
    if is_chance(state) and not isinstance(action, Roll) and not isinstance(action, Reveal):
        due = "a block is to be revealed" if state.phase == REVEAL else "the die is to be rolled"
        return IllegalAction("phase", f"{due} first")
    if isinstance(action, Move):
        return movement.why_not_move(state, action.src, action.dst)
    if isinstance(action, End):
        return _why_not_end(state)
    if isinstance(action, Roll):
        return _why_not_roll(state)
    if isinstance(action, Turn):
        return movement.why_not_turn(state, action.src, action.dst)
    if isinstance(action, Shoot):
        return fire.why_not_shoot(state, action.src, action.dst)
    if isinstance(action, Reveal):
        return _why_not_reveal(state, action)
    if isinstance(action, SetupBlock):
        return setup.why_not_block(state, action.square)
    if isinstance(action, SetupTroop):
        return setup.why_not_troop(state, action.kind_of, action.square)
    if isinstance(action, SetupPad):
        return setup.why_not_pad(state, action.kind_of, action.slot)
    if isinstance(action, Reinforce):
        return zero.why_not_reinforce(state, action.slot, action.dst)
    if isinstance(action, NominatePad):
        return zero.why_not_pad(state)
    if isinstance(action, Slide):
        return zero.why_not_slide(state, action.step)
    if isinstance(action, Remove):
        return _why_not_remove(state, action.square)
    if isinstance(action, RemovePad):
        return _why_not_remove_from_pad(state, action.slot)
    if isinstance(action, Resign):
        return None
    raise TypeError(f"no action of the island: {action!r}")


def first_turn_of(state: State, side: int) -> Step:
    """Return the state at the beginning of the set-up; this side starts, and will have the first turn."""
    return state.due(side, BLOCKS, 0), [First(SEATS[side])]


def _rolled_off(state: State, pips: int) -> Step:
    """Return the state after a roll of the roll-off: South rolls, then North; the higher starts, a tie is rolled again."""
    if state.side == 0:
        return state.south_rolled(pips), ()
    if pips == state.rolloff:
        return state.due(0, ROLLOFF, 0), ()
    return first_turn_of(state, int(pips > state.rolloff))


def _rolled(state: State, pips: int) -> Step:
    """Return the state after a roll; a 0 offers the three options (again), and cancels any nomination (rule 2)."""
    phase = state.phase
    if phase == ROLLOFF:
        return _rolled_off(state, pips)
    if pips == 0:
        return state.due(state.side, ZERO, state.turn), ()
    return state.rolled(SLIDE if phase == PAD_ROLL else ACT, pips), ()


def _placed(state: State) -> Step:
    return _begin_turn(state, state.side, 1, []) if setup.is_done(state) else (state, ())


def _begin_turn(state: State, side: int, turn: int, events: list[Event]) -> Step:
    """Return the beginning of a turn, which is a roll.

    But a side without a character on the island first brings one on (rule 4), or loses one if it cannot (rule 1b).
    R14: the sheets say that one *can* be brought on; here it must be.
    """
    events.append(Next(SEATS[side], turn))
    if state.troops[side]:
        return state.due(side, ROLL, turn), events
    if zero.reinforcements(state, side):
        return state.due(side, RESCUE, turn), events
    events.append(Blocked(side, "1b"))
    return state.due(1 - side, PAD_PENALTY, turn), events


def _end(state: State) -> Step:
    """Return the state after `end`: the next turn, or before it a penalty by the opponent (rule 1a)."""
    if state.phase == ACT and movement.is_stuck(state):
        return state.due(1 - state.side, PENALTY, state.turn), [Blocked(state.side, "1a")]
    return _end_turn(state, 1 - state.side, [])


def _end_turn(state: State, following: int, events: list[Event]) -> Step:
    """Return the beginning of the next side's turn, or a draw if this was the last turn."""
    if is_last_turn(state):
        return finish(state, DRAW, "turns", events)
    return _begin_turn(state, following, state.turn + 1, events)


def _penalties(state: State) -> list[Action]:
    """Return the characters that the opponent can take (rules 1a, 1b).

    R13: the sheets say that it *may* take one; here it must, so no other action is legal.
    """
    if state.phase == PENALTY:
        return [REMOVES[square] for square in state.troops[1 - state.side]]
    return [PAD_REMOVES[slot] for slot, who in enumerate(state.pads[1 - state.side].slots) if who != NOBODY]


def _remove(state: State, action: Remove) -> Step:
    board, troops, events = fire.without(state.board, state.troops, [action.square])
    return _punished(state.struck(board, troops), events)


def _remove_from_pad(state: State, action: RemovePad) -> Step:
    victim = 1 - state.side
    pad = state.pads[victim]
    removed = Removed(victim, pad.slots[action.slot], -1, action.slot)
    return _punished(state.with_pad(victim, pad.placed(action.slot, NOBODY)), [removed])


def _punished(state: State, events: list[Event]) -> Step:
    """Return the state after a penalty: the turn of the blocked side is over, and the opponent's turn begins."""
    after, _ = settle(state, events)
    return (after, events) if after.phase == OVER else _end_turn(after, state.side, events)


def _why_not_end(state: State) -> IllegalAction | None:
    """Checks in order: phase, a move that must be made."""
    if state.phase == AFTER:
        return None
    if state.phase == ZERO:
        return IllegalAction("2", "a 0 has to be used: bring on a reinforcement, nominate the pad or turn a character")
    if state.phase != ACT:
        return IllegalAction("phase", "there is no turn to end: something else is due")
    moves = movement.moves(state.board, movement.movers(state), state.die)
    return IllegalAction("15", f"a move is possible and must be made: {moves[0]}") if moves else None


def _why_not_roll(state: State) -> IllegalAction | None:
    """Checks in order: phase."""
    return None if state.phase in (ROLL, ROLLOFF, PAD_ROLL) else IllegalAction("phase", "no roll is due")


def _why_not_reveal(state: State, action: Reveal) -> IllegalAction | None:
    """Checks in order: phase, the block, whether a block of that kind is left."""
    if state.phase != REVEAL:
        return IllegalAction("phase", "no block has been activated")
    assert state.blast is not None
    due = state.blast.queue[0]
    if action.square != due:
        return IllegalAction("blocks", f"the block on {NAMES[due]} is to be revealed")
    if not (state.live if action.is_live else state.safe):
        return IllegalAction("blocks", f"no {'live' if action.is_live else 'safe'} block is left to be revealed")
    return None


def _why_not_remove(state: State, square: int) -> IllegalAction | None:
    """Checks in order: phase, the character."""
    if state.phase == PAD_PENALTY:
        return IllegalAction("1b", "the penalty is a character from the pad: remove pad N")
    if state.phase != PENALTY:
        return IllegalAction("phase", "no penalty is due")
    if OWNER[state.board[square]] != 1 - state.side:
        return IllegalAction("1a", f"{SEATS[1 - state.side].title()} has no character on {NAMES[square]}")
    return None


def _why_not_remove_from_pad(state: State, slot: int) -> IllegalAction | None:
    """Checks in order: phase, the slot."""
    if state.phase == PENALTY:
        return IllegalAction("1a", "the penalty is a character from the island: remove SQUARE")
    if state.phase != PAD_PENALTY:
        return IllegalAction("phase", "no penalty is due")
    if state.pads[1 - state.side].slots[slot] == NOBODY:
        return IllegalAction("1b", f"nobody stands on slot {slot + 1}")
    return None
