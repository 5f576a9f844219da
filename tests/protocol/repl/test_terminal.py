"""The prompt in a real pseudo-terminal, with a screen emulator in front of it."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.protocol.repl.bots import bot, program
from tests.protocol.repl.terminal import Terminal, shell, terminal

PLAY = ["play", "--seed", "7", "--first", "south"]
PEOPLE = [*PLAY, "--north", "human"]
BLOCKS = [f"setup block {column}{row}" for row, column in enumerate("abcdefghij", 1)]
TROOPS = [
    f"setup soldier {column}{row} {facing}" for column in "klghi" for row, facing in ((1, "north"), (12, "south"))
]
PADS = [f"setup {'jeep' if slot < 4 else 'tank'} pad {slot}" for slot in range(1, 6) for _ in range(2)]
PROMPT = re.compile(r"[a-z0-9/]+[>?] ")
HOSTILE = re.compile(rb"\x1b\[2J|\x1b\]|\x9b|\x07|evil\x1b")


def has_menu(found: Terminal, word: str) -> bool:
    """Whether a menu below the prompt offers a word."""
    prompts = [number for number, line in enumerate(found.screen.display) if PROMPT.match(line)]
    prompt = max(prompts, default=len(found.lines))
    return any(line.split()[:1] == [word] for line in found.lines[prompt + 1 : -1])


def test_start_and_board(tmp_path: Path) -> None:
    """At the start there is a board and a prompt, and a toolbar that says what helps."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.wait("Tab completes")
        found.wait("South to place a block")
        assert found.lines[1].split()[:12] == list("abcdefghijkl")


def test_completion_menu(tmp_path: Path) -> None:
    """While one types the menu offers what is legal with what it would do; the board shows what is chosen."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.type("setup block e")
        found.wait(lambda: has_menu(found, "e1"))
        found.wait("an obstacle block")
        assert "{▒▒}" not in found.text
        found.type("\x1b[B\x1b[B")
        found.wait("setup block e2: an obstacle block")
        found.wait("{▒▒}")
        found.type("\r")
        found.wait("north> ")
        found.type("setup block e")
        found.wait("no legal action begins so")
        assert not has_menu(found, "e1")  # the column is taken: nothing of it is offered
        found.type("\x7f\t")
        found.wait(lambda: has_menu(found, "a1"))
        assert not has_menu(found, "e1")


def test_tab_lists_everything(tmp_path: Path) -> None:
    """Tab on an empty line lists what can be done now."""
    with terminal(PEOPLE, tmp_path, (100, 40)) as found:
        found.wait("south> ")
        found.type("\t")
        found.wait(lambda: has_menu(found, "setup"))
        found.wait("144 ways.")


def test_marked_before_enter(tmp_path: Path) -> None:
    """An illegal or unreadable line is red before Enter, with the reason in the toolbar; Enter changes nothing."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.type("move d2")
        found.wait("rule phase: there is no number on the die to move with")
        row = next(number for number, line in enumerate(found.lines) if line.startswith("south> move"))
        found.wait(lambda: found.screen.buffer[row][8].fg in ("brightred", "red", "ff5555"))
        assert found.screen.buffer[row][8].underscore
        found.control("c")
        found.type("mvoe")
        found.wait("got 'mvoe'")
        found.type("\r")
        found.wait(lambda: any(line == "south>" for line in found.lines) and "South to place a block" in found.text)


@pytest.mark.parametrize(
    ("environ", "arguments", "is_coloured"),
    [({}, [], True), ({"NO_COLOR": "1"}, [], False), ({"NO_COLOR": "1"}, ["--background", "light"], False)],
)
def test_colours(tmp_path: Path, environ: dict[str, str], arguments: list[str], is_coloured: bool) -> None:
    """There are colours, and none at all if NO_COLOR is set; the board says the same without."""
    with terminal([*PEOPLE, *arguments], tmp_path, (80, 24), **environ) as found:
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.enter("f6", "south> ")
        found.type("setup block zz")
        found.wait("got 'zz'")
        assert found.colours() is is_coloured
        found.wait("[▒▒]")


def test_light_and_dark(tmp_path: Path) -> None:
    """The terminal's background decides between two sets of colours."""
    seen = []
    for word in ("0;15", "15;0"):
        with terminal(PEOPLE, tmp_path, (80, 24), COLORFGBG=word) as found:
            found.wait("south> ")
            found.type("undo")
            found.wait(lambda: "undo" in found.text)
            row = next(number for number, line in enumerate(found.lines) if line.startswith("south> undo"))
            seen.append(found.screen.buffer[row][7].fg)
    assert seen[0] != seen[1]


def test_ascii(tmp_path: Path) -> None:
    """With --ascii nothing else is drawn."""
    with terminal([*PEOPLE, "--ascii"], tmp_path) as found:
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.wait("[##]")
        assert found.text.isascii()


def test_resize(tmp_path: Path) -> None:
    """A narrow window gets the compact board, a wide one the other, whenever its size changes."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.resize(50, 20)
        found.wait("   a b c d e f g h i j k l")
        found.type("f6")
        found.wait("setup block f6: an obstacle block")
        found.resize(120, 40)
        found.wait("  a  b  c  d  e  f")
        found.wait(lambda: any(line.startswith("north> f6") for line in found.lines))
        found.type("\r")
        found.wait("south> ")


def test_control_c_cancels_the_line(tmp_path: Path) -> None:
    """Ctrl-C drops what was typed, and never ends the game."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.type("setup blo")
        found.wait("south> setup blo")
        found.control("c")
        found.wait(lambda: "setup blo" not in found.text)
        for _ in range(3):
            found.control("c")
        found.enter("e4", "north> ")
        found.signal(signal.SIGINT)
        found.enter("f6", "south> ")


def test_control_c_stops_a_bot(tmp_path: Path) -> None:
    """Ctrl-C while a bot thinks brings the prompt back; `go` lets it think again."""
    with terminal([*PLAY, "--north", bot(tmp_path, "hangs")], tmp_path) as found:
        found.wait("south> ")
        found.enter("e4", "is thinking")
        found.enter("state", "state 12/12")  # the prompt is not frozen meanwhile
        found.control("c")
        found.wait("the bots are stopped")
        found.enter("f6", "North places a block on f6.")
        found.enter("g7", "the bots are stopped")
        found.enter("go", "is thinking")


def test_control_d_and_resume(tmp_path: Path) -> None:
    """Ctrl-D asks once and keeps the game, and --resume goes on with it."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.control("d")
        found.wait("Leave? Ctrl-D again leaves")
        found.type("x")
        found.wait(lambda: "Leave?" not in found.text)
        found.control("c")
        found.control("d")
        found.wait("Leave? Ctrl-D again leaves")
        found.control("d")
        assert found.end() == 0
        assert "The game is kept: beachhead play --resume" in found.text
    with terminal(["play", "--resume"], tmp_path) as found:
        found.wait("north> ")
        found.wait("at step 1.")
        found.wait("[▒▒]")
        found.enter("resign", "South has won (resign)")
        found.control("d")  # nothing would be lost: it does not ask
        assert found.end() == 0
    with terminal(["play", "--resume"], tmp_path) as found:
        assert found.end() == 2
        assert "no game was left unfinished" in found.text


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_game(tmp_path: Path, number: int) -> None:
    """When the terminal goes away the unfinished game is kept too."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.signal(number)
        found.end()
    assert b"setup block e4" in b"".join(file.read_bytes() for file in (tmp_path / "beachhead" / "games").glob("*.bhr"))


@pytest.mark.parametrize("is_bracketed", [True, False])
def test_paste_of_a_hundred_lines(tmp_path: Path, is_bracketed: bool) -> None:
    """A hundred pasted lines are played in their order, bracketed or not."""
    lines = [*BLOCKS, *TROOPS, *PADS]
    lines += ["state"] * (100 - len(lines))
    pasted = "\r".join(lines) + "\r"
    with terminal(PEOPLE, tmp_path, (100, 40)) as found:
        found.wait("south> ")
        found.type(f"\x1b[200~{pasted}\x1b[201~" if is_bracketed else pasted)
        found.wait("South: 10 left, 0 lost")
        found.wait("south> ")
        found.enter(f"save {tmp_path / 'pasted.bhr'}", "Saved as")
        record = (tmp_path / "pasted.bhr").read_text().splitlines()
        assert [line for line in record if line.startswith("setup")] == lines[:30]  # nothing is left out or comes twice
        assert b"error" not in found.written


def test_paste_against_a_bot(tmp_path: Path) -> None:
    """Actions that are pasted while a bot thinks wait for it, each in its turn."""
    with terminal([*PLAY, "--north", bot(tmp_path, "slow")], tmp_path) as found:
        found.wait("south> ")
        found.type("\x1b[200~setup block l9\nsetup block k8\nsetup block j7\n\x1b[201~")
        found.wait("Blocks: 6 on board")
        found.wait("south> ")
        assert [line for line in found.lines if "South places" in line][-1].endswith("j7.")


def test_a_bot_that_dies(tmp_path: Path) -> None:
    """The game stays, the prompt says what happened, no escape code of the bot's comes through, and one can go on."""
    with terminal([*PLAY, "--north", bot(tmp_path, "dies", name="Evil\x1b[2J\x07")], tmp_path, (100, 40)) as found:
        found.wait("south> ")
        found.enter("e4", "North places a block on a1.")
        found.enter("f5", "North places a block on b10.")
        found.enter("g6", "has died: exit code 3.")
        found.wait("last words")
        found.wait("seat north human")
        found.wait("North to place a block")
        found.enter("seat north human", "north: human")
        found.enter("c12", "North places a block on c12.")
        found.wait("south> ")
        assert not HOSTILE.search(found.written)


def test_hostile_texts(tmp_path: Path) -> None:
    """Whatever a bot calls itself or a remark or a header holds, no code of theirs reaches the terminal."""
    source = r"""
import sys
sys.stderr.write("\x1b[2J\x07")
print('hello 1 "evil\u202e"', flush=True)
for line in sys.stdin:
    if line.startswith('go '):
        print('info \u009b31m \u2028 evil', flush=True)
        print('setup block \x1b]0;evil\x07', flush=True)
"""
    with terminal([*PLAY, "--north", program(tmp_path, "evil", source)], tmp_path, (100, 40)) as found:
        found.wait("south> ")
        found.enter("e4", "made a mistake, and was told")
        found.enter('header Event "a\u009b31m\u202eb"', "control character")
        found.enter("history", "setup block e4")
        assert not HOSTILE.search(found.written.replace(b"\x1b]0;\x07", b""))
        assert "\u202e".encode() not in found.written
        assert "\u009b".encode() not in found.written


def test_history_and_search(tmp_path: Path) -> None:
    """What was typed is there again in the next session: by the arrow, by Ctrl-R, and as a suggestion."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("legal setup", "Enter: more")
        found.type("quit\r")
        found.end()
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.type("\x1b[A\x1b[A")
        found.wait("south> legal setup")
        found.control("c")
        found.type("legal s")
        found.wait("south> legal setup")  # suggested
        found.control("c")
        found.control("r")
        found.type("gal se")
        found.wait("south> legal setup")
        found.type("\r")
        found.wait(lambda: "I-search" not in found.text)


def test_enter_plays_what_is_forced(tmp_path: Path) -> None:
    """If only one action is left, Enter alone plays it, and the toolbar says which."""
    with terminal([*PEOPLE, "--dice", "manual"], tmp_path) as found:
        found.wait("south> ")
        found.enter("auto", "north> ")
        found.enter("auto", "roll? ")
        found.enter("1", "south> ")
        found.type("m\t")
        found.wait(lambda: has_menu(found, "move"))
        found.type("\x1b[B\r")
        found.wait("Enter: end (the turn is over)")
        found.type("\r")
        found.wait("North rolls")
        found.wait("roll? ")


def test_watching_bots(tmp_path: Path) -> None:
    """Bots that play each other are watched, stopped and left."""
    arguments = ["play", "--seed", "3", "--south", "builtin:random", "--north", "builtin:random", "--delay", "0.02"]
    with terminal(arguments, tmp_path) as found:
        found.wait("standard, turn")
        found.control("c")
        found.wait("the bots are stopped")
        found.control("d")
        found.wait("Leave?")
        found.control("d")
        assert found.end() == 0


def test_long_answers_make_room(tmp_path: Path) -> None:
    """An answer that is longer than the room above the board is read first, and any key brings the board back."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("rules", "any key brings the board back")
        found.wait("Enter: more")
        found.type("\r")
        found.wait("Chains")
        found.type("\r")
        found.wait("R15")
        found.type("e")
        found.wait("South to place a block")
        found.control("c")
        found.enter("rules", "any key brings the board back")
        found.type("\t")
        found.wait("South to place a block")


def test_a_change_shows_the_board(tmp_path: Path) -> None:
    """After a long tale of what has changed the board is there at once."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("auto", "north> ")
        found.enter("auto", "auto has placed 30; undo takes")
        assert "any key brings" not in found.text
        found.wait("turn 1")


def test_low_and_narrow(tmp_path: Path) -> None:
    """On a low and narrow screen the toolbar makes way for the board and for the menu."""
    with terminal(PEOPLE, tmp_path, (40, 15)) as found:
        found.wait("south> ")
        found.wait(lambda: found.lines[12].startswith(" 1 "))
        found.type("setup block e")
        found.wait(lambda: found.lines[14].split()[:1] == ["e1"])
        assert found.lines[14].endswith("an obstacle block")
        assert found.lines[12].startswith(" 1 ")


def test_tutorial(tmp_path: Path) -> None:
    """The tutorial teaches at the prompt, with its text in sight."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("tutorial", "lesson> ")
        found.wait("Lesson 1 of 5: Move")
        found.enter("hint", "Try move d2 d5.")
        found.enter("move d2", "The turn is yours until you")
        found.enter("", "Lesson 2 of 5: Turn")  # the only action that is left
        found.control("d")
        found.wait("south> ")


def test_another_game(tmp_path: Path) -> None:
    """Another game plays at the same prompt."""
    arguments = ["play", "--game", "royale", "--players", "3", "--seed", "5", "--first", "p1"]
    with terminal(arguments, tmp_path, (100, 40)) as found:
        found.wait("p1> ")
        found.enter("beer", "P3 drinks")
        found.wait("p1> ")
        found.enter("auto", "P1 to act")
        found.type("move ")
        found.wait("for an action")


def test_bad_usage(tmp_path: Path) -> None:
    """What cannot be is said before anything is drawn, with exit code 2."""
    for arguments in (
        ["play", "--mode", "nonsense"],
        ["play", "--seat", "p9=human"],
        ["play", "--resume", "--seed", "1"],
    ):
        with terminal(arguments, tmp_path) as found:
            assert found.end() == 2
            assert "beachhead play" in found.text
            assert "\x1b[?" not in found.text


def test_interrupting_long_work(tmp_path: Path) -> None:
    """Ctrl-C breaks off a command that takes long, and the game is as it was."""
    with terminal(PEOPLE, tmp_path) as found:
        found.wait("south> ")
        found.enter("bench 100000", "Ctrl-C breaks it off.")
        found.control("c")
        found.wait("Broken off.")
        found.enter("e4", "north> ")


def test_without_a_command(tmp_path: Path) -> None:
    """`beachhead` alone, on a terminal, is the prompt; the first time it offers a shorter game."""
    with terminal([], tmp_path) as found:
        found.wait("yes or no?")
        found.wait("short is over sooner")
        found.enter("yes", "short, set-up")
        found.wait("Tab completes")


@pytest.mark.parametrize("arguments", [[], ["play"], ["play", "--seed", "7"]])
def test_not_a_terminal(arguments: list[str], tmp_path: Path) -> None:
    """If either end is not a terminal it is the plain engine: no prompt, and no escape codes."""
    command = [sys.executable, "-m", "beachhead", *arguments]
    done = subprocess.run(command, input=b"newgame seed=7\nping\n", capture_output=True, check=True, timeout=60)
    assert done.stdout.startswith(b"ready beachhead ")
    assert done.stdout.endswith(b"ok\nok\n")
    assert b"\x1b" not in done.stdout + done.stderr
    assert (b"plain engine" in done.stderr) == bool(arguments)


def test_a_dumb_terminal(tmp_path: Path) -> None:
    """A terminal that cannot move its cursor gets the plain engine."""
    with terminal(PEOPLE, tmp_path, (80, 24), TERM="dumb") as found:
        found.wait("ready beachhead ")
        assert "TERM=dumb is a terminal that cannot move its cursor" in " ".join(found.text.split())
        assert b"\x1b" not in found.written


def test_enter_and_arrows_step_through_a_game(tmp_path: Path) -> None:
    """In the past Enter and the arrow keys step, and another action opens a line beside the game: nothing is lost."""
    with terminal([*PEOPLE, "--record", str(tmp_path / "game.bhr")], tmp_path) as found:
        found.wait("south> ")
        for line, seen in (("e4", "north> "), ("f6", "south> "), ("resign", "North has won (resign)")):
            found.enter(line, seen)
        found.enter("goto 0", "step 0 of 3")
        found.enter("", "step 1 of 3")
        found.type("\x1b[C")
        found.wait("step 2 of 3")
        found.type("\x1b[D")
        found.wait("step 1 of 3")
        found.enter("a1", "North places a block")
        found.enter("main", "step 1 of 3")
        found.enter("next 2", "North has won (resign)")
        found.control("d")
        found.end()
    record = (tmp_path / "game.bhr").read_text().splitlines()
    assert [line for line in record if line.startswith(("setup", "resign"))] == [
        "setup block e4", "setup block f6", "resign"
    ]  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_suspend_and_resume(tmp_path: Path, size: tuple[int, int]) -> None:
    """Ctrl-Z suspends the prompt in a shell, and `fg` goes on with the screen drawn again."""
    with shell(tmp_path, size) as found:
        found.type("$PLAY\r")
        found.wait("south> ")
        found.enter("e4", "north> ")
        found.control("z")
        found.wait("Stopped")
        assert "North to place a block" not in found.text
        found.type("fg\r")
        found.wait(lambda: "North to place a block" in found.text and "completes" in found.text)
        found.enter("f6", "south> ")
