"""Let pytest explain the assertions of laws and rulings, and Ctrl-C reach the programs that the tests start.

Tests that replace functions of the rules are skipped if the rules are compiled: compiled calls are bound early.
"""

import signal

import pytest
from hypothesis import settings

from beachhead.engine.build import BUILD

pytest.register_assert_rewrite(
    "tests.engine.laws",
    "tests.engine.island.laws",
    "tests.engine.island.rulings",
    "tests.engine.royale.laws",
    "tests.engine.royale.rulings",
    "tools.fuzz.laws",
)

# The same examples in every run, whatever the speed of the machine, and no files.
settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the suite was started in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs interpreted rules if they are compiled."""
    if BUILD == "pure":
        return
    for item in items:
        if item.get_closest_marker("pure") is not None:
            item.add_marker(pytest.mark.skip(reason="replaces functions of the rules, and they are compiled"))
