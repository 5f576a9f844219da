"""The course of a game: whose action is due, what is legal, what an action leads to (rule ids 3, `phase`).

A turn: equipping and a swap where there are cards in reserve; moves, attacks and powers as long as the budget lasts;
`end`. The other files know what each of these does; this one knows which of them is asked.
"""

from collections.abc import Sequence
from typing import Final

from beachhead.engine.game import CHANCE, Action, Event, IllegalAction, Resign
from beachhead.engine.royale import cards, duel, leaving, setup, strike, turn
from beachhead.engine.royale.actions import (
    ROLLS,
    SEATS,
    Again,
    AttackCard,
    AttackPlayer,
    Deal,
    Decline,
    End,
    Equip,
    Fly,
    Move,
    Pick,
    Retreat,
    Revive,
    Roll,
    SetupDrink,
    SetupPlace,
    Stow,
    Swap,
)
from beachhead.engine.royale.ending import Step
from beachhead.engine.royale.state import (
    DEAL,
    DRINKS,
    DUEL,
    EQUIP,
    OVER,
    PICK,
    PLACES,
    RETREAT,
    ROLLOFF,
    START,
    STOW,
    STRIKE,
    TURN,
    WIND,
    State,
)

_WAITS: Final = {
    DEAL: "the next card is to be dealt",
    ROLLOFF: "the roll-off comes",
    STRIKE: "three dice are to be thrown",
    DUEL: "the next throw of the duel comes",
    PICK: "a card is to be picked",
}
_RULES: Final = {ROLLOFF: "2", STRIKE: "3.3", DUEL: "3.4"}


def actor(state: State) -> str | None:
    """Whose action is due."""
    if state.phase <= PICK:
        return CHANCE
    return SEATS[state.side] if state.phase != OVER else None


def legal(state: State) -> list[Action]:
    """What may be done now, canonical, without resigning; for chance what may come."""
    phase = state.phase
    if START <= phase <= TURN:
        return turn.options(state)
    if phase == RETREAT:
        return strike.retreats(state)
    if phase <= PICK:
        found = urn(state)
        return list(found) if phase != DEAL and phase != PICK else list(dict.fromkeys(found))
    if phase == EQUIP:
        return cards.equips(state)
    if phase == STOW:
        return cards.stows(state)
    if phase == WIND:
        return strike.wind_options(state)
    if phase == DRINKS:
        return setup.drink_setups()
    if phase == PLACES:
        return setup.place_setups()
    assert phase == OVER
    return []


def urn(state: State) -> Sequence[Action]:
    """The equally likely tickets of chance."""
    phase = state.phase
    if phase == STRIKE:
        return ROLLS[3]
    if phase == DUEL:
        return duel.throws(state)
    if phase == PICK:
        return duel.picks(state)
    if phase == DEAL:
        return setup.deals(state)
    return ROLLS[1]


def apply(state: State, action: Action) -> Step:
    """What a legal action leads to."""
    match action:
        case Move():
            return turn.move(state, action), ()
        case Roll():
            if state.phase == DUEL:
                return duel.thrown(state, action)
            return strike.struck(state, action) if state.phase == STRIKE else setup.rolled(state, action)
        case End():
            return _end(state)
        case AttackCard():
            return strike.attack(state), ()
        case Retreat():
            return duel.retreat(state, action)
        case Revive():
            return turn.revive(state)
        case AttackPlayer():
            return duel.attack(state, action), ()
        case Fly():
            return turn.fly(state, action), ()
        case Swap():
            return cards.swap(state, action), ()
        case Equip():
            return cards.equip(state, action), ()
        case Pick():
            return duel.picked(state, action)
        case Stow():
            return cards.stow(state, action), ()
        case Again():
            return strike.throw_again(state, action), ()
        case Decline():
            return strike.die(state)
        case Deal():
            return setup.deal(state, action)
        case SetupDrink():
            return setup.name_drink(state, action)
        case SetupPlace():
            return setup.place(state, action)
        case Resign():
            return leaving.leave(state, state.side, "resign")
        case _:
            raise TypeError(f"no action of Battle Royale: {action!r}")


def why_not(state: State, action: Action) -> IllegalAction | None:
    """The rule that forbids an action now, or None. The checks of a verb stand in the order in which they count.

    Before them all: the end of the game, and chance that is due (both `phase`).
    """
    if state.phase == OVER:
        return IllegalAction("phase", "the game is over")
    if state.phase <= PICK and not isinstance(action, Roll | Deal | Pick):
        return IllegalAction("phase", f"{_WAITS[state.phase]} first")
    match action:
        case Move():
            return turn.why_not_move(state, action.field)
        case End():
            return turn.why_not_end(state)
        case AttackCard():
            return strike.why_not_attack(state)
        case AttackPlayer():
            return duel.why_not_attack(state, action.seat)
        case Retreat():
            return strike.why_not_retreat(state, action)
        case Revive():
            return turn.why_not_revive(state)
        case Fly():
            return turn.why_not_fly(state, action.card, action.field)
        case Again():
            return strike.why_not_again(state, action.card)
        case Decline():
            return None if state.phase == WIND else IllegalAction("phase", "there is nothing to decline")
        case Swap():
            return cards.why_not_swap(state, action.reserve, action.active)
        case Equip():
            return cards.why_not_equip(state, action.card)
        case Stow():
            return cards.why_not_stow(state, action.card)
        case SetupDrink():
            return setup.why_not_drink(state)
        case SetupPlace():
            return setup.why_not_place(state, action.field)
        case Roll():
            return _why_not_roll(state, action)
        case Deal():
            return setup.why_not_deal(state, action.card)
        case Pick():
            return duel.why_not_pick(state, action.card)
        case Resign():
            return None
        case _:
            raise TypeError(f"no action of Battle Royale: {action!r}")


def _end(state: State) -> Step:
    after = state.copy()
    events: list[Event] = []
    leaving.end_turn(after, events)
    return after, events


def _why_not_roll(state: State, action: Roll) -> IllegalAction | None:
    """Checks in order: phase, the number of dice."""
    if state.phase not in _RULES:
        return IllegalAction("phase", "no dice are due")
    due = len(urn(state)[0].text.split()) - 1
    if len(action.dice) != due:
        return IllegalAction(
            _RULES[state.phase], f"{due} {'die is' if due == 1 else 'dice are'} due, not {len(action.dice)}"
        )
    return None
