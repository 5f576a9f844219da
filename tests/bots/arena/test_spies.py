"""Hidden cards stay hidden from a bot that logs all it is told, at a table where another one misbehaves."""

import pytest

from tools.soak.tables import run


@pytest.mark.parametrize("seed", [9, 12])
def test_a_spy_sees_no_hidden_card(seed: int) -> None:
    """What spies are told does not depend on hidden cards; every game places everybody, and nothing is left behind."""
    assert " looks of spies" in run(seed)
