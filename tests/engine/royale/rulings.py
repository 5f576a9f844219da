"""The rulings B1 to B20: a check for each, and the ruling turned around, with which its check must fail."""

from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple

from beachhead.engine.game import Game
from beachhead.engine.royale import (
    ROYALE,
    box,
    cards,
    default_deck,
    duel,
    ending,
    leaving,
    position,
    royale,
    setup,
    strike,
)
from beachhead.engine.royale import turn as turns
from beachhead.engine.royale.actions import ATTACK_CARD, END, PRICES, Move, Retreat, Swap
from beachhead.engine.royale.box import NONE, Box
from beachhead.engine.royale.ending import Step
from beachhead.engine.royale.state import DUE, EQUIP, NOBODY, OUT, READY, TURN, State
from beachhead.engine.values import Action, Event
from tests.engine.royale.tables import after, at, found, legal, state_of, told

ONE_LEFT = "d4:sword"


class Ruling(NamedTuple):
    """One ruling: what must hold, and where the code decides it, with the decision turned around."""

    check: Callable[[], None]
    owner: Any  # a module or a class: whatever has the attribute
    name: str
    turned: Any


def fresh(text: str, *actions: str) -> tuple[Game[State], State]:
    """A game whose hands are made anew, and its state after some actions."""
    game = royale(default_deck())
    state = game.read(text)
    for words in actions:
        state, _ = game.apply(state, game.action(state, words))
    return game, state


def b1_empty_fields() -> None:
    """A field whose card has been won can be walked on and stood on."""
    text = at("d4:boots a4:crown b3:crown", phase="strike", budget="2.0")
    assert found(text, "p1", "roll 6 6 5", "move e5", "move d4").startswith("d4:alive")
    assert "move d4" in legal(at("a4:crown b3:crown", ["e5", "a4"]))


def _b1_turned(state: State) -> list[Action]:
    taken = state.map.cards
    return [action for action in _options(state) if not isinstance(action, Move) or taken[action.field] != NONE]


def b2_where_to_begin() -> None:
    """A player may begin on the field of another."""
    text = at("", ["d7", "-"], "places", side="p2", turn=0, rest="map")
    assert found(text, "p2", "setup place d7").startswith("d7:alive")
    assert "setup place d7" in legal(text)


def _b2_turned() -> list[Action]:
    return [action for action in _place_setups() if action.text != "setup place d7"]


def b3_two_actions() -> None:
    """A turn has two actions and no movement, and what the active cards give: never fewer actions than one."""
    for hand, budget in (("", "1.0"), ("warlord", "2.0"), ("boots,warhorse", "2.2"), ("shackles", "1.0")):
        _, state = fresh(at("a4:sword b4:sword", [f"d4:{hand}", "e5"], "ready"), "move d5")
        assert position.budget_text(state) == budget, hand


def _b3_turned(found: list[Any]) -> tuple[int, int]:
    actions, movements = _budget(found)
    return actions + 1, movements


def b4_nobody_else_there() -> None:
    """A card is attacked only when no other living player is on its field; the dead do not count."""
    assert "attack card" not in legal(at(players=["d4", "d4"]))
    assert "attack card" in legal(at(players=["d4", "d4x"]))
    assert "attack card" in legal(at(players=["d4", "e5"]))


def _b4_turned(state: State) -> list[Action]:
    listed = _options(state)
    return listed if ATTACK_CARD in listed or not state.actions else [*listed, ATTACK_CARD]


def b5_the_lead() -> None:
    """With one card left a lead of four ends the game, one of three does not, and with two cards left none does."""
    five, four = "sword,boots,dagger:boots", "sword,boots,dagger:-"
    for hand, map, over in ((five, "a4:crown", True), (four, "a4:crown", False), (five, "a4:crown b4:crown", False)):
        events = told(at(f"d4:sword {map}", [f"d4:{hand}", "e5:boots", "e5:eagle"], "strike"), "roll 6 6 6")
        assert any(event.startswith("over p1 lead") for event in events) == over, (hand, map)


def b6_twelve_in_the_attack() -> None:
    """With only cards of 13 and more on the map, a 12 wins any of them."""
    high = at("d4:crown e4:warlord", phase="strike")
    assert told(high, "roll 6 5 1")[0] == "won p1 crown d4"
    assert told(high, "roll 5 5 1") == ["died p1"]
    assert told(at("d4:crown e4:sword", phase="strike"), "roll 6 5 1") == ["died p1"]


def b6_printed_in_the_totals() -> None:
    """In the totals the printed value counts."""
    assert told(at("d4:crown", phase="strike"), "roll 6 6 6")[-1] == "over p1 cards 14 0 0"


def _b6_total(state: State, seat: int) -> int:
    held = state.hands[seat].cards + state.reserves[seat]
    return sum(min(12, state.box.values[card]) for card in held)


def b7_the_turn_limit() -> None:
    """When the last turn ends totals decide; 0 means no limit, and 200 is the default."""
    players = ["d4:boots", "e5:crown"]
    assert told(at(players=players, turn=40, mode="standard+turns:40"), "end") == ["over p2 turns 6 14 0"]
    assert told(at(players=players, turn=200), "end") == ["over p2 turns 6 14 0"]
    assert told(at(players=players, turn=39, mode="standard+turns:40"), "end") == ["next p2 40"]
    assert told(at(players=players, turn=200, mode="standard+turns:0"), "end") == ["next p2 201"]


def b8_the_budget() -> None:
    """A card won in the turn changes the budget from the next turn on, but the dice at once."""
    text = at("d4:warhorse e4:greatsword d5:greatsword a4:boots", phase="strike", budget="1.0")
    assert found(text, "BUDGET", "roll 6 6 6") == "1.0"
    assert found(text, "BUDGET", "roll 6 6 6", "move e4") == "0.0"
    sword = at("d4:sword e4:sword a4:boots", phase="strike", budget="2.0")
    assert told(sword, "roll 6 1 1", "move e4", "attack card", "roll 5 1 1")[0] == "won p1 sword e4"


def _b8_turned(state: State) -> tuple[int, int]:
    hand = state.hands[state.mover]
    return hand.actions, hand.movements


def b9_equip_then_swap() -> None:
    """A swap may follow the equipping."""
    text = at(players=["d4:sword,boots:dagger,crown", "e5"], phase="equip")
    assert found(text, "PHASE", "equip crown", "swap dagger crown") == "ready"


def _b9_turned(hand: Any, reserve: tuple[int, ...]) -> int:
    return EQUIP if reserve and hand.size < 3 else READY


def b10_curses_are_not_for_ever() -> None:
    """A cursed card can be swapped for another."""
    game, state = fresh(at(players=["d4:sword,jester,shackles:dagger", "e5"], phase="start"))
    assert "swap dagger jester" in {action.text for action in game.legal(state)}


def _b10_turned(in_box: Box, reserve: int, active: tuple[int, ...]) -> tuple[Swap, ...]:
    return tuple(swap for swap in _swaps_into(in_box, reserve, active) if not in_box.cards[swap.active].is_cursed)


def b11_hidden_reserves() -> None:
    """A seat sees how many cards another's reserve has, not which, until the end."""
    text = at("a4:crown b4:crown", ["d4:sword,boots,eagle:dagger,jester", "e5"])
    state = state_of(text)
    assert ROYALE.view(state, "p2").split()[1].split("/")[0].endswith(":?2")
    assert ROYALE.view(state, "p1").split()[1].split("/")[0].endswith(":dagger,jester")
    over = after(text, "forfeit p2 crash").state
    assert ROYALE.view(over, "p2") == ROYALE.write(over)


def b12_begun_dead() -> None:
    """Who begins a turn dead cannot end it before reviving; who dies in its own turn may."""
    assert legal(at(players=["d4x", "e5"], phase="ready")) == {"revive"}
    assert legal(at(players=["d4x", "e5"], phase="turn")) == {"revive", "end"}
    assert legal(at(players=["d4x", "e5"], phase="turn", budget="0.0")) == {"end"}


def b13_no_waiting() -> None:
    """While one card is left a turn ends only when neither a move nor an attack is possible."""
    assert "end" not in legal(at(ONE_LEFT, ["a4", "e5"]))
    assert "end" not in legal(at(ONE_LEFT, ["a4", "e5"], budget="0.1"))
    assert "end" not in legal(at(ONE_LEFT, ["d4", "e5"]))
    assert legal(at(ONE_LEFT, ["d4", "e5"], budget="0.1")) == {"end"}
    assert legal(at(ONE_LEFT, ["a4:eagle", "e5"], budget="0.0")) == {"end", "power eagle d4"}


def _with_end(state: State, *budget: int) -> list[Action]:
    return [*_last_card_options(state, *budget), END]


def b14_going_out() -> None:
    """Who goes out leaves with figure and cards, what it had a part in falls away, and the others play on."""
    players = ["d4:sword", "d4~beer@6:boots:crown", "a4:dagger"]
    text = at("b4:sword e4:sword", players, "duel:p2:1-1")
    assert told(text, "forfeit p2 crash") == ["out p2"]
    assert found(text, "p2", "forfeit p2 crash") == "-:out:beer:6:-:-"
    assert found(text, "PHASE", "forfeit p2 crash") == "turn"
    assert told(text, "forfeit p1 time") == ["out p1", "next p2 10"]
    assert found(text, "PHASE", "forfeit p3 time") == "duel:p2:1-1"


def _b14_turned(state: State, seat: int, reason: str) -> Step:
    events: list[Event] = []
    return ending.finish(state, tuple(other for other in state.seats_in() if other != seat), reason, events), events


def _b14_keeping(state: State, seat: int) -> State:
    """The cards of a seat that goes out stay in the game."""
    after = _left_by(state, seat)
    after.hands[seat], after.reserves[seat] = state.hands[seat], state.reserves[seat]
    return after


def b15_once_a_turn() -> None:
    """A power serves once a turn and copy, and one won this turn serves at once."""
    text = at("b4:sword e4:sword", ["d4:eagle", "e5"], budget="1.0")
    assert "power eagle a4" in legal(text)
    assert "power eagle d1" not in {action.text for action in ROYALE.legal(after(text, "power eagle a4").state)}
    won = after(at("d4:eagle e4:sword b4:boots", phase="strike"), "roll 6 6 6")
    assert "power eagle a4" in {action.text for action in ROYALE.legal(won.state)}


def b16_ties() -> None:
    """Equal totals are decided by the most cards, then by the fewest revivals, and else shared."""

    def won(first: str, second: str, third: str = "b4") -> str:
        return told(at("d4:sword", [first, second, third], "strike", turn=9), "roll 6 6 6")[-1].split()[1]

    assert won("d4", "e5:jester") == "p1"  # 8 against 5
    assert won("d4:boots", "e5:crown") == "p1"  # 8 + 6 in two cards against 14 in one
    assert won("d4~beer@3:boots", "e5~beer@0:boots,dagger") == "p2"  # the same, the revivals apart
    assert won("d4~wine@4:boots", "e5~spirits@1:boots,dagger") == "p2"
    assert won("d4~wine@2:boots", "e5~beer@3:boots,dagger", "b4") == "p1+p2"


def _b16_turned(state: State, seat: int) -> tuple[int, ...]:
    return (state.total(seat),) if state.spots[seat] != OUT else (-1,)


def _b16_sips(state: State, seat: int) -> tuple[int, ...]:
    """Sips in place of revivals: who drinks beer would be behind."""
    total, count, revivals = _standing(state, seat) if state.spots[seat] != OUT else (-1, 0, 0)
    return total, count, revivals * PRICES[state.drinks[seat]]


def b17_rolling_again() -> None:
    """Only those that tie for the highest roll again."""
    text = at("", ["-~-"] * 4, "rolloff:5,3,5,-", side="p4", mover="-", turn=0, rest="map").replace(":wine:", ":-:")
    assert found(text, "PHASE", "roll 1") == "rolloff:-,x,-,x"
    assert told(text, "roll 5", "roll 2", "roll 3", "roll 1") == ["first p3"]


def _b17_turned(state: State, rolls: tuple[int, ...], events: list[Event]) -> State:
    if DUE not in rolls and rolls.count(max(rolls)) > 1:
        return setup._next_round(state, state.seats_in())
    return _roll_on(state, rolls, events)


def b18_what_the_winner_takes() -> None:
    """The winner takes an active black death; with none active chance picks."""
    text = at(
        "b4:sword e4:sword", ["d4:boots", "d4x:sword,crown,black-death"], "retreat@p1", side="p2", budget="1.0:beaten"
    )
    assert told(text, "retreat d5") == ["taken p1 p2 black-death"]
    stowed = at("b4:sword e4:sword", ["d4:boots", "d4x:sword,crown,dagger:black-death"], "retreat@p1", side="p2",
                budget="1.0:beaten")  # fmt: skip
    assert found(stowed, "PHASE", "retreat d5") == "pick@p1:p2"


def _b18_turned(state: State, action: Retreat) -> Step:
    loser = state.side
    blind = copy(state.hands[loser])
    blind.first_taken = NONE
    hands = [blind if seat == loser else hand for seat, hand in enumerate(state.hands)]
    unaware = copy(state)
    unaware.hands = hands
    return _retreat(unaware, action)


def b19_beaten_where_it_lies() -> None:
    """A mover that leaves the field where it has won a duel, on foot, by flight or dying, has beaten nobody."""
    players = ["d4:boots,eagle", "d5x", "e4"]
    assert found(at("d4:sword e4:sword", players, budget="2.0:beaten"), "BUDGET", "attack card") == "1.0:beaten"
    for action, budget in (("move e4", "1.0"), ("power eagle e4", "2.0:eagle")):
        left = at("d4:sword e4:sword", players, budget="2.0:beaten")
        assert found(left, "BUDGET", action) == budget
    died = at("d4:crown", players, "retreat", budget="1.0:beaten")[:-2].replace("d4:alive", "d4:dead") + " 9"
    assert found(died, "BUDGET", "retreat d3") == "1.0"
    assert legal(at("e4:sword", ["e4", "d5x", "e4"], budget="1.0")) == {"attack p3"}


def _b19_turned(state: State, seat: int, *rest: Any) -> State:
    after = _went(state, seat, *rest)
    after.has_beaten = state.has_beaten
    return after


def b20_an_emptied_slot() -> None:
    """The slot that a lost duel empties stays empty until the next pre-turn, or until a card is won."""
    full = "d5x:sword,boots,crown:dagger"
    taken = at("b4:boots e4:eagle", ["d4", full], "pick@p1:p2", budget="1.0:beaten")
    assert found(taken, "p2", "pick crown") == "d5:dead:wine:0:boots,sword:dagger"
    assert found(taken, "PHASE", "pick crown", "end") == "equip"
    mine = at("b4:boots d5:eagle", [full, "d4"], "pick@p2:p1", side="p2", budget="2.0")
    won = ("pick crown", "revive", "attack card", "roll 6 6 6")
    assert found(mine, "p1", *won) == "d5:alive:wine:2:boots,sword,eagle:dagger"


def _b20_turned(state: State, loser: int, card: int) -> State:
    after = _bereave(state, loser, card)
    reserve = after.reserves[loser]
    hand = after.box.hand(tuple(sorted(after.hands[loser].cards + reserve[:1])))
    return after.holding(loser, hand, reserve[1:], TURN)


_options = turns.options
_last_card_options = turns._last_card_options
_dead_options = turns._dead_options
_place_setups = setup.place_setups
_roll_on = setup.roll_on
_budget = box.budget
_swaps_into = box.swaps_into
_standing = ending.standing
_retreat = duel.retreat
_bereave = duel.bereave
_left_by = State.left_by
_went = State.went


def _printed(state: State) -> int:
    return state.box.values[state.map.cards[state.field(state.mover)]]


RULINGS: dict[str, list[Ruling]] = {
    "B1": [Ruling(b1_empty_fields, turns, "options", _b1_turned)],
    "B2": [Ruling(b2_where_to_begin, setup, "place_setups", _b2_turned)],
    "B3": [Ruling(b3_two_actions, box, "budget", _b3_turned)],
    "B4": [Ruling(b4_nobody_else_there, turns, "options", _b4_turned)],
    "B5": [
        Ruling(b5_the_lead, ending, "leading", lambda _: NOBODY),
        Ruling(b5_the_lead, ending, "LEAD", 3),
        Ruling(b5_the_lead, ending, "LEAD", 5),
    ],
    "B6": [
        Ruling(b6_twelve_in_the_attack, strike, "needed", _printed),
        Ruling(b6_printed_in_the_totals, State, "total", _b6_total),
    ],
    "B7": [
        Ruling(b7_the_turn_limit, leaving, "is_last_turn", lambda _: False),
        Ruling(b7_the_turn_limit, leaving, "is_last_turn", lambda state: state.turn in (40, 200)),
    ],
    "B8": [Ruling(b8_the_budget, turns, "left", _b8_turned)],
    "B9": [Ruling(b9_equip_then_swap, cards, "pre_turn", _b9_turned)],
    "B10": [Ruling(b10_curses_are_not_for_ever, box, "swaps_into", _b10_turned)],
    "B11": [Ruling(b11_hidden_reserves, position, "view", lambda state, _: position.write(state))],
    "B12": [Ruling(b12_begun_dead, turns, "_dead_options", lambda state: list({*_dead_options(state), END}))],
    "B13": [Ruling(b13_no_waiting, turns, "_last_card_options", _with_end)],
    "B14": [
        Ruling(b14_going_out, leaving, "leave", _b14_turned),
        Ruling(b14_going_out, leaving, "fall_away", lambda state: state),
        Ruling(b14_going_out, State, "left_by", _b14_keeping),
    ],
    "B15": [Ruling(b15_once_a_turn, turns, "is_unused", lambda *_: True)],
    "B16": [
        Ruling(b16_ties, ending, "standing", _b16_turned),
        Ruling(b16_ties, ending, "standing", _b16_sips),
    ],
    "B17": [Ruling(b17_rolling_again, setup, "roll_on", _b17_turned)],
    "B18": [Ruling(b18_what_the_winner_takes, duel, "retreat", _b18_turned)],
    "B19": [Ruling(b19_beaten_where_it_lies, State, "went", _b19_turned)],
    "B20": [Ruling(b20_an_emptied_slot, duel, "bereave", _b20_turned)],
}
