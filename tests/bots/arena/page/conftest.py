"""A small tournament whose results are shown."""

from pathlib import Path

import pytest

from tests.bots.arena.page.tournaments import hold


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament of three bots on the island that is over: twelve games, two faults."""
    return hold(tmp_path_factory.mktemp("cup"))
