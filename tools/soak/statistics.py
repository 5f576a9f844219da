"""Statistics: intervals cover the truth as often as they say, and sequential tests err no more often than promised."""

from __future__ import annotations

from math import sqrt
from random import Random

from beachhead.bots.arena.rating.sprt import Hypotheses
from beachhead.bots.arena.schedule.fixed import round_robin, tables
from tests.bots.arena.rating.coverage import Field, World

MATCHES = {4: 4000, 10: 4000, 100: 2000, 1000: 1000}
TESTS = 200
NOISE = 4.0  # standard errors of the simulation that are forgiven


def run(seed: int) -> str:
    """Simulate many matches between two bots drawn by the seed; one sequential test whose truth is one of its bounds."""
    rng = Random(seed)
    score = rng.choice((0.5, 0.57, 0.64, 0.8, 0.9))
    draws = rng.choice((0.0, 0.1, 0.3)) if score < 0.85 else 0.0
    world = World(score, draws, rng.choice((-0.6, -0.3, 0.0, 0.3)))
    told = []
    for games, matches in MATCHES.items():
        covered = world.coverage(matches, games, seed)
        noise = NOISE * sqrt(0.05 * 0.95 / matches)
        assert covered >= 0.93 - noise, f"{world}: {covered} of {matches} matches of {games} games"
        assert games < 100 or covered <= 0.97 + noise, f"{world}: {covered} of {matches} matches of {games} games"
        told.append(f"{games} games {covered:.1%}")
    strengths = tuple(rng.gauss(0, 0.5) for _ in range(5))
    for schedule in (round_robin(5, rng.choice((2, 4, 20))), tables(5, rng.choice((3, 4)), 16)):
        covered = Field(strengths, schedule).coverage(200, seed)
        assert covered >= 0.93 - NOISE * sqrt(0.05 * 0.95 / 200), f"{strengths}, {schedule}: {covered}"
        told.append(f"five bots {covered:.1%}")
    truth, width = world.normalised(), rng.choice((60.0, 150.0))
    for test, wrong in (
        (Hypotheses(truth, truth + width), "elo1"),
        (Hypotheses(truth - width, truth), "elo0"),
    ):
        answers = world.answers(test, TESTS, 2000, seed)
        errors = answers[wrong] / TESTS
        assert errors <= 0.05 + NOISE * sqrt(0.05 * 0.95 / TESTS), f"{world}: {test} errs in {errors:.1%}"
        told.append(f"errors {errors:.1%}")
    return f"{world}: {', '.join(told)}"
