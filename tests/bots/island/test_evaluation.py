"""The evaluation of the island: what it counts, and that its short ways give the same as the long one."""

from collections.abc import Iterator
from random import Random

import pytest

from beachhead.bots.island.evaluation import TERMS, Evaluation, Survey, terms
from beachhead.bots.island.weights import evaluation_for
from beachhead.engine.island import ISLAND
from beachhead.engine.island.actions import Move, Turn
from beachhead.engine.island.mode import BASES, read_mode
from beachhead.engine.island.state import ACT, ROLL, State
from beachhead.engine.values import CHANCE

EMPTY = "12/12/12/12/12/12/12/12"


def states(mode: str, seed: int, count: int) -> Iterator[State]:
    """The states of random battles, chance drawn evenly."""
    rng = Random(seed)
    while count > 0:
        state, _ = ISLAND.start(mode)
        while ISLAND.actor(state) is not None and count > 0:
            tickets = ISLAND.urn(state) if ISLAND.actor(state) == CHANCE else ISLAND.legal(state)
            state, _ = ISLAND.apply(state, rng.choice(tickets))
            if ISLAND.turn(state):
                count -= 1
                yield state


def random_evaluation(mode: str) -> Evaluation:
    """An evaluation in which every term counts."""
    rng = Random(3)
    return Evaluation({name: rng.uniform(-1, 1) for name in TERMS}, mode == "short")


@pytest.mark.parametrize("mode", BASES)
def test_sum_of_terms(mode: str) -> None:
    """The evaluation is the sum of the terms, each times its weight."""
    evaluation = random_evaluation(mode)
    seen = 0
    for state in states(mode, 1, 1500):
        if state.phase == ROLL:
            seen += 1
            found = terms(state, state.side, mode == "short")
            total = sum(evaluation.weights[name] * value for name, value in zip(TERMS, found, strict=True))
            assert evaluation.logit(evaluation.survey(state), state.side) == pytest.approx(total, abs=1e-9)
    assert seen > 100


@pytest.mark.parametrize("mode", ["standard", "allout"])
def test_stepped(mode: str) -> None:
    """After a step it gives what a fresh look at the position gives, whoever rolls next."""
    evaluation = random_evaluation(mode)
    seen = 0
    for state in states(mode, 2, 1500):
        if state.phase != ACT:
            continue
        survey = evaluation.survey(state)
        for action in ISLAND.legal(state):
            if isinstance(action, Move | Turn) and not state.board[action.dst]:
                after, _ = ISLAND.apply(state, action)
                code = after.board[action.dst]
                for mover in (0, 1):
                    short = evaluation.stepped(survey, state, state.side, action.src, action.dst, code, mover)
                    assert short == pytest.approx(evaluation.logit(evaluation.survey(after), mover), abs=1e-9)
                seen += 1
    assert seen > 300


def test_terms() -> None:
    """Fire in sight and after a move, numbers that nobody could play, and who could step from the pad are counted."""
    # South's soldier sees North's on d3; North's jeep on h12 has no room; North's soldier sees South's, too.
    state = ISLAND.read(f"7jn4/{EMPTY}/3ss8/12/3Sn8 c:.S..S j:sss.. 6+0 south roll 9")
    found = dict(zip(TERMS, terms(state, 0, False), strict=True))
    assert (found["aimed+"], found["aimed-"]) == (1.0, 1.0)
    assert (found["pad"], found["ready"]) == (-1.0, 0.0)  # i12 and j12 are open, and h12 is not
    assert found["share"] == pytest.approx(3 / 8 - 0.5)
    assert (found["stuck0+"], found["stuck1+"]) == (3.0, 2.0)  # a run of one plays a 1 and a 2


def test_fire_after_a_move() -> None:
    """The best shot after a move counts for each number of the die, and a block or an own character in between matters."""
    walks = Survey(ISLAND.read(f"12/{EMPTY}/3se8/12/1Se10 c:SSSS. j:sss.. 0+0 south roll 9")).halves[0]
    assert walks.fire[1] == pytest.approx(1 / 6)  # with a 3 to d1, and left
    behind = Survey(ISLAND.read(f"12/{EMPTY}/3se8/3*8/1Se10 c:SSSS. j:sss.. 1+0 south roll 9")).halves[0]
    assert behind.fire[1] == 0.0


@pytest.mark.parametrize("mode", ["standard", "allout", "blitz"])
def test_fitted(mode: str) -> None:
    """By the fitted weights every character more is better."""
    evaluation = evaluation_for(read_mode(mode))

    def chance(south: str) -> float:
        pads, word = ("c:..... j:.....", "") if mode == "standard" else ("- -", f" {mode}")
        return evaluation.chance(ISLAND.read(f"3ss8/{EMPTY}/12/3ss8/{south} {pads} 0+0 south roll 9{word}"), 0)

    assert chance("Sn1Sn3SnJnTn3") > chance("Sn1Sn4JnTn3") > 0.5
    assert chance("Sn1Sn4JnTn3") > chance("Sn1Sn6Tn2")
