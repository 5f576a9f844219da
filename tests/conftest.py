"""Lets pytest explain the assertions of laws and rulings, and Ctrl-C reach the programs that the tests start."""

import signal

import pytest

pytest.register_assert_rewrite(
    "tests.engine.laws",
    "tests.engine.island.laws",
    "tests.engine.island.rulings",
    "tests.engine.royale.laws",
    "tests.engine.royale.rulings",
    "tests.fuzz.laws",
)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # the suite was started in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)
