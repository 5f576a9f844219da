"""What has happened, told in sentences: who moved, which card was attacked with which dice, duels throw by throw.

In full every throw is a sentence; in short a turn is one paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from beachhead.engine.picture import Picture, Span
from beachhead.engine.royale import strike
from beachhead.engine.royale.actions import (
    SEATS,
    Again,
    AttackCard,
    AttackPlayer,
    Decline,
    End,
    Equip,
    Fly,
    Move,
    Pick,
    Retreat,
    Revive,
    Roll,
    Stow,
    Swap,
)
from beachhead.engine.royale.duel import compare, needed
from beachhead.engine.royale.events import Died, Duel, Sips, Taken, Won
from beachhead.engine.royale.fields import NAMES
from beachhead.engine.royale.show.words import tell
from beachhead.engine.royale.state import DUEL, ROLLOFF, STRIKE, State
from beachhead.engine.values import Event, Next

if TYPE_CHECKING:
    from beachhead.engine.timeline import Moment

_TOLD: Final = (Died, Duel, Next, Sips, Won)  # events that the sentences on their actions include


def story(moments: Sequence[Moment[State]], short: bool) -> Picture:
    """Return the moments as lines, oldest first."""
    return _short(moments) if short else _full(moments)


# In full


def _full(moments: Sequence[Moment[State]]) -> Picture:
    lines: Picture = []
    for moment in moments:
        lines += [_seated(text) for text in _sentences(moment)]
    return lines


def _seated(text: str) -> list[Span]:
    """Return a sentence with the seat that it begins with in its colour."""
    seat = text[:2].lower()
    return [(seat, text[:2]), ("", text[2:])] if seat in SEATS else [("", text)]


def _sentences(moment: Moment[State]) -> list[str]:
    """Return the sentences on one action and its consequences."""
    action, events = moment.action, moment.events
    if action is None or moment.before is None:
        return [tell(event) for event in events]
    state = moment.before.state
    told = [event for event in events if not isinstance(event, _TOLD)]
    sentences: list[str] = []
    if isinstance(action, Roll) and state.phase == STRIKE:
        sentences.append(_strike(state, action, events))
    elif isinstance(action, Roll) and state.phase == DUEL:
        sentences += [f"{thrown(state, action)}.", *[tell(event) for event in events if isinstance(event, Died)]]
    elif isinstance(action, Roll) and state.phase == ROLLOFF:
        sentences.append(f"{SEATS[state.side].upper()} rolls a {action.dice[0]} for the first turn.")
    elif isinstance(action, AttackCard):
        sentences.append(f"{_mover(state)} attacks {_card(state)}.")
    elif isinstance(action, AttackPlayer):
        sentences.append(_challenge(state, action.seat))
    elif isinstance(action, Revive):
        sentences.append(_revival(state, events))
    elif isinstance(action, Pick) or (isinstance(action, End) and not _is_idle(moment)):
        pass  # the card that is taken is told, and that a turn is over shows in the next one
    else:
        sentences.append(tell(moment.told()[0]))
        sentences += [tell(event) for event in events if isinstance(event, Died)]
    return sentences + [tell(event) for event in told]


def _is_idle(moment: Moment[State]) -> bool:
    """Return whether an action is the first of its turn."""
    now = moment.before
    return now is None or now.before is None or now.before.state.turn != now.state.turn


def _mover(state: State) -> str:
    return SEATS[state.mover].upper()


def _card(state: State) -> str:
    """Return the card that the mover attacks, with the sum that it takes."""
    field = state.field(state.mover)
    card = state.map.cards[field]
    value, need = state.box.values[card], strike.needed(state)
    counted = f", which counts {need}" if need != value else ""
    return f"{state.box.ids[card]} {value} on {NAMES[field]}{counted}"


def _sum(state: State, roll: Roll) -> str:
    """Return the dice of an attack on a card and what they come to: `3 5 2 and 1 for the strike: 11`."""
    extra = state.hands[state.mover].strike
    changed = f" {'and' if extra > 0 else 'less'} {abs(extra)} for the strike" if extra else ""
    return f"{_dice(roll.dice)}{changed}: {roll.total + extra}"


def _strike(state: State, roll: Roll, events: Sequence[Event]) -> str:
    card = state.box.ids[state.map.cards[state.field(state.mover)]]
    if strike.is_won(state, roll):
        triple = ", three of a kind," if roll.is_triple and not _reaches(state, roll) else ""
        return f"{_mover(state)} throws {_sum(state, roll)}{triple} and wins {card}."
    ends = f"{_mover(state)} dies" if any(isinstance(event, Died) for event in events) else "not enough"
    return f"{_mover(state)} throws {_sum(state, roll)}, {strike.needed(state)} was needed: {ends}."


def _reaches(state: State, roll: Roll) -> bool:
    return roll.total + state.hands[state.mover].strike >= strike.needed(state)


def _challenge(state: State, rival: int) -> str:
    mover = state.mover
    to_win, to_lose = needed(state, rival), needed(state, mover)
    goals = (
        f"{to_win} throws win" if to_win == to_lose else f"{to_win} throws win, {to_lose} for {SEATS[rival].upper()}"
    )
    return f"{_mover(state)} attacks {SEATS[rival].upper()}: {goals}."


def thrown(state: State, roll: Roll) -> str:
    """Return one throw of a duel in words, with the score after it."""
    mover, rival = state.mover, state.rival
    own = roll.dice[:-1]
    kept = f" and {own[1]}, keeps {roll.kept}" if len(own) > 1 else ""
    winner = compare(state, rival, roll)
    won, lost = state.score[0] + (winner > 0), state.score[1] + (winner < 0)
    attack = f"{SEATS[mover].upper()} throws {own[0]}{kept}{_changed(state, mover, roll.kept)}"
    defence = f"{SEATS[rival].upper()} throws {roll.defence}{_changed(state, rival, roll.defence)}"
    return f"{attack}; {defence}: {_who(state, winner)}, {won} to {lost}"


def _changed(state: State, seat: int, die: int) -> str:
    """Return what the cards of a player add to a die: `, and 1 for the dagger: 3`."""
    box = state.box
    parts = [
        f"{'and' if box.cards[card].throw > 0 else 'less'} {abs(box.cards[card].throw)} for the {box.ids[card]}"
        for card in state.hands[seat].cards
        if box.cards[card].throw
    ]
    return f", {', '.join(parts)}: {die + state.hands[seat].throw}" if parts else ""


def _who(state: State, winner: int) -> str:
    return SEATS[state.mover if winner > 0 else state.rival].upper() if winner else "nobody"


def _revival(state: State, events: Sequence[Event]) -> str:
    total = next(event.count for event in events if isinstance(event, Sips))
    sips = total - state.sips[state.side]
    return f"{SEATS[state.side].upper()} revives for {sips} {'sip' if sips == 1 else 'sips'}, {total} in all."


def _dice(dice: Sequence[int]) -> str:
    return " ".join([str(pips) for pips in dice])


# In short


def _short(moments: Sequence[Moment[State]]) -> Picture:
    """Return a paragraph for each run of actions by one mover; other news stand alone."""
    lines: Picture = []
    mover, parts = "", list[str]()

    def close() -> None:
        if parts:
            lines.append([(mover, mover.upper()), ("", f" {', '.join(parts)}.".replace(":,", ":").replace(";,", ";"))])
        parts.clear()

    for moment in moments:
        action, before = moment.action, moment.before
        if action is None or before is None or before.state.turn == 0:
            close()
            lines += [_seated(text) for text in _sentences(moment)]
            continue
        state = before.state
        if SEATS[state.mover] != mover:
            close()
            mover = SEATS[state.mover]
        parts += _parts(state, moment)
        others = [event for event in moment.events if not isinstance(event, (*_TOLD, Taken))]
        if others:
            close()
            lines += [_seated(tell(event)) for event in others]
    close()
    return lines


def _parts(state: State, moment: Moment[State]) -> list[str]:
    """Return what an action adds to the paragraph of its mover."""
    action, events = moment.action, moment.events
    parts: list[str] = []
    match action:
        case Roll() if state.phase == STRIKE:
            extra = state.hands[state.mover].strike
            parts = [f"{_dice(action.dice)}{f' {extra:+d}' if extra else ''} {_outcome(state, action, events)}"]
        case Roll() if state.phase == DUEL:
            winner = compare(state, state.rival, action)
            attack = _added(state, state.mover, action.kept, action.dice[:-1])
            parts = [f"{attack} to {_added(state, state.rival, action.defence)} {_who(state, winner)}"]
            died = [SEATS[event.number].upper() for event in events if isinstance(event, Died)]
            parts += [f"{died[0]} dies"] if died else []
        case Move():
            parts = [f"to {NAMES[action.field]}"]
        case AttackCard():
            card = state.map.cards[state.field(state.mover)]
            parts = [f"{state.box.ids[card]} {strike.needed(state)}:"]
        case AttackPlayer():
            parts = [f"duels {SEATS[action.seat].upper()}:"]
        case Retreat():
            parts = [f"lies on {NAMES[action.field]}"]
        case Revive():
            parts = ["revives"]
        case Fly():
            parts = [f"flies to {NAMES[action.field]}"]
        case Again():
            parts = [f"{action.id}:"]
        case Equip():
            parts = [f"equips {action.id}"]
        case Swap():
            parts = [f"swaps {action.active_id} for {action.reserve_id}"]
        case Stow():
            parts = [f"stows {action.id}"]
        case Decline():
            parts = ["dies"]
        case End():
            parts = ["ends the turn"] if _is_idle(moment) else []
        case Pick():
            pass
        case _:
            parts = [tell(moment.told()[0]).rstrip(".")] if action is not None else []
    return parts + [_taking(event) for event in events if isinstance(event, Taken)]


def _added(state: State, seat: int, die: int, dice: Sequence[int] = ()) -> str:
    """Return what a throw comes to, with how if that is not plain: `3 (5 2 +1)`."""
    changed = state.hands[seat].throw
    thrown = _dice(dice) if len(dice) > 1 else str(die)
    if len(dice) < 2 and not changed:
        return thrown
    return f"{die + changed} ({thrown}{f' {changed:+d}' if changed else ''})"


def _outcome(state: State, roll: Roll, events: Sequence[Event]) -> str:
    if strike.is_won(state, roll):
        return "won"
    return "dies" if any(isinstance(event, Died) for event in events) else "fails"


def _taking(event: Taken) -> str:
    return f"{event.winner.upper()} takes {event.card}"
