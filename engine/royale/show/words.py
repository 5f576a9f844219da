"""A game in words: descriptions of cards, actions and events."""

from typing import Final

from beachhead.engine.royale.actions import (
    DRINKS,
    PRICES,
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
from beachhead.engine.royale.box import NONE, UNDEALT
from beachhead.engine.royale.deck import AGAIN, FLY, NUMBERS, Card
from beachhead.engine.royale.events import Died, Duel, Last, Out, Reduced, Sips, Taken, Won
from beachhead.engine.royale.fields import NAMES
from beachhead.engine.royale.odds import attack_odds, card_chance, card_odds, duel_odds, percent
from beachhead.engine.royale.state import STRIKE, State
from beachhead.engine.royale.strike import needed
from beachhead.engine.royale.turn import is_free, left
from beachhead.engine.values import Acted, Action, Event, First, Forfeited, Next, Over, Resign, Result, Seeded

_POWERS: Final = {AGAIN: "throws again", FLY: "flies"}
_REASONS: Final = {
    "cards": "all cards are won",
    "lead": "one card is left, and a lead of four cards",
    "turns": "the turn limit is reached",
    "resign": "the others have given up",
    "time": "the last other ran out of time",
    "illegal": "the last other broke the rules",
    "crash": "the last other's program died",
    "hang": "the last other did not answer",
    "start": "the last other did not start",
}

VERBS: Final = {
    "setup": (
        "setup drink spirits|mixed|wine|beer | setup place FIELD",
        "Names your drink; places you on the outer edge.",
    ),
    "equip": ("equip CARD", "Makes a card of your reserve active, while you have fewer than three."),
    "swap": ("swap RESERVE ACTIVE", "Exchanges a card of your reserve for an active one, once, before anything else."),
    "move": ("move FIELD", "Goes to a neighbouring field, for a movement or else an action."),
    "attack": ("attack card | attack PLAYER", "Throws three dice for the card on your field, or duels a player there."),
    "retreat": ("retreat FIELD", "Chooses the neighbouring field to lie on, after you have died."),
    "revive": ("revive", "Lives again, for an action and the sips of your drink."),
    "power": ("power CARD [FIELD]", "Uses the power of an active card: to throw again, or to fly to a field."),
    "decline": ("decline", "Leaves a power unused after a failed attack on a card."),
    "stow": ("stow CARD", "Puts an active card into the reserve to make room for a cursed one."),
    "end": ("end", "Ends your turn."),
    "resign": ("resign", "Goes out of the game; your cards go with you."),
    "deal": ("deal CARD", "The card that lies on the next field, if the dice are manual."),
    "roll": ("roll N | roll N N | roll N N N", "What the dice show as thrown, if the dice are manual."),
    "pick": ("pick CARD", "The card that the winner of a duel takes, if the dice are manual."),
}


def effects(card: Card) -> str:
    """Return a short description of a card's effects while it is active; empty if it has none."""
    words = [f"{key} {getattr(card, key):+d}" for key in NUMBERS if getattr(card, key)]
    if card.power:
        words.append(_POWERS[card.power])
    if card.free_revival:
        words.append("free revival")
    if card.taken_first:
        words.append("taken first")
    if card.is_cursed:
        words.append("cursed")
    return ", ".join(words)


def describe(state: State, action: Action) -> str:
    """Return a short description of the effect of a legal action."""
    ids = state.box.ids
    match action:
        case Move():
            cost = "a movement" if left(state)[1] else "an action"
            return f"to {_field(state, action.field)}{_there(state, action.field)}, for {cost}"
        case AttackCard():
            card = state.map.cards[state.field(state.mover)]
            need = needed(state)
            counts = f", counts {need}" if need != state.box.values[card] else ""
            return f"{_card_named(state, card)}{counts}: {_chance(state, state.field(state.mover))}"
        case AttackPlayer():
            odds = percent(duel_odds(state, action.seat))
            return f"a duel with {SEATS[action.seat].upper()}: {odds}{_prize(state, action.seat)}"
        case Retreat():
            return f"lie on {_field(state, action.field)}"
        case Revive():
            price = PRICES[state.drinks[state.mover]]
            cost = "no action" if is_free(state) else "an action"
            return f"back to life, for {cost} and {price} {'sip' if price == 1 else 'sips'}"
        case Again():
            return f"{ids[action.card]}: throw again, {percent(card_odds(state))}"
        case Fly():
            return f"{ids[action.card]}: fly to {_field(state, action.field)}{_there(state, action.field)}"
        case Decline():
            return "let the throw stand, and die"
        case Equip():
            return f"{_card(state, action.card)} becomes active"
        case Swap():
            return f"{_card(state, action.reserve)} becomes active, {ids[action.active]} goes to the reserve"
        case Stow():
            return f"{_card(state, action.card)} goes to the reserve, {ids[state.waiting]} becomes active"
        case End():
            return "the turn is over"
        case SetupDrink():
            price = PRICES[action.drink]
            return f"{price} {'sip' if price == 1 else 'sips'} for a revival"
        case SetupPlace():
            return f"begin on {_field(state, action.field)}{_there(state, action.field)}"
        case Deal():
            return f"{ids[action.card]} on {NAMES[state.map.cards.index(UNDEALT)]}"
        case Roll():
            return f"{_dice(action)}{f', in all {action.total}' if state.phase == STRIKE else ''}"
        case Pick():
            return f"{SEATS[state.side].upper()} takes {ids[action.card]} from {SEATS[state.opponent()].upper()}"
        case Resign():
            return "leaves the game, with all its cards"
        case _:
            raise TypeError(f"no action of Battle Royale: {action!r}")


def _field(state: State, field: int) -> str:
    card = state.map.cards[field]
    return NAMES[field] if card < 0 else f"{NAMES[field]}: {_card_named(state, card)}"


def _card_named(state: State, card: int) -> str:
    """Return a card with its value and its effects."""
    does = effects(state.box.cards[card])
    return f"{state.box.ids[card]} {state.box.values[card]}{f' ({does})' if does else ''}"


def _there(state: State, field: int) -> str:
    """Return what the side would face on a field: the odds against its card, and against the living players there."""
    side = state.side
    parts = []
    if state.map.cards[field] >= 0:
        parts.append(_chance(state, field))
    if state.turn:
        parts += [
            f"{SEATS[other].upper()} there {percent(duel_odds(state, other))}"
            for other, spot in enumerate(state.spots)
            if spot == field and other != side
        ]
    return "".join([f", {part}" for part in parts])


def _chance(state: State, field: int) -> str:
    """Return the odds of an attack on the card of a field by the side, and those with the powers that throw again."""
    if state.side != state.mover:
        return percent(card_chance(state.box.values[state.map.cards[field]], state.hands[state.side].strike))
    once, all_in = attack_odds(state, field, is_once=True), attack_odds(state, field)
    agains = state.hands[state.mover].agains
    return percent(once) + (f" ({percent(all_in)} with {state.box.ids[agains[0]]})" if all_in > once else "")


def _prize(state: State, rival: int) -> str:
    """Return what the winner of a duel may take."""
    hand = state.hands[rival]
    if hand.first_taken != NONE:
        return f" for {state.box.ids[hand.first_taken]}"
    names = [state.box.ids[card] for card in hand.cards]
    return f" for {' or '.join(names)}" if names else " for no card"


def _card(state: State, card: int) -> str:
    does = effects(state.box.cards[card]) if card != NONE else ""
    return f"{state.box.ids[card]}{f' ({does})' if does else ''}"


def _dice(action: Roll) -> str:
    return " ".join([str(pips) for pips in action.dice])


def tell(event: Event) -> str:
    """Return an event as a sentence."""
    match event:
        case Acted():
            return _done(event.actor.upper(), event.action)
        case Forfeited():
            return f"{event.seat.upper()} is taken out of the game ({event.reason})."
        case First():
            return f"{event.seat.upper()} is first."
        case Next():
            return f"Turn {event.turn}: {event.seat.upper()}."
        case Won():
            return f"{event.seat.upper()} wins {event.card} on {event.place}."
        case Duel():
            score = f"{event.by_attacker} : {event.by_defender}"
            return f"The duel stands {event.attacker.upper()} {score} {event.defender.upper()}."
        case Died():
            return f"{event.seat.upper()} dies."
        case Taken():
            return f"{event.winner.upper()} takes {event.card} from {event.loser.upper()}."
        case Sips():
            return f"{event.seat.upper()} has had {event.count} {'sip' if event.count == 1 else 'sips'}."
        case Reduced():
            return "Only cards of 13 and more are left: all count 12 from now on."
        case Last():
            return f"One card is left, on {event.place}."
        case Out():
            return f"{event.seat.upper()} is out of the game."
        case Over():
            return _over(event.result)
        case Seeded():
            return f"The dice have the seed {event.seed}."
        case _:
            raise TypeError(f"no event of Battle Royale: {event!r}")


def _over(result: Result) -> str:
    reason = _REASONS.get(result.reason, result.reason)
    if not result.winners:
        return f"The game is a draw: {reason}."
    who = " and ".join([seat.upper() for seat in result.winners])
    totals = " ".join([str(points) for points in result.points])
    return f"{who} {'win' if len(result.winners) > 1 else 'wins'}, {totals}: {reason}."


def _done(actor: str, action: Action) -> str:
    match action:
        case Move():
            return f"{actor} moves to {NAMES[action.field]}."
        case AttackCard():
            return f"{actor} attacks the card."
        case AttackPlayer():
            return f"{actor} attacks {SEATS[action.seat].upper()}."
        case Retreat():
            return f"{actor} lies on {NAMES[action.field]}."
        case Revive():
            return f"{actor} revives."
        case Again():
            return f"{actor} uses the power of {action.id}: another throw."
        case Fly():
            return f"{actor} flies with {action.id} to {NAMES[action.field]}."
        case Decline():
            return f"{actor} lets the throw stand."
        case Equip():
            return f"{actor} equips {action.id}."
        case Swap():
            return f"{actor} swaps {action.active_id} for {action.reserve_id} from the reserve."
        case Stow():
            return f"{actor} stows {action.id} in the reserve."
        case End():
            return f"{actor} ends the turn."
        case SetupDrink():
            return f"{actor} drinks {DRINKS[action.drink]}."
        case SetupPlace():
            return f"{actor} begins on {NAMES[action.field]}."
        case Deal():
            return f"{action.id} is dealt."
        case Roll():
            return f"The dice show {_dice(action)}." if len(action.dice) > 1 else f"The die shows {_dice(action)}."
        case Pick():
            return f"It is {action.id} that is taken."
        case Resign():
            return f"{actor} resigns."
        case _:
            raise TypeError(f"no action of Battle Royale: {action!r}")
