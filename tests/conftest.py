"""Lets pytest explain the assertions of the files that hold laws and rulings, before anything imports them."""

import pytest

pytest.register_assert_rewrite(
    "tests.engine.laws",
    "tests.engine.island.laws",
    "tests.engine.island.rulings",
    "tests.engine.royale.laws",
    "tests.engine.royale.rulings",
    "tests.fuzz.laws",
)
