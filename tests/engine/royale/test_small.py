"""What small screens show: codes for cards, a line for every player, and pages to look cards up."""

from random import Random

import pytest

from beachhead.engine.picture import plain
from beachhead.engine.royale import ROYALE
from beachhead.engine.royale.show.codes import codes
from beachhead.protocol.help import help_on
from tests.engine import laws
from tests.engine.royale.tables import BOX, state_of
from tests.engine.royale.test_diagram import LAST, MIDDLE


def test_codes() -> None:
    """Codes are two letters, different in any case, initials if a name has two words."""
    found = codes(BOX.ids)
    assert found["sword"] == "Sw"
    assert found["black-death"] == "Bd"
    assert found["second-wind"] == "Se"
    assert len({code.lower() for code in found.values()}) == len(BOX.ids)
    same = codes([*(f"aaa-a{'a' * number}" for number in range(20)), "a"])
    assert len(set(same.values())) == 21
    assert all(len(code) == 2 for code in same.values())


def test_the_small_form() -> None:
    """On a low screen every field has its card and value, and every player one line with life, sips and cards."""
    lines = plain(ROYALE.show.picture(ROYALE.show.scene(state_of(MIDDLE), seat="p1"), width=80, height=19))
    assert lines[0] == "Turn 9: P1 to act; 1 action, 1 movement; used"
    assert "4  Cr14:4 ·      ·      Bl:12  ·      ·      ·" in lines
    assert ">P1 d4 alive 4 sips wine     5 cards  Bo Sw Se +2" in lines
    assert " P3 e5 dead  2 sips spirits  1 card   Ea" in lines
    assert "  sword 8  strike +1" in lines
    assert "  reserve: dagger 8, crown 14; 45 in all" in lines
    other = plain(ROYALE.show.picture(ROYALE.show.scene(state_of(MIDDLE), seat="p2"), width=80, height=19))
    assert not any("dagger" in line for line in other)
    last = plain(ROYALE.show.picture(ROYALE.show.scene(state_of(LAST))._replace(shouts=()), width=80, height=19))
    assert "last card d4; all count 12" in " ".join(last)


@pytest.mark.parametrize("size", [(80, 19), (60, 15), (120, 35), (40, 9)])
def test_everything_fits(size: tuple[int, int]) -> None:
    """With six seats, at every moment, the picture fits its size, and no player's line is missing on 15 lines and more."""
    width, height = size
    rng = Random(5)
    for timeline in laws.play(ROYALE, rng, "standard", {"players": "6"}):
        if rng.random() < 0.05:
            scene = ROYALE.show.scene(timeline.state, seat="p1", events=timeline.now.events)
            lines = plain(ROYALE.show.picture(scene, width=width, height=height))
            assert max(map(len, lines)) <= width, "\n".join(lines)
            if (width, height) != (120, 35):
                assert len(lines) <= max(height, 10)
            if height >= 15 and timeline.state.turn:  # a large message may stand on them for a while
                quiet = scene._replace(shouts=())
                lines = plain(ROYALE.show.picture(quiet, width=width, height=height))
                assert all(any(f"P{seat}" in line for line in lines) for seat in range(1, 7))


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("sword", "+1 on the sum of your three dice when you attack a card."),
        ("sword", "Three dice win it in 85 %, 92 % with strike +1, 96 % with strike +2."),
        ("second-wind", "After a failed attack on a card you may throw again, once a turn: `power second-wind`."),
        ("black-death", "Who beats you in a duel takes this card while it is active, instead of a random one."),
        ("phoenix", "The first revival of a turn costs no action; the sips stay."),
        ("crown", "It has no effect: its value counts at the end."),
        ("deck", "Gr  greatsword   12 x2  39 %  strike +2"),
        ("drinks", "beer     3 sips"),
    ],
)
def test_looking_up(word: str, said: str) -> None:
    """`help` knows every card, the deck and the drinks."""
    assert said in help_on(word, ROYALE)


def test_every_card_has_a_page() -> None:
    """No card of a deck is without a page, and `help` lists them."""
    assert set(BOX.ids) < set(ROYALE.show.topics)
    assert any("sword" in line and "deck" in line for line in help_on(None, ROYALE))
