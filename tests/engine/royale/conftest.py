"""Lets pytest explain the assertions of the files that hold laws and rulings."""

import pytest

pytest.register_assert_rewrite("tests.engine.royale.laws", "tests.engine.royale.rulings")
