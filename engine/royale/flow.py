"""The flow of a game: who has to act, what is legal, what an action does (rule ids 3, `phase`).

A turn: equipping and a swap if there are cards in reserve; moves, attacks and powers as long as the budget lasts;
`end`. The other files implement these; this file selects the right one.

Actions are matched most frequent classes first.
"""

from collections.abc import Sequence
from typing import Final

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
from beachhead.engine.values import CHANCE, Action, BadOption, Event, IllegalAction, Resign

_WAITS: Final = {
    DEAL: "the next card is to be dealt",
    ROLLOFF: "the roll-off comes",
    STRIKE: "three dice are to be thrown",
    DUEL: "the next throw of the duel comes",
    PICK: "a card is to be picked",
}
_RULES: Final = {ROLLOFF: "2", STRIKE: "3.3", DUEL: "3.4"}


def actor(state: State) -> str | None:
    """Return who has to act: a seat, CHANCE, or None if the game is over."""
    if state.phase <= PICK:
        return CHANCE
    return SEATS[state.side] if state.phase != OVER else None


def legal(state: State) -> list[Action]:
    """Return the legal actions in canonical form, without `resign`; for chance its outcomes."""
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
    """Return the equally likely tickets that chance draws from."""
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
    """Return the state after a legal action, and the events."""
    if isinstance(action, Move):
        return turn.move(state, action), ()
    if isinstance(action, Roll):
        phase = state.phase
        if phase == STRIKE:
            return strike.struck(state, action)
        return duel.thrown(state, action) if phase == DUEL else setup.rolled(state, action)
    if isinstance(action, End):
        return _end(state)
    if isinstance(action, AttackCard):
        return strike.attack(state), ()
    if isinstance(action, Retreat):
        return duel.retreat(state, action)
    if isinstance(action, Revive):
        return turn.revive(state)
    if isinstance(action, AttackPlayer):
        return duel.attack(state, action), ()
    if isinstance(action, Fly):
        return turn.fly(state, action), ()
    if isinstance(action, Swap):
        return cards.swap(state, action), ()
    if isinstance(action, Equip):
        return cards.equip(state, action), ()
    if isinstance(action, Pick):
        return duel.picked(state, action)
    if isinstance(action, Stow):
        return cards.stow(state, action), ()
    if isinstance(action, Again):
        return strike.throw_again(state, action), ()
    if isinstance(action, Decline):
        return strike.die(state)
    if isinstance(action, Deal):
        return setup.deal(state, action)
    if isinstance(action, SetupDrink):
        return setup.name_drink(state, action)
    if isinstance(action, SetupPlace):
        return setup.place(state, action)
    if isinstance(action, Resign):
        return leaving.leave(state, state.side, "resign")
    raise foreign(action)


def why_not(state: State, action: Action) -> IllegalAction | None:
    """Return the rule that forbids an action now, or None; raise BadOption for a seat that is not in this game.

    The first check that fails gives the reason. Before all others: the game is over, or chance has to act (both `phase`).
    """
    phase = state.phase
    if isinstance(action, AttackPlayer) and action.seat >= len(state.spots):
        raise no_seat(state, SEATS[action.seat])
    if phase == OVER:
        return IllegalAction("phase", "the game is over")
    if phase <= PICK and not isinstance(action, Roll | Deal | Pick):
        return IllegalAction("phase", f"{_WAITS[phase]} first")
    if isinstance(action, Move):
        return turn.why_not_move(state, action.field)
    if isinstance(action, Roll):
        return _why_not_roll(state, action)
    if isinstance(action, End):
        return turn.why_not_end(state)
    if isinstance(action, AttackCard):
        return strike.why_not_attack(state)
    if isinstance(action, Retreat):
        return strike.why_not_retreat(state, action)
    if isinstance(action, Revive):
        return turn.why_not_revive(state)
    if isinstance(action, AttackPlayer):
        return duel.why_not_attack(state, action.seat)
    if isinstance(action, Fly):
        return turn.why_not_fly(state, action.card, action.field)
    if isinstance(action, Swap):
        return cards.why_not_swap(state, action.reserve, action.active)
    if isinstance(action, Equip):
        return cards.why_not_equip(state, action.card)
    if isinstance(action, Pick):
        return duel.why_not_pick(state, action.card)
    if isinstance(action, Stow):
        return cards.why_not_stow(state, action.card)
    if isinstance(action, Again):
        return strike.why_not_again(state, action.card)
    if isinstance(action, Decline):
        return None if phase == WIND else IllegalAction("phase", "there is nothing to decline")
    if isinstance(action, Deal):
        return setup.why_not_deal(state, action.card)
    if isinstance(action, SetupDrink):
        return setup.why_not_drink(state)
    if isinstance(action, SetupPlace):
        return setup.why_not_place(state, action.field)
    if isinstance(action, Resign):
        return None
    raise foreign(action)


def no_seat(state: State, name: str) -> BadOption:
    """Return the exception for a seat that is not in this game."""
    return BadOption(f"'{name[:20]}' is not a seat: expected {SEATS[0]} to {SEATS[len(state.spots) - 1]}")


def foreign(action: Action) -> TypeError:
    """Return the exception for an action of another game."""
    return TypeError(f"no action of Battle Royale: {action!r}")


def _end(state: State) -> Step:
    events: list[Event] = []
    return leaving.end_turn(state, events), events


def _why_not_roll(state: State, action: Roll) -> IllegalAction | None:
    """Checks in order: phase, the number of dice."""
    phase = state.phase
    if phase not in _RULES:
        return IllegalAction("phase", "no dice are due")
    due = 1 if phase == ROLLOFF else 3 if phase == STRIKE else len(duel.throws(state)[0].dice)
    if len(action.dice) != due:
        return IllegalAction(_RULES[phase], f"{due} {'die is' if due == 1 else 'dice are'} due, not {len(action.dice)}")
    return None
