"""What has happened in sentences: every throw in full, or a paragraph for a turn."""

from random import Random

import pytest

from beachhead.engine.picture import plain
from beachhead.engine.royale import ROYALE
from beachhead.engine.timeline import Moment
from tests.engine.royale import laws
from tests.engine.royale.tables import at, state_of

# position, actions, the story in full, the story in short
STORIES = [
    (
        at("d4:sword e4:greatsword c4:boots", ["d4:greatsword", "e5"]),
        "attack card; roll 3 5 2",
        ["P1 attacks sword 8 on d4.", "P1 throws 3 5 2 and 2 for the strike: 12 and wins sword."],
        ["P1 sword 8: 3 5 2 +2 won."],
    ),
    (
        at("d4:crown e4:crown", ["d4", "e5"]),
        "attack card; roll 3 5 2; retreat d5",
        [
            "P1 attacks crown 14 on d4, which counts 12.",
            "P1 throws 3 5 2: 10, 12 was needed: P1 dies.",
            "P1 lies on d5.",
        ],
        ["P1 crown 12: 3 5 2 dies, lies on d5."],
    ),
    (
        at("d4:crown e4:boots", ["d4", "e5"]),
        "attack card; roll 2 2 2",
        [
            "P1 attacks crown 14 on d4.",
            "P1 throws 2 2 2: 6, three of a kind, and wins crown.",
            "One card is left, on e4.",
        ],
        ["P1 crown 14: 2 2 2 won.", "One card is left, on e4."],
    ),
    (
        at("d4:crown e4:boots", ["d4:second-wind", "e5"]),
        "attack card; roll 2 2 1; power second-wind; roll 1 1 2; retreat e5",
        [
            "P1 attacks crown 14 on d4.",
            "P1 throws 2 2 1: 5, 14 was needed: not enough.",
            "P1 uses the power of second-wind: another throw.",
            "P1 throws 1 1 2: 4, 14 was needed: P1 dies.",
            "P1 lies on e5.",
        ],
        ["P1 crown 14: 2 2 1 fails, second-wind: 1 1 2 dies, lies on e5."],
    ),
    (
        at(players=["d4", "d4:buckler,dagger"]),
        "attack p2; roll 5 2 3; roll 3 3 2; roll 6 6 1; roll 4 4 6",
        [
            "P1 attacks P2: 4 throws win, 3 for P2.",
            "P1 throws 5 and 2, keeps 2; P2 throws 3, and 1 for the dagger: 4: P2, 0 to 1.",
            "P1 throws 3 and 3, keeps 3; P2 throws 2, and 1 for the dagger: 3: nobody, 0 to 1.",
            "P1 throws 6 and 6, keeps 6; P2 throws 1, and 1 for the dagger: 2: P1, 1 to 1.",
            "P1 throws 4 and 4, keeps 4; P2 throws 6, and 1 for the dagger: 7: P2, 1 to 2.",
        ],
        [
            "P1 duels P2: 2 (5 2) to 4 (3 +1) P2, 3 (3 3) to 3 (2 +1) nobody, 6 (6 6) to 2 (1 +1) P1, 4 (4 4) to 7 (6 +1) P2."
        ],
    ),
    (
        at(players=["d4:jester", "d4:boots"], phase="duel:p2:2-0"),
        "roll 6 2; retreat c4; pick boots; end",
        [
            "P1 throws 6, less 1 for the jester: 5; P2 throws 2: P1, 3 to 0.",
            "P2 dies.",
            "P2 lies on c4.",
            "P1 takes boots from P2.",
        ],
        ["P1 5 (6 -1) to 2 P1, P2 dies, lies on c4, P1 takes boots."],
    ),
    (
        at(players=["d4x~beer@3", "e5"], budget="2.0"),
        "revive; move d5; end",
        ["P1 revives for 3 sips, 6 in all.", "P1 moves to d5."],
        ["P1 revives, to d5."],
    ),
    (
        at(phase="ready", players=["d4", "e5"]),
        "end; end",
        ["P1 ends the turn.", "P2 ends the turn."],
        ["P1 ends the turn.", "P2 ends the turn."],
    ),
    (
        at(players=["d4:eagle", "e5"]),
        "power eagle a4; forfeit",
        ["P1 flies with eagle to a4."],
        ["P1 flies to a4."],
    ),
]


def moments_of(position: str, actions: str) -> list[Moment]:  # type: ignore[type-arg]
    """The moments of some actions, those that are legal."""
    now = first = Moment(state_of(position))
    for text in actions.split("; "):
        action = ROYALE.canonical(text)
        actor = ROYALE.actor(now.state)
        if action is not None and actor is not None and ROYALE.why_not(now.state, action) is None:
            now = now.then(ROYALE, actor, action)
    return now.since(first)


@pytest.mark.parametrize(("position", "actions", "full", "short"), STORIES, ids=[row[1] for row in STORIES])
def test_story(position: str, actions: str, full: list[str], short: list[str]) -> None:
    """A story names the dice, what was added to them, and what came of it."""
    moments = moments_of(position, actions)
    assert plain(ROYALE.show.story(moments)) == full
    assert plain(ROYALE.show.story(moments, short=True)) == short


def test_seats_are_coloured() -> None:
    """A sentence begins with its seat in the seat's colour."""
    moments = moments_of(*STORIES[0][:2])
    for short in (False, True):
        assert all(line[0] == ("p1", "P1") for line in ROYALE.show.story(moments, short=short))


@pytest.mark.parametrize("seed", range(2))
def test_every_game_is_told(seed: int) -> None:
    """Every moment of a random game can be told, and who dies, wins a card or takes one is named in both forms."""
    *_, timeline = laws.play(ROYALE, Random(seed), "standard", 0.005)
    moments = timeline.now.since()
    full, short = ("\n".join(plain(ROYALE.show.story(moments, short=short))) for short in (False, True))
    words = [event.text.split() for moment in moments for event in moment.events]
    for kind, told, briefly in (("won", "and wins", "won"), ("died", "dies", "dies"), ("taken", " takes ", " takes ")):
        count = sum(word[0] == kind for word in words)
        assert full.count(told) == short.count(briefly) == count, kind
    assert ROYALE.show.tell(moments[-1].events[-1]) in full
