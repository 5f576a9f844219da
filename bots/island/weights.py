"""The fitted weights of the evaluation, by mode, from ``weights.json`` beside this file."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

from beachhead.bots.island.evaluation import Evaluation
from beachhead.engine.island.mode import Mode

FILE: Final = "weights.json"


def evaluation_for(mode: Mode) -> Evaluation:
    """The evaluation for a mode; the suffixes make no difference to it."""
    return _evaluation(mode.base, mode.is_short)


@cache
def _evaluation(base: str, is_short: bool) -> Evaluation:
    return Evaluation(_read()[base], is_short)


@cache
def _read() -> dict[str, dict[str, float]]:
    text = files("beachhead.bots.island").joinpath(FILE).read_text("utf-8")
    weights: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return weights
