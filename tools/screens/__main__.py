"""`python tools/screens`: play real sessions at the prompt and write docs/session.md and docs/screens/*.svg."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[0] = str(ROOT)

from tests.protocol.repl.terminal import Terminal, terminal
from tools.screens.svg import DARK, LIGHT, Theme, draw

PICTURES = ROOT / "docs" / "screens"
SESSION = ROOT / "docs" / "session.md"
DOWN = "\x1b[B"
PLAY = ["play", "--seed", "11", "--first", "south", "--north", "builtin:greedy --seed 1"]
HEAD = """\
# A session at the prompt

Captured from a real terminal of 80 columns and 24 rows by `python tools/screens`, which plays it in a pseudo-terminal and
reads the screen. What was typed stands above each screen. [The prompt](repl.md) explains what is seen here.
"""


class Camera:
    """Takes pictures of a terminal, and notes what was typed."""

    def __init__(self, found: Terminal) -> None:
        self._found = found
        self.pages: list[str] = []

    def page(self, typed: str, words: str) -> None:
        """Add the screen to the session's text."""
        shown = "\n".join(self._found.lines).rstrip()
        self.pages.append(f"\n## {words}\n\nTyped: {typed}\n\n```text\n{shown}\n```\n")

    def picture(self, name: str, title: str, theme: Theme = DARK) -> None:
        """Write the screen as a picture."""
        (PICTURES / f"{name}.svg").write_text(draw(self._found.screen, title, theme), encoding="utf-8")


def play(found: Terminal) -> list[str]:
    """Play a battle from its set-up to a few turns, with most features of the prompt."""
    camera = Camera(found)
    found.wait("Tab completes")
    found.type("setup block e")
    found.wait("an obstacle block")
    found.type(DOWN * 4)
    found.wait("setup block e4: an obstacle block")
    settle(found)
    camera.page(
        "`setup block e`, and the arrow key four times", "Set-up: the menu holds what is legal, the board shows it"
    )
    camera.picture("setup", "beachhead play")
    found.type("\r")
    found.wait("North places")
    found.enter("auto", "auto has placed")
    found.wait("south> ")
    settle(found)
    camera.page("`auto`", "The rest of the set-up by itself")
    found.type("\t")
    found.wait("move")
    found.type(DOWN * 2)
    settle(found)
    camera.page("Tab, and the arrow key twice", "A turn: all that can be done, with what it would do")
    camera.picture("turn", "beachhead play")
    found.type("\x1b")
    found.control("c")
    found.type("end")
    found.wait("rule 15")
    settle(found)
    camera.page("`end`, without Enter", "What is not legal is marked before Enter, with the rule")
    camera.picture("refused", "beachhead play")
    found.control("c")
    found.enter("why not end", "Moving is a must")
    settle(found)
    camera.page("`why not end`", "The rule in our words")
    found.enter("hint", "Hint: ")
    settle(found)
    camera.page("`hint`", "Advice")
    hint = next(line for line in found.lines if "Hint: " in line).split("Hint: ")[1].split("  ")[0]
    found.type(f"{hint}\r")
    found.wait("Enter: end")
    found.type("\r")
    found.wait("Turn 3")
    found.wait("south> ")
    settle(found)
    camera.page(
        f"`{hint}`, and Enter for the end of the turn",
        "The opponent's turn, in sentences",
    )
    camera.picture("battle", "beachhead play")
    found.enter("tutorial", "Lesson 1 of 5")
    found.type("move d2")
    found.wait("move d2 d5: ")
    settle(found)
    camera.page("`tutorial`, and then `move d2` without Enter", "Five minutes of teaching")
    camera.picture("tutorial", "beachhead play")
    found.control("c")
    found.control("d")
    found.wait("south> ")
    found.control("d")
    found.wait("Leave?")
    found.control("d")
    found.end()
    camera.page("Ctrl-D twice", "The game is kept")
    return camera.pages


def light(found: Terminal) -> None:
    """Show a light background."""
    found.wait("Tab completes")
    found.enter("auto", "auto has placed")
    found.type("turn ")
    found.wait("turns left")
    found.type(DOWN)
    settle(found)
    Camera(found).picture("light", "beachhead play --background light", LIGHT)


def compact(found: Terminal) -> None:
    """Show a narrow terminal."""
    found.wait("Tab completes")
    found.enter("auto", "auto has")
    found.type("m")
    found.wait("move")
    found.type(DOWN)
    settle(found)
    Camera(found).picture("compact", "50 columns")


def royale(found: Terminal) -> None:
    """Show the other game, with the news of the others' turns."""
    found.wait("p1> ")
    found.enter("beer", "P3 drinks")
    found.enter("auto", "Turn 1: P1 to act")
    found.enter("move f3", "moves to f3")
    found.enter("attack card", "wins sword")
    found.enter("end", lambda: "Turn 4: P1" in found.text or "any key" in found.text)
    settle(found)
    found.type("m")
    found.wait("for an action")
    found.type(DOWN)
    settle(found)
    Camera(found).picture("royale", "beachhead play --game royale --players 3")


def settle(found: Terminal) -> None:
    """Wait until nothing more is written."""
    before = -1
    while len(found.written) != before:
        before = len(found.written)
        found.read(0.3)


def shoot(do: Callable[[Terminal], None], arguments: list[str], size: tuple[int, int]) -> None:
    """Play one short session in a terminal of its own."""
    with tempfile.TemporaryDirectory() as folder, terminal(arguments, Path(folder), size) as found:
        do(found)


def main() -> int:
    """Write the docs."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, terminal(PLAY, Path(folder)) as found:
        pages = play(found)
    SESSION.write_text(HEAD + "".join(pages), encoding="utf-8")
    shoot(light, [*PLAY, "--background", "light"], (80, 24))
    shoot(compact, PLAY, (50, 20))
    shoot(royale, ["play", "--game", "royale", "--players", "3", "--seed", "5", "--first", "p1"], (80, 24))
    names = [path.name for path in sorted(PICTURES.glob("*.svg"))]
    sys.stdout.write(f"docs/session.md and {', '.join(names)} are written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
