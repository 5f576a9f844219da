"""Tournaments half of whose bots misbehave, each fault in a way drawn by the seed: the healthy ones come to no harm."""

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.bots.arena.mixed import expect_order, file_of
from tests.bots.arena.ring import bad
from tests.bots.arena.test_killed import in_child
from tools.soak.arena import MISDEEDS

STARTS = ("never_handshake", "exit_before_handshake", "other_version", "wrong_protocol", "unquoted")


def run(seed: int) -> str:
    """Play one tournament of five healthy bots and five others."""
    rng = Random(seed)
    misdeeds = {reason: rng.choice(MISDEEDS[reason]) for reason in ("crash", "illegal", "hang")}
    misdeeds |= {"time": rng.choice(("hang", "spin_cpu", "stop_self")), "start": rng.choice(STARTS)}
    reasons = {reason: bad(misdeed, 1) for reason, misdeed in misdeeds.items()}
    top = f'game = "island"\nmode = "blitz+turns:3"\ngames = 2\nhang = 0.5\nconcurrency = {rng.randint(1, 4)}'
    with tempfile.TemporaryDirectory() as folder:
        file = file_of(Path(folder), 5, reasons, top)
        subprocess.run([sys.executable, "-m", "beachhead", "tournament", file], capture_output=True, check=False)
        code = in_child(lambda: expect_order(file.with_suffix(""), list(reasons)) or 0)
        assert code == 0, (misdeeds, code)
    return ", ".join(misdeeds.values())
