"""Decks: what a file may say, what it may not and in which line, and games with decks that nobody has played before."""

from random import Random

import pytest

from beachhead.engine.royale import ROYALE, default_deck, royale
from beachhead.engine.royale.deck import BadDeck, read_deck
from beachhead.engine.royale.state import OVER
from beachhead.engine.values import CHANCE
from tests.engine import laws as all_laws
from tests.engine.royale import laws

CARD = '[[card]]\nid = "sword"\nvalue = 8\ncopies = 25\nkind = "passive"\n'

# Effects mixed freely: a cursed card with a power, two free revivals, five shields, fewer shields, no action.
MIXED = """
[[card]]
id = "harpy"
value = 6
copies = 4
kind = "cursed"
power = "fly"
strike = -1
[[card]]
id = "imp"
value = 7
copies = 3
kind = "cursed"
power = "again"
taken_first = true
[[card]]
id = "lazarus"
value = 5
copies = 2
kind = "passive"
free_revival = true
throw = 1
[[card]]
id = "nine-lives"
value = 9
copies = 3
kind = "cursed"
free_revival = true
taken_first = true
[[card]]
id = "wall"
value = 8
copies = 4
kind = "passive"
shields = 5
[[card]]
id = "rust"
value = 4
copies = 3
kind = "passive"
shields = -9
movement = -4
[[card]]
id = "sloth"
value = 14
copies = 3
kind = "power"
actions = -5
movement = 3
[[card]]
id = "titan"
value = 13
copies = 3
kind = "passive"
strike = 9
throw = -2
actions = 2
"""


def test_the_deck() -> None:
    """The deck that comes with the game has the cards of the rules' table, with their values, copies and effects."""
    rows = {
        "boots 6 3 passive": "movement +1",
        "warhorse 10 2 passive": "movement +2",
        "sword 8 3 passive": "strike +1",
        "greatsword 12 2 passive": "strike +2",
        "dagger 8 2 passive": "throw +1",
        "buckler 7 2 passive": "shields +1",
        "bulwark 11 1 passive": "shields +2",
        "warlord 13 1 passive": "actions +1",
        "phoenix 13 1 passive": "free_revival",
        "second-wind 9 2 power": "again",
        "eagle 10 1 power": "fly",
        "crown 14 2 passive": "",
        "black-death 9 1 cursed": "strike -1 taken_first",
        "shackles 7 1 cursed": "movement -1",
        "jester 5 1 cursed": "throw -1",
    }
    found = {}
    for card in default_deck():
        effects = [
            f"{key} {getattr(card, key):+d}"
            for key in ("movement", "strike", "throw", "shields", "actions")
            if getattr(card, key)
        ]
        effects += [key for key in ("free_revival", "taken_first") if getattr(card, key)]
        effects += [card.power] if card.power else []
        found[f"{card.id} {card.value} {card.copies} {card.kind}"] = " ".join(effects)
    assert list(found.items()) == list(rows.items())


BAD = [
    ("", 1, "expected cards, each under a line [[card]]"),
    ("# nothing\n", 1, "expected cards"),
    ("name = 3\n" + CARD, 1, "'name' is not part of a deck"),
    (CARD + "[rules]\nx = 1\n", 6, "'rules' is not part of a deck"),
    ("card = [{id = 'sword', value = 8, copies = 25, kind = 'passive'}]", 1, "expected cards, each under a line"),
    ("card = 3", 1, "expected cards"),
    (CARD.replace("8", "eight"), 3, "no TOML"),
    (CARD.replace('"passive"', '"passive'), 5, "no TOML"),
    (CARD + "value = 9\n", 6, "no TOML"),
    (CARD + "[[card]]\nid = [", 7, "no TOML"),
    ("x = " + "[" * 5000, 1, "deeply"),
    (CARD.replace('"sword"', '"Sword"'), 2, "id 'Sword': expected a letter"),
    (CARD.replace('"sword"', '"9sword"'), 2, "id '9sword'"),
    (CARD.replace('"sword"', '"' + "a" * 25 + '"'), 2, "expected a letter and up to 23"),
    (CARD.replace('"sword"', '""'), 2, "id ''"),
    (CARD.replace('"sword"', "7"), 2, "id '7'"),
    (CARD.replace('"sword"', '"beaten"'), 2, "'beaten' has a meaning of its own"),
    (CARD.replace('"sword"', '"card"'), 2, "'card' has a meaning of its own"),
    (CARD.replace("value = 8\n", ""), 1, "the card has no value"),
    (CARD.replace('id = "sword"\n', ""), 1, "the card has no id"),
    (CARD.replace("value = 8", "value = 0"), 3, "value 0: expected a whole number from 1"),
    (CARD.replace("value = 8", "value = 8.5"), 3, "value 8.5"),
    (CARD.replace("value = 8", "value = true"), 3, "value True"),
    (CARD.replace("value = 8", 'value = "8"'), 3, "value 8: expected a whole number"),
    (CARD.replace("copies = 25", "copies = 0"), 4, "copies 0"),
    (CARD.replace("copies = 25", "copies = -1"), 4, "copies -1"),
    (CARD.replace("copies = 25", "copies = 24"), 4, "add up to 24, not to 25"),
    (CARD.replace("copies = 25", "copies = 26"), 4, "copies 26: expected a whole number from 1 to 25"),
    (CARD + CARD, 7, "there is a card 'sword' already"),
    (CARD + CARD.replace("sword", "axe"), 9, "add up to 50, not to 25"),
    (CARD.replace('"passive"', '"active"'), 5, "kind 'active': expected passive, power, cursed"),
    (CARD.replace('"passive"', "1"), 5, "kind '1'"),
    (CARD + "luck = 1\n", 6, "'luck' is not a key of a card"),
    (CARD + "strike = 1.5\n", 6, "strike 1.5: expected a whole number from -99 to 99"),
    (CARD + "shields = 100\n", 6, "shields 100"),
    (CARD + "throw = true\n", 6, "throw True"),
    (CARD + "free_revival = false\n", 6, "free_revival False: expected true"),
    (CARD + "taken_first = 1\n", 6, "taken_first 1: expected true"),
    (CARD + 'power = "swim"\n', 6, "power 'swim': expected again or fly"),
    (CARD + "power = []\n", 6, "power '[]'"),
    (CARD + 'power = "fly"\nfree_revival = true\n', 7, "a power or a free revival, not both"),
    (CARD + "\n\n# more\n\n[[card]]\nid = 'axe'\nvalue = 8\ncopies = 1\nkind = 'odd'", 14, "kind 'odd'"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BAD, ids=range(len(BAD)))
def test_bad_deck(text: str, line: int, reason: str) -> None:
    """The deck is refused, with the line of the file and the reason."""
    with pytest.raises(BadDeck) as refused:
        read_deck(text)
    assert reason in refused.value.reason
    assert refused.value.line == line
    assert str(refused.value) == f"line {line}: {refused.value.reason}"


def test_ids_are_only_names() -> None:
    """A card's effects come from the file: with all ids exchanged the game plays the same."""
    ids = [card.id for card in default_deck()]
    deck = default_deck()
    for card, id in zip(deck, [f"x{number:02}" for number in range(len(ids))], strict=True):
        card.id = id
    game = royale(deck)
    rng = Random(3)
    state, twin = (each.start("standard", {"players": "4"})[0] for each in (ROYALE, game))
    while ROYALE.actor(state) is not None:
        tickets = ROYALE.urn(state) if ROYALE.actor(state) == CHANCE else ROYALE.legal(state)
        others = game.urn(twin) if game.actor(twin) == CHANCE else game.legal(twin)
        at = rng.randrange(len(tickets))
        assert len(tickets) == len(others)
        state, events = ROYALE.apply(state, tickets[at])
        twin, same = game.apply(twin, others[at])
        assert [event.kind for event in events] == [event.kind for event in same]
    assert str(ROYALE.result(state)) == str(game.result(twin))


@pytest.mark.parametrize("seed", range(12))
def test_mixed_effects(seed: int) -> None:
    """Games with a deck that mixes effects keep the laws and come to an end."""
    game, rng = royale(read_deck(MIXED)), Random(seed)
    before = None
    for timeline in laws.play(game, rng, "standard", 0.002):
        state = timeline.state
        all_laws.goes_on(game, state)
        if rng.random() < 0.1 or state.phase == OVER:
            all_laws.reads_back(game, state)
            laws.applies(game, state)
        if rng.random() < 0.01:
            all_laws.others_are_refused(game, state, laws.well_formed(game, state))
        if before is not None:
            laws.cards_add_up(before, timeline.now.action, state)
        before = state
    assert timeline.state.phase == OVER
    laws.replays(timeline, game)


def mixed(players: str, phase: str, side: str, budget: str) -> str:
    """A position with the mixed deck, of which most cards are gone."""
    map = "wall/wall,-,-/-,-,-,-,-/-,-,-,rust,-,-,-/-,-,-,-,-/-,-,-/-"
    return f"{map} {players}/-:out:-:0:-:- {side} {phase} p1 {budget} 9"


def events(text: str, *actions: str) -> list[str]:
    """What follows from the last of some actions, with the mixed deck."""
    game = royale(read_deck(MIXED))
    state, said = game.read(text), []
    for action in actions:
        assert game.why_not(state, game.action(state, action)) is None, action
        state, found = game.apply(state, game.action(state, action))
        said = [event.text for event in found]
    return [*said, game.write(state).split()[5]]


def test_one_free_revival_a_turn() -> None:
    """With two cards that revive for free, one revival a turn is free, and the first in the deck's order serves."""
    dead = mixed("d4:dead:wine:0:lazarus,nine-lives:-/e5:alive:wine:0:-:-", "turn", "p1", "1.0")
    assert events(dead, "revive") == ["sips p1 2", "1.0:lazarus"]
    again = mixed("d4:dead:wine:2:lazarus,nine-lives:-/e5:alive:wine:0:-:-", "turn", "p1", "1.0:lazarus")
    assert events(again, "revive") == ["sips p1 4", "0.0:lazarus"]


def test_shields_add_up_and_never_below_one() -> None:
    """Five shields make eight throws, and nine fewer leave one."""
    alive = "d4:alive:wine:0:{}:-/d4:alive:wine:0:{}:-"
    walled = mixed(alive.format("sloth", "wall"), "duel:p2:7-0", "p1", "1.0")
    assert events(walled, "roll 4 3") == ["duel p1 8 p2 0", "died p2", "1.0:beaten"]
    bare = mixed(alive.format("sloth", "rust,rust"), "duel:p2:0-2", "p1", "1.0")
    assert events(bare, "roll 4 3") == ["duel p1 1 p2 2", "died p2", "1.0:beaten"]


def test_the_first_of_several_is_taken() -> None:
    """Of several cards that are taken first, the first in the deck's order is."""
    text = mixed("d4:alive:wine:0:wall:-/d4:dead:wine:0:wall,nine-lives,imp:-", "retreat@p1", "p2", "1.0:beaten")
    assert events(text, "retreat d5") == ["taken p1 p2 imp", "1.0:beaten"]


def test_a_cursed_power_serves() -> None:
    """A cursed card with a power becomes active when it is won, and serves."""
    text = mixed("d4:alive:wine:0:harpy:-/e5:alive:wine:0:-:-", "turn", "p1", "1.0")
    assert events(text, "power harpy a4") == ["1.0:harpy"]


def test_budget_limits() -> None:
    """However much the cards take away, an action is left, and movements are never fewer than none."""
    text = mixed("e4:alive:wine:0:sloth,sloth,rust:-/e5:alive:wine:0:-:-", "ready", "p1", "-")
    assert events(text, "move e3") == ["1.1"]
    text = mixed("e4:alive:wine:0:rust:-/e5:alive:wine:0:-:-", "ready", "p1", "-")
    assert events(text, "move e3") == ["1.0"]


def test_a_deck_of_high_cards() -> None:
    """If no card of the deck is under 13, all count 12 from the deal on, which is said."""
    game = royale(read_deck(CARD.replace("value = 8", "value = 15")))
    state = game.start("standard", {"first": "p2"})[0]
    for _ in range(25):
        state, said = game.apply(state, game.urn(state)[0])
    assert [event.text for event in said] == ["reduced", "first p2"]
