"""Every refusal of Battle Royale, verb by verb, in the order in which its checks count: rule, position, action, reason."""

from tests.engine.royale.tables import at

Refusal = tuple[str, str, str, str]

ALIVE = ["d4:sword", "e5"]
DEAD = ["d4x:sword", "e5"]
OVER = at("", ["d4:sword", "e5"], "over:p1", side="-", mover="-")
SETUP = {"cards": "", "turn": 0, "rest": "map", "side": "p1"}
DRINKS = at(players=["-~-", "-~-"], phase="drinks", **SETUP)  # type: ignore[arg-type]
PLACES = at(players=["-", "-"], phase="places", **SETUP)  # type: ignore[arg-type]
DEALT = "/".join(["sword", "sword,sword,?", "?,?,?,?,?", "?,?,?,?,?,?,?", "?,?,?,?,?", "?,?,?", "?"])
DEAL = f"{DEALT} -:alive:-:0:-:-/-:alive:-:0:-:- - deal - - 0"
ROLLOFF = at(players=["-~-", "-~-"], phase="rolloff:-,-", mover="-", cards="", turn=0, rest="map")
STRIKE = at(players=ALIVE, phase="strike")
WIND = at(players=["d4:sword,second-wind", "e5"], phase="wind")
DUEL = at(players=["d4:sword", "d4"], phase="duel:p2:0-1")
PICK = at(players=["d4:boots", "d5x:sword,crown"], phase="pick@p1:p2", budget="1.0:beaten")
RETREAT = at(players=DEAD, phase="retreat")
BEATEN = at(players=["d4", "d4x"], phase="retreat@p1", side="p2", budget="1.0:beaten")
STOW = at(players=["d4:sword,boots,crown", "e5"], phase="stow:jester")
EQUIP = at(players=["d4:sword:boots", "e5"], phase="equip")
START = at(players=["d4:sword,crown,jester:boots,sword", "e5"], phase="start")
FULL = ["d4:sword,crown,jester:boots", "e5"]
LAST = "d4:sword"

REFUSALS: list[Refusal] = [
    # before everything: the end, and chance that is due
    ("phase", OVER, "move d5", "the game is over"),
    ("phase", OVER, "resign", "the game is over"),
    ("phase", DEAL, "resign", "the next card is to be dealt first"),
    ("phase", ROLLOFF, "end", "the roll-off comes first"),
    ("phase", STRIKE, "move d5", "three dice are to be thrown first"),
    ("phase", DUEL, "resign", "the next throw of the duel comes first"),
    ("phase", PICK, "end", "a card is to be picked first"),
    # move: phase, life, a neighbouring field, something to pay with, the last card
    ("phase", EQUIP, "move d5", "something else is due"),
    ("3.5", at(players=DEAD), "move a4", "you are dead"),
    ("3.1", at(players=ALIVE, budget="0.0"), "move a4", "a4 is no neighbour of d4"),
    ("3.1", at(players=ALIVE), "move d4", "d4 is where you stand"),
    ("3", at(LAST, ALIVE, budget="0.0"), "move d5", "no movement and no action"),
    ("4", at(LAST, ALIVE), "move d5", "you stand on d4, with the last card"),
    ("4", at("a4:sword", ALIVE), "move d5", "d5 is no nearer to the last card on a4"),
    ("4", at("a4:sword", ALIVE, "ready"), "move e4", "e4 is no nearer"),
    # attack card: phase, life, a card, an action, others there
    ("phase", WIND, "attack card", "something else is due"),
    ("3.5", at("a4:sword b4:boots", DEAD), "attack card", "you are dead"),
    ("3.3", at("a4:sword b4:boots", ALIVE, budget="0.0"), "attack card", "there is no card on d4"),
    ("3", at(players=["d4", "d4"], budget="0.2"), "attack card", "no action is left"),
    ("3.3", at(players=["d4", "d4"]), "attack card", "p2 would have to leave d4"),
    ("4", at(LAST, ["d4", "d4", "d4"]), "attack card", "beat p2 or p3 first"),
    # attack pN: phase, life, the opponent, an action, the last card
    ("phase", STOW, "attack p2", "something else is due"),
    ("3.5", at(players=DEAD), "attack p1", "you are dead"),
    ("3.4", at(players=ALIVE), "attack p1", "yourself"),
    ("3.4", at(players=["d4", "d4x"]), "attack p2", "p2 is dead"),
    ("3.4", at(players=ALIVE), "attack p3", "p3 is out of the game"),
    ("3.4", at(players=ALIVE, budget="0.0"), "attack p2", "p2 stands on e5, and you on d4"),
    ("3", at("a4:sword", ["d4", "d4"], budget="0.1"), "attack p2", "no action is left"),
    ("4", at("a4:sword", ["d4", "d4"]), "attack p2", "one card is left, on a4"),
    # revive: phase, death, something to pay with
    ("phase", RETREAT, "revive", "something else is due"),
    ("phase", at(players=["d4x:sword:boots", "e5"], phase="equip"), "revive", "something else is due"),
    ("3.5", at(players=ALIVE, budget="0.0"), "revive", "you are alive"),
    ("3", at(players=DEAD, budget="0.3"), "revive", "no action is left"),
    ("3", at(players=["d4x:phoenix", "e5"], budget="0.0:phoenix"), "revive", "no action is left"),
    # power with a field: the power, phase, life, active, served, the field, the last card
    ("3.8", EQUIP, "power sword a4", "sword has no power to fly with"),
    ("3.8", EQUIP, "power second-wind a4", "second-wind has no power to fly with"),
    ("phase", EQUIP, "power eagle a4", "something else is due"),
    ("3.5", at(players=DEAD), "power eagle a4", "you are dead"),
    ("3.8", at(players=["d4:sword,crown,boots:eagle", "e5"]), "power eagle d4", "you have no active eagle"),
    ("3.8", at(players=["d4:eagle", "e5"], budget="1.0:eagle"), "power eagle d4", "eagle has served"),
    ("3.8", at("a4:sword", ["d4:eagle", "e5"]), "power eagle d4", "you stand on d4"),
    ("4", at("a4:sword", ["d4:eagle", "e5"]), "power eagle b4", "only onto a4"),
    # power without a field: the power, phase, active, served
    ("3.8", EQUIP, "power sword", "sword has no power"),
    ("3.8", at(players=["d4:eagle", "e5"]), "power eagle", "eagle flies: name the field"),
    ("phase", at(players=["d4:second-wind", "e5"]), "power second-wind", "no throw has failed"),
    ("phase", at(players=ALIVE), "decline", "there is nothing to decline"),
    # retreat: phase, a neighbouring field
    ("phase", at(players=DEAD), "retreat d5", "nobody has died"),
    ("3.3", RETREAT, "retreat a4", "a4 is no neighbour of d4"),
    ("3.3", RETREAT, "retreat d4", "d4 is where you died"),
    ("3.4", BEATEN, "retreat d4", "d4 is where you died"),
    # equip: phase, the reserve
    ("phase", START, "equip boots", "cards are equipped before a turn"),
    ("3.6", EQUIP, "equip sword", "there is no sword in your reserve"),
    # swap: phase, once, the reserve, the active cards, two different ones
    ("phase", EQUIP, "swap boots sword", "at the start of a turn"),
    ("3.6", at(players=FULL, phase="ready"), "swap boots sword", "one card may be swapped"),
    ("3.6", at(players=FULL), "swap boots sword", "before anything else"),
    ("3.6", START, "swap eagle eagle", "there is no eagle in your reserve"),
    ("3.6", START, "swap boots boots", "you have no active boots"),
    ("3.6", START, "swap sword sword", "would change nothing"),
    # stow: phase, the active cards
    ("phase", at(players=ALIVE), "stow sword", "no cursed card waits"),
    ("3.2", STOW, "stow jester", "you have no active jester"),
    # end: phase, begun dead, the last card
    ("phase", EQUIP, "end", "there is no turn to end"),
    ("phase", RETREAT, "end", "there is no turn to end"),
    ("3.5", at(players=DEAD, phase="ready"), "end", "begun with reviving"),
    ("3.5", at(players=["d4x:sword,crown,jester:boots", "e5"], phase="start"), "end", "begun with reviving"),
    ("4", at("a4:sword", ALIVE), "end", "one card is left, on a4"),
    # setup: phase, the outer edge
    ("phase", PLACES, "setup drink beer", "drinks are named before play"),
    ("phase", at(players=ALIVE), "setup drink beer", "before play"),
    ("phase", DRINKS, "setup place d7", "after the drinks"),
    ("2", PLACES, "setup place d4", "d4 is not on the outer edge"),
    # chance: phase, then what may come
    ("phase", at(players=ALIVE), "roll 3", "no dice are due"),
    ("phase", DEAL, "roll 3", "no dice are due"),
    ("2", ROLLOFF, "roll 3 3", "1 die is due, not 2"),
    ("3.3", STRIKE, "roll 3 3", "3 dice are due, not 2"),
    ("3.4", DUEL, "roll 3 3 3", "2 dice are due, not 3"),
    ("3.4", at(players=["d4", "d4"], phase="duel:p2:0-1"), "roll 3 3", "3 dice are due, not 2"),
    ("phase", at(players=ALIVE), "deal sword", "no card is to be dealt"),
    ("1", DEAL, "deal sword", "no sword is left in the deck"),
    ("phase", DUEL, "pick sword", "no card is to be picked"),
    ("3.4", PICK, "pick boots", "p2 has no active boots"),
    # again: active, served
    ("3.8", at(players=["d4:second-wind", "e5"], phase="wind"), "power second-wind d5", "no power to fly"),
]

# A power that throws again but is not active, or has served, while another copy lets the phase be.
UNUSABLE: list[Refusal] = [
    ("3.8", "luck", "power charm", "you have no active charm"),
    ("3.8", "luck", "power luck", "luck has served"),
]
