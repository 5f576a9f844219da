"""What the rules bring about where they refuse nothing: rule, position, actions, and the events of the last of them."""

from tests.engine.royale.tables import at

Consequence = tuple[str, str, list[str], list[str]]

EDGE = ["d7", "c6", "e6", "b5", "f5", "a4", "g4", "b3", "f3", "c2", "e2", "d1"]
DEALT = {"cards": "", "turn": 0, "rest": "map"}
FULL = "sword,crown,boots"

CONSEQUENCES: list[Consequence] = [
    # 2: first, drinks, places, the first turn; all in seat order from the first player on
    (
        "2",
        at(players=["-~-"] * 3, phase="rolloff:1,2,-", side="p3", mover="-", **DEALT),  # type: ignore[arg-type]
        ["roll 3"],
        ["first p3"],
    ),
    (
        "2",
        at(players=["-~-", "-~-"], phase="drinks", side="p2", mover="p2", **DEALT),  # type: ignore[arg-type]
        ["setup drink beer", "setup drink wine", "setup place a4", "setup place d7"],
        ["next p2 1"],
    ),
    # 3: the budget, and what it pays for
    ("3", at(players=["d4:boots", "e5"], phase="ready"), ["move d5", "move d4", "move d5", "end"], ["next p2 10"]),
    # 3.2: an empty slot, the reserve, a curse
    ("3.2", at("d4:sword e4:boots b4:boots", phase="strike"), ["roll 6 6 1"], ["won p1 sword d4"]),
    ("3.2", at("d4:jester e4:boots b4:boots", [f"d4:{FULL}", "e5"], "strike"), ["roll 6 6 1", "stow crown"], []),
    # 3.3: the sum with modifiers, three of a kind as thrown
    ("3.3", at("d4:sword e4:boots b4:boots", phase="strike"), ["roll 1 3 4"], ["won p1 sword d4"]),
    ("3.3", at("d4:sword e4:boots b4:boots", phase="strike"), ["roll 1 3 3"], ["died p1"]),
    ("3.3", at("d4:crown e4:boots b4:boots", phase="strike"), ["roll 1 1 1"], ["won p1 crown d4"]),
    ("3.3", at("d4:sword e4:boots b4:boots", ["d4:sword", "e5"], "strike"), ["roll 1 3 3"], ["won p1 sword d4"]),
    ("3.3", at("d4:sword e4:boots b4:boots", ["d4:black-death", "e5"], "strike"), ["roll 1 3 4"], ["died p1"]),
    ("3.3", at("d4:sword e4:boots", ["d4x", "e5"], "retreat"), ["retreat d5", "revive"], ["sips p1 2"]),
    # 3.4: throws, ties, shields, modifiers, two dice without a card
    ("3.4", at(players=["d4:crown", "d4"], phase="duel:p2:1-1"), ["roll 3 3"], ["duel p1 1 p2 1"]),
    ("3.4", at(players=["d4:crown", "d4"], phase="duel:p2:2-2"), ["roll 4 3"], ["duel p1 3 p2 2", "died p2"]),
    ("3.4", at(players=["d4:crown", "d4"], phase="duel:p2:2-2"), ["roll 3 4"], ["duel p1 2 p2 3", "died p1"]),
    ("3.4", at(players=["d4:crown", "d4:bulwark"], phase="duel:p2:4-2"), ["roll 4 3"], ["duel p1 5 p2 2", "died p2"]),
    ("3.4", at(players=["d4:bulwark", "d4"], phase="duel:p2:2-4"), ["roll 3 4"], ["duel p1 2 p2 5", "died p1"]),
    ("3.4", at(players=["d4:dagger", "d4:jester"], phase="duel:p2:0-0"), ["roll 3 4"], ["duel p1 1 p2 0"]),
    ("3.4", at(players=["d4:dagger", "d4"], phase="duel:p2:0-0"), ["roll 3 4"], ["duel p1 0 p2 0"]),
    ("3.4", at(players=["d4", "d4:crown"], phase="duel:p2:0-0"), ["roll 6 2 2"], ["duel p1 0 p2 0"]),
    ("3.4", at(players=["d4", "d4:crown"], phase="duel:p2:0-0"), ["roll 2 6 3"], ["duel p1 0 p2 1"]),
    # 3.4: the loser chooses a field, the winner takes a card: the defender too
    (
        "3.4",
        at(players=["d4:crown", "d4"], phase="duel:p2:2-2"),
        ["roll 3 4", "retreat c4", "pick crown"],
        ["taken p2 p1 crown"],
    ),
    ("3.4", at(players=["d4:crown", "d4"], phase="duel:p2:2-2"), ["roll 4 3", "retreat c4"], []),
    (
        "3.4",
        at(players=["d4:black-death", f"d4:{FULL}"], phase="duel:p2:2-2"),
        ["roll 3 4", "retreat c4"],
        ["taken p2 p1 black-death"],
    ),
    # 3.5: the prices; a phoenix saves the action, not the sips, and once a turn
    ("3.5", at(players=["d4x~spirits@3", "e5"], phase="ready"), ["revive"], ["sips p1 4"]),
    ("3.5", at(players=["d4x~mixed", "e5"], phase="ready"), ["revive"], ["sips p1 2"]),
    ("3.5", at(players=["d4x~beer@6", "e5"]), ["revive"], ["sips p1 9"]),
    ("3.5", at(players=["d4x:phoenix", "e5"], budget="0.0"), ["revive"], ["sips p1 2"]),
    # 3.8: the eagle flies anywhere, before anything else too; a second wind throws again
    ("3.8", at(players=["d4:eagle", "e5"], phase="ready"), ["power eagle g4", "end"], ["next p2 10"]),
    (
        "3.8",
        at("d4:crown e4:boots b4:boots", ["d4:second-wind", "e5"], "strike"),
        ["roll 1 1 2", "power second-wind", "roll 6 6 2"],
        ["won p1 crown d4"],
    ),
    ("3.8", at("d4:crown e4:boots b4:boots", ["d4:second-wind", "e5"], "strike"), ["roll 1 1 2", "decline"], ["died p1"]),
    (
        "3.8",
        at("d4:crown e4:boots b4:boots", ["d4:second-wind", "e5"], "strike"),
        ["roll 1 1 2", "power second-wind", "roll 1 2 1"],
        ["died p1"],
    ),
    # 4: reduced, last, over, in this order, also when one card brings about several
    ("4", at("d4:sword e4:crown b4:crown", phase="strike"), ["roll 6 6 1"], ["won p1 sword d4", "reduced"]),
    ("4", at("d4:sword e4:crown", phase="strike"), ["roll 6 6 1"], ["won p1 sword d4", "reduced", "last e4"]),
    ("4", at("d4:sword e4:boots", phase="strike"), ["roll 6 6 1"], ["won p1 sword d4", "last e4"]),
    ("4", at("d4:crown e4:warlord", phase="strike"), ["roll 6 6 1"], ["won p1 crown d4", "last e4"]),
    (
        "4",
        at("d4:sword e4:crown", [f"d4:{FULL}", "e5"], "strike"),
        ["roll 6 6 1"],
        ["won p1 sword d4", "reduced", "last e4", "over p1 lead 36 0 0"],
    ),
    ("4", at("d4:sword", phase="strike"), ["roll 6 6 1"], ["won p1 sword d4", "over p1 cards 8 0 0"]),
    # 4: a cursed card that waits when the game ends is in the reserve
    ("4", at("d4:jester", [f"d4:{FULL}", "e5"], "strike"), ["roll 6 6 1"], ["won p1 jester d4", "over p1 cards 33 0 0"]),
    # 4: a card taken in a duel may make the lead
    (
        "4",
        at("d4:sword", ["d4:sword,boots,dagger", "d5x:eagle", "a4"], "pick@p1:p2", budget="1.0:beaten"),
        ["pick eagle"],
        ["taken p1 p2 eagle", "over p1 lead 32 0 0 0"],
    ),
    # 4: a win that some share, and one that all share
    ("B16", at("d7:boots c6:boots", ["d4:crown", "e5:crown", "a4"], turn=200), ["end"],
     ["over p1+p2 turns 14 14 0 0"]),
    ("B16", at("d4:crown", ["d4", "e5"], "turn", turn=200), ["attack card", "roll 1 2 1", "retreat d5", "end"],
     ["over draw turns 0 0 0"]),
]  # fmt: skip

# rule, position, what is listed and nothing else
LISTS: list[tuple[str, str, set[str]]] = [
    ("2", at(players=["-", "-"], phase="places", **DEALT), {f"setup place {name}" for name in EDGE}),  # type: ignore[arg-type]
    ("2", at(players=["-~-", "-~-"], phase="drinks", **DEALT),  # type: ignore[arg-type]
     {f"setup drink {drink}" for drink in ("spirits", "mixed", "wine", "beer")}),
    ("3.1", at("a4:sword b4:sword", ["d7", "e5"]), {"move c6", "move d6", "move e6", "end"}),
    ("3.1", at("a4:sword b4:sword", ["d7", "e5"], budget="0.1"), {"move c6", "move d6", "move e6", "end"}),
    ("3.1", at("d7:sword b4:sword", ["d7", "e5"], budget="0.1"), {"move c6", "move d6", "move e6", "end"}),
    ("3.4", at("a4:sword b4:sword", ["d7", "d7", "d7x", "d7"]),
     {"move c6", "move d6", "move e6", "end", "attack p2", "attack p4"}),
    ("3.4", at(players=["d4", "d5x:sword,sword,boots"], phase="pick@p1:p2", budget="1.0:beaten"), {"pick sword", "pick boots"}),
    ("3.5", at(players=["d4x:phoenix", "e5"], budget="0.0"), {"revive", "end"}),
    ("3.6", at(players=["d4:sword:boots,boots,crown", "e5"], phase="equip"), {"equip boots", "equip crown"}),
    ("3.6", at(players=["d4x:sword,boots,crown:boots,sword", "e5"], phase="start"),
     {"revive", "swap boots sword", "swap boots crown", "swap sword boots", "swap sword crown"}),
    ("3.2", at(players=["d4:sword,sword,crown", "e5"], phase="stow:jester"), {"stow sword", "stow crown"}),
    ("3.8", at(players=["d4:second-wind", "e5"], phase="wind"), {"power second-wind", "decline"}),
    # the last card: only nearer, only attacks on its field, beating one is enough
    ("4", at("a4:sword", ["d4", "d4"]), {"move c3", "move c4", "move c5"}),
    ("4", at("a4:sword", ["d4:eagle", "d4"]), {"move c3", "move c4", "move c5", "power eagle a4"}),
    ("4", at("d4:sword", ["d4:eagle", "d4", "d4"]), {"attack p2", "attack p3"}),
    ("4", at("d4:sword", ["d4", "d4x", "d4"], budget="1.0:beaten"), {"attack p3", "attack card"}),
    ("4", at("d4:sword", ["d4", "d4x"]), {"attack card"}),
    ("4", at("d4:sword", ["d4x", "d4"]), {"revive", "end"}),
    ("4", at("d4:sword", ["d4x", "d4"], "ready"), {"revive"}),
]  # fmt: skip
