"""A tournament of which half the bots misbehave, each in its own way, does the healthy ones no harm."""

from tests.bots.arena.mixed import expect_order, file_of
from tests.bots.arena.ring import Ring, bad
from tests.bots.arena.test_killed import in_child

BAD = {
    "start": bad("exit_before_handshake"),
    "crash": bad("exit_midgame", 1),
    "illegal": bad("illegal_move", 1),
    "hang": bad("hang", 1),
    "time": bad("hang", 1),
}
TOP = 'game = "island"\nmode = "blitz+turns:5"\ngames = 2\nhang = 0.3\nconcurrency = 4\nseed = "7"'


def test_half_of_them_misbehave(ring: Ring) -> None:
    """Every game has one result with the right fault, and the healthy bots' table is that of a tournament among themselves."""
    file = file_of(ring.folder, 3, BAD, TOP)
    done = ring.run("tournament", file)
    assert "start is withdrawn after 3 failed starts" in done.err
    assert in_child(lambda: expect_order(file.with_suffix(""), list(BAD)) or 0) == 0
