"""The analysis board in a real pseudo-terminal, at three sizes, with the bots that judge positions."""

from pathlib import Path

import pytest

from tests.protocol.repl.scenes import ACT
from tests.protocol.repl.terminal import terminal
from tests.protocol.repl.test_analysis import EXPOSED

PLAY = ["play", "--seed", "7", "--first", "south", "--north", "human"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_the_analysis_board(tmp_path: Path, size: tuple[int, int]) -> None:
    """Dangers are marked and told before Enter, actions are compared, and an analysed game can be gone through."""
    with terminal(PLAY, tmp_path, size) as found:
        found.wait("south> ")
        found.enter(f"position island {EXPOSED}", "act: die 4")
        found.enter("threats on", "Dangers are marked with !")
        if size[0] > 60:
            found.wait("!S↑")
        found.type("move d2")
        found.wait(lambda: "move d2 d6: soldier d2 to d6" in " ".join(found.text.split()))
        found.wait(lambda: "can be hit by tank d10 now" in " ".join(found.text.split()))
        found.control("c")
        found.enter("hint 2", lambda: "can be hit by tank d10" in " ".join(found.text.split()))
        found.enter("eval", lambda: "South wins with" in " ".join(found.text.split()))
        found.enter("turn i1 left", "Enter: end")
        found.type("\r")
        found.wait("north> ")
        found.enter("resign", lambda: "Summary: 2 turns" in " ".join(found.text.split()))
        found.wait("analyse shows more")
        found.enter("analyse", "chances of South, turn by turn:")
        found.wait("100 %")
        found.type("\r")
        found.enter("goto 0", "step 0 of")
        found.wait("act: die 4")


def test_the_best_is_shown_where_it_leads(tmp_path: Path) -> None:
    """`goto` after `analyse` stands at the decision, where another action opens a variation."""
    with terminal(PLAY, tmp_path) as found:
        found.wait("south> ")
        found.enter(f"position island {ACT}", "act: die 3")
        found.enter("resign", "Summary: 1 turn, 1 decision.")
        found.enter("goto 0", "step 0 of 1")
        found.enter("turn e2 left", "South turns left")
        found.enter("main", "step 0 of 1")
