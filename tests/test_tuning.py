"""The tools behind `make tune` and `make ladder`: fits, repeatable self-play, results that are kept, the page."""

from array import array
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tools.ladder.__main__ import read, write
from tools.ladder.matches import MATCHES, Block, Match, play_block
from tools.ladder.page import BEGIN, END, Played, page, verdict
from tools.tune.fit import fit
from tools.tune.selfplay import Sample, play_batch


def invented(count: int) -> tuple[Sample, np.ndarray]:
    """Positions whose results follow from known weights of two terms, each a battle of its own."""
    rng = Random(1)
    truth = np.array([1.5, -0.7])
    sample = Sample()
    sample.width = 2
    for number in range(count):
        terms = [rng.gauss(0, 1), rng.gauss(0, 1)]
        chance = 1 / (1 + np.exp(-float(truth @ terms)))
        mover = number % 2
        has_won = rng.random() < chance
        sample.terms.extend(terms)
        sample.movers.append(mover)
        sample.battles.append(number)
        sample.results.append(float(has_won == (mover == 0)))
    return sample, truth


def test_fit_finds_the_weights() -> None:
    """A fit finds the weights that the results follow from, and stays at the prior ones if it is drawn to them strongly."""
    sample, truth = invented(4000)
    assert fit(sample, 1.0, np.zeros(2), 1.0) == pytest.approx(truth, abs=0.15)
    assert fit(sample, 1.0, np.array([0.5, 0.5]), 1e7) == pytest.approx([0.5, 0.5], abs=0.01)


def test_fit_learns_from_later_positions() -> None:
    """With a short trace a position before a good one is good itself, though its battle was lost in the end."""
    sample = Sample()
    sample.width = 2
    rng = Random(2)
    for number in range(600):
        is_good = number % 2 == 0
        # Battles of two turns, all rolled by South: what the first shows is seen again in the second, and decides mostly.
        sample.terms.extend([1.0 if is_good else -1.0, 0.0, 0.0, 1.0 if is_good else -1.0])
        sample.movers.extend([0, 0])
        sample.battles.extend([number, number])
        sample.results.extend([float(rng.random() < (0.8 if is_good else 0.2))] * 2)
    weights = fit(sample, 0.0, np.zeros(2), 1.0)
    assert weights[0] == pytest.approx(weights[1], abs=0.1)
    assert weights[1] > 1.0


def test_self_play_is_repeatable() -> None:
    """The same batch gives the same sample; every position has its terms, its battle and its result."""
    batches = [play_batch(("blitz", "test", None, 0, 2)) for _ in range(2)]
    assert batches[0].terms == batches[1].terms
    assert batches[0].results == batches[1].results
    sample = batches[0]
    assert len(sample.movers) == len(sample.battles) == len(sample.results) == len(sample.terms) / sample.width
    assert set(sample.battles) == {0, 1}
    assert sample.terms != array("f")


@pytest.mark.parametrize(
    ("match", "games"),
    [
        (Match("island", "rookie", ("random",), "blitz"), 2),
        (Match("royale", "raider", ("random", "random")), 3),
    ],
)
def test_block(match: Match, games: int) -> None:
    """A block has a game for each seat, with the luck of each, and comes out the same again."""
    block = play_block(match, 3)
    again = play_block(match, 3)
    assert (block.share, block.luck, block.decisions, block.ends) == (
        again.share,
        again.luck,
        again.decisions,
        again.ends,
    )
    assert 0 <= block.share <= games
    assert block.luck != 0.0
    assert len(block.ends) == games


def test_matches_have_names() -> None:
    """Every match has a name of its own and a bar, and enough games to prove it."""
    assert len({match.name for match in MATCHES}) == len(MATCHES)
    for match in MATCHES:
        assert match.least > 0.0 or match.most < 1.0
        assert match.games >= (300 if match.has_luck else 1000)


def block_of(share: float, luck: float) -> Block:
    """A block of two games, one of which ended by turns."""
    return Block(share, luck, 10, 0.5, ("raid", "turns"))


def test_results_are_kept(tmp_path: Path) -> None:
    """What was played is read back as it was, and nothing has been played if there is no file."""
    path = tmp_path / "ladder.json"
    assert read(path) == {}
    known = Played()
    known.add(block_of(1.5, 0.5))
    known.add(block_of(2.0, 0.0))
    write(path, {"a v b, blitz": known, "none": Played()})
    (found,) = read(path).values()
    assert found.as_json() == known.as_json()
    assert (found.decisions, found.seconds, found.ends["turns"]) == (20, 1.0, 2)
    assert found.score(2) == (0.875, pytest.approx(1.96 * 0.125))
    assert found.adjusted(2) == (0.75, pytest.approx(1.96 * 0.25))


def test_page() -> None:
    """The table stands between its marks, with the matches that have been played; the rest of the page stays."""
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    known = Match("island", "general:level=3", ("greedy",), "short", least=0.6)
    other = Match("island", "rookie", ("random",), most=0.2)
    made = page(text, [known, other], {known.name: Played([1.0, 2.0, 1.0, 2.0], [0.0] * 4, 100, 1.0, {"raid": 8})})
    assert made.startswith(f"before\n{BEGIN}\n| bot |")
    assert made.endswith(f"|\n{END}\nafter\n")
    row = "| `general` level 3 | `greedy` | short | 8 | 75.0 % ± 28.3 | 75.0 % ± 28.3 | ≥ 60% | 10 | raid 8 |"
    assert row in made
    assert "rookie" not in made
    assert page(made, [known], {}) != made
    assert verdict(other, Played([1.0, 2.0], [0.0, 0.5])).startswith(
        "island, standard: rookie v random: 4 games, 75.0 %"
    )
