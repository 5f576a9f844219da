"""The course of a battle: whose action is due, what is legal, what an action leads to (rule ids 1a, 1b, 4, 13, 15, `phase`).

A turn: a roll; shots; a move, or one of the three options of a 0 and another roll; shots; `end`. The other files know
what a move, a shot or a 0 does to the island; this one knows what comes next.
"""

from beachhead.engine.game import Action, Event, IllegalAction, Resign
from beachhead.engine.island import fire, movement, setup, zero
from beachhead.engine.island.actions import (
    END,
    NOBODY,
    PAD,
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
from beachhead.engine.island.pieces import BLOCK, OWNER, SEATS, TYPE_NAMES
from beachhead.engine.island.squares import NAMES
from beachhead.engine.island.state import (
    ACT,
    AFTER,
    BLOCKS,
    DRAW,
    OVER,
    PAD_PENALTY,
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
    due,
    with_island,
    with_pad,
)


def is_chance(state: State) -> bool:
    """Whether a die or a block decides what comes next."""
    return state.phase in (ROLL, REVEAL, ROLLOFF)


def legal(state: State) -> list[Action]:
    """What may be done now, canonical, without resigning; for chance what may come."""
    phase = state.phase
    if phase == ACT:
        found = fire.shots(state.board, state.troops[state.side])
        moves = movement.moves(state.board, movement.movers(state), state.die)
        return found + (moves or [END])  # who can move must (rule 15)
    if phase == AFTER:
        found = fire.shots(state.board, state.troops[state.side])
        found.append(END)  # nobody has to shoot (rule 13)
        return found
    if phase == ZERO:
        return fire.shots(state.board, state.troops[state.side]) + zero.options(state)
    if phase == ROLL or phase == ROLLOFF:
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


def urn(state: State) -> tuple[Action, ...]:
    """The equally likely tickets of chance.

    R1: nobody knows which blocks are live, so the underside of one is decided when it is turned over, by the numbers of
    live and safe blocks not yet revealed.
    """
    if state.phase != REVEAL:
        return ROLLS
    assert state.blast is not None
    live, safe = REVEALS[state.blast.queue[0]]
    return (live,) * state.live + (safe,) * state.safe


def apply(state: State, action: Action) -> Step:
    """What a legal action leads to."""
    match action:
        case Roll():
            return _rolled(state, action.pips) if state.phase == ROLL else _rolled_off(state, action.pips)
        case End():
            return _end(state)
        case Move():
            if state.board[action.dst] == BLOCK:
                return fire.land(state, action), ()
            return movement.walk(state, action), ()
        case Turn():
            return movement.turn(state, action), ()
        case Shoot():
            return fire.shoot(state, action)
        case Reveal():
            return fire.reveal(state, action)
        case SetupBlock():
            return setup.place_block(state, action), ()
        case SetupTroop():
            return _placed(setup.place_troop(state, action))
        case SetupPad():
            return _placed(setup.place_on_pad(state, action))
        case Reinforce():
            return zero.reinforce(state, action), ()
        case NominatePad():
            return due(state, state.side, ROLL, 0, PAD, state.turn), ()
        case Slide():
            return _end_turn(zero.slide(state, action), 1 - state.side, [])
        case Remove():
            return _remove(state, action)
        case RemovePad():
            return _remove_from_pad(state, action)
        case Resign():
            return finish(state, 1 - state.side, "resign", [])
        case _:
            raise TypeError(f"no action of the island: {action!r}")


def why_not(state: State, action: Action) -> IllegalAction | None:
    """The rule that forbids an action now, or None. The checks of a verb stand in the order in which they count."""
    if state.phase == OVER:
        return IllegalAction("phase", "the battle is over")
    if is_chance(state) and not isinstance(action, Roll | Reveal):
        due = "a block is to be revealed" if state.phase == REVEAL else "the die is to be rolled"
        return IllegalAction("phase", f"{due} first")
    match action:
        case Move():
            return movement.why_not_move(state, action.src, action.dst)
        case End():
            return _why_not_end(state)
        case Roll():
            return _why_not_roll(state)
        case Turn():
            return movement.why_not_turn(state, action.src, action.dst)
        case Shoot():
            return fire.why_not_shoot(state, action.src, action.dst)
        case Reveal():
            return _why_not_reveal(state, action)
        case SetupBlock():
            return setup.why_not_block(state, action.square)
        case SetupTroop():
            return setup.why_not_troop(state, action.kind_of, action.square)
        case SetupPad():
            return setup.why_not_pad(state, action.kind_of, action.slot)
        case Reinforce():
            return zero.why_not_reinforce(state, action.slot, action.dst)
        case NominatePad():
            return zero.why_not_pad(state)
        case Slide():
            return zero.why_not_slide(state, action.step)
        case Remove():
            return _why_not_remove(state, action.square)
        case RemovePad():
            return _why_not_remove_from_pad(state, action.slot)
        case Resign():
            return None
        case _:
            raise TypeError(f"no action of the island: {action!r}")


def first_turn_of(state: State, side: int) -> Step:
    """The set-up begins, with the side that will have the first turn."""
    return due(state, side, BLOCKS, 0, NOBODY, 0), [Event(f"first {SEATS[side]}")]


def _rolled_off(state: State, pips: int) -> Step:
    """South rolls first, the higher is first; a tie is rolled again."""
    if state.side == 0:
        return due(state, 1, ROLLOFF, pips, NOBODY, 0), ()
    if pips == state.die:
        return due(state, 0, ROLLOFF, NOBODY, NOBODY, 0), ()
    return first_turn_of(state, int(pips > state.die))


def _rolled(state: State, pips: int) -> Step:
    """A 0 starts the three options (over), with nobody nominated any more (rule 2)."""
    if pips == 0:
        return due(state, state.side, ZERO, 0, NOBODY, state.turn), ()
    if state.nominee == PAD:
        return due(state, state.side, SLIDE, pips, NOBODY, state.turn), ()
    return due(state, state.side, ACT, pips, state.nominee, state.turn), ()


def _placed(state: State) -> Step:
    return _begin_turn(state, state.side, 1, []) if setup.is_done(state) else (state, ())


def _begin_turn(state: State, side: int, turn: int, events: list[Event]) -> Step:
    """A roll; but somebody without a character on the island brings one on first (rule 4), or loses one (rule 1b).

    R14: the sheets say that one *can* be brought on; here it must.
    """
    events.append(Event(f"next {SEATS[side]} {turn}"))
    if state.troops[side]:
        return due(state, side, ROLL, 0, NOBODY, turn), events
    if zero.reinforcements(state, side):
        return due(state, side, RESCUE, 0, NOBODY, turn), events
    events.append(Event(f"blocked {SEATS[side]} 1b"))
    return due(state, 1 - side, PAD_PENALTY, 0, NOBODY, turn), events


def _end(state: State) -> Step:
    """The turn is over, or the opponent takes a character for it first (rule 1a)."""
    if state.phase == ACT and movement.is_stuck(state):
        events = [Event(f"blocked {SEATS[state.side]} 1a")]
        return due(state, 1 - state.side, PENALTY, 0, NOBODY, state.turn), events
    return _end_turn(state, 1 - state.side, [])


def _end_turn(state: State, following: int, events: list[Event]) -> Step:
    """The turn of the side that follows begins, unless this was the last one."""
    if is_last_turn(state):
        return finish(state, DRAW, "turns", events)
    return _begin_turn(state, following, state.turn + 1, events)


def _penalties(state: State) -> list[Action]:
    """Whom the opponent can take (rules 1a, 1b). R13: the sheets say that it *may*; here it must, so nothing else is legal."""
    if state.phase == PENALTY:
        return [REMOVES[square] for square in state.troops[1 - state.side]]
    return [PAD_REMOVES[slot] for slot, who in enumerate(state.pads[1 - state.side].slots) if who != NOBODY]


def _remove(state: State, action: Remove) -> Step:
    board, troops, events = fire.without(state.board, state.troops, [action.square])
    return _punished(with_island(state, board, troops), events)


def _remove_from_pad(state: State, action: RemovePad) -> Step:
    victim = 1 - state.side
    pad = state.pads[victim]
    kind = TYPE_NAMES[pad.slots[action.slot]]
    after = with_pad(state, victim, zero.emptied(pad, action.slot))
    return _punished(after, [Event(f"removed {SEATS[victim]} {kind} pad {action.slot + 1}")])


def _punished(state: State, events: list[Event]) -> Step:
    """The turn of the one that was punished is over, and the one that removed follows."""
    after, _ = settle(state, events)
    return (after, events) if after.phase == OVER else _end_turn(after, state.side, events)


def _why_not_end(state: State) -> IllegalAction | None:
    """Checks in order: phase, a move that is due."""
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
    return None if state.phase in (ROLL, ROLLOFF) else IllegalAction("phase", "no roll is due")


def _why_not_reveal(state: State, action: Reveal) -> IllegalAction | None:
    """Checks in order: phase, the block, whether such a one is left."""
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
