"""Both games in a real pseudo-terminal of three sizes: what a person does from the first key to the last, and what is seen."""

import re
from pathlib import Path

import pytest

from beachhead.engine.games import find_game
from tests.engine.royale.tables import at
from tests.protocol.repl.terminal import Terminal, terminal

SIZES = [(80, 24), (60, 20), (120, 40)]
CASES = [pytest.param(game, size, id=f"{game}-{size[0]}x{size[1]}") for game in ("island", "royale") for size in SIZES]
FIRST = {"island": "south", "royale": "p1"}
OTHER = {"island": "north", "royale": "p2"}
LEFT, RIGHT = "\x1b[D", "\x1b[C"
NEAR = at("", ["c4~beer:dagger,sword", "f4~wine:boots"], "ready", rest="map")


def play(game: str, *options: str, who: str = "human") -> list[str]:
    """The options of a game that always begins in the same way."""
    return ["play", "--game", game, "--seed", "7", "--first", FIRST[game], f"--{OTHER[game]}", who, *options]


def sees(found: Terminal, *texts: str) -> None:
    """Wait until the screen shows all words of some texts, however they are wrapped."""
    words = {word for text in texts for word in text.replace("`", "").split()}
    found.wait(lambda: all(word in found.text for word in words))


def keeps(found: Terminal, *texts: str) -> None:
    """Waits until the screen shows all words of some texts while nothing more is written."""
    words = {word for text in texts for word in text.replace("`", "").split()}

    def is_kept() -> bool:
        before = len(found.written)
        found.read(0.2)
        return len(found.written) == before and all(word in found.text for word in words)

    found.wait(is_kept)


def at_step(found: Terminal, step: int) -> None:
    """Waits until the toolbar names a step."""
    found.wait(lambda: f"step {step} of " in " ".join(found.text.split()))


def ask(found: Terminal, line: str, *texts: str) -> None:
    """Type a line with Enter; wait for words of its answer, and for the board to come back after a long one."""
    found.type(f"{line}\r")
    sees(found, *texts)
    if "any key" in found.text:
        found.type(LEFT)
        found.wait(lambda: "any key" not in found.text)


def drop(found: Terminal, label: str) -> None:
    """Drop the line."""
    found.control("c")
    found.wait(lambda: any(line == label for line in found.lines))


def menu(found: Terminal) -> list[str]:
    """The words of the menu below an empty prompt, from top to bottom."""
    return [line.split()[0] for line in found.lines[found.screen.cursor.y + 1 : -1] if line.startswith(" ")]


@pytest.mark.parametrize(("game", "size"), CASES)
def test_before_enter(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """The toolbar and the menu agree on half-typed words, and what a player needs comes first."""
    label = f"{FIRST[game]}>"
    with terminal(play(game), tmp_path, size) as found:
        found.wait(label)
        sees(found, "auto places the rest for you")
        for half in ("s", "se", "SE", "setup"):
            found.type(half)
            sees(found, "goes on: setup" if half != "setup" else "goes on:")
            assert "expected" not in found.text
            assert "did you mean" not in found.text
            drop(found, label)
        found.type("blubb")
        sees(found, "expected an action or a command, got 'blubb'")
        drop(found, label)
        found.type("\t")
        found.wait(lambda: "hint" in menu(found) or len(menu(found)) > 2)
        shown = [word for word in menu(found) if word != "setup"]
        assert menu(found)[0] == "setup"
        assert shown == ["hint", "undo", "help", "threats", "eval", "auto", "redo", "why"][: len(shown)]
        drop(found, label)
        found.enter("?", "To play")
        sees(found, "hint undo auto", "For programmers" if size != (60, 20) else "To look back")
        found.enter("rules", "Enter: more")
        first = found.text
        found.type("\r")
        found.wait(lambda: "rules" not in found.text and found.text != first)


@pytest.mark.parametrize(("game", "size"), CASES)
def test_a_game_and_its_record(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Stepping and trying lose nothing; questions come before a game is left; the record keeps everything."""
    label, other = f"{FIRST[game]}>", f"{OTHER[game]}>"
    different = {"island": "l12", "royale": "mixed"}[game]
    with terminal(play(game), tmp_path, size) as found:
        found.wait(label)
        ask(found, "auto", other)
        found.wait(other)  # with two people everybody places only what is theirs
        ask(found, "undo", label)
        found.wait(lambda: "step" in found.text)
        ask(found, "redo", other)
        ask(found, "auto", label)  # `undo` has given the set-up back
        found.wait(label)
        ask(found, "auto", "urn 1")
        ask(found, "history", "0 set-up")
        ask(found, "legal", "move")
        assert "ok " not in found.text
        ask(found, "newgame", "yes or no?")
        ask(found, "no", "The game goes on.")
        found.type("RESIGN\r")
        keeps(found, "wins", "Summary:", "rematch")
        if "any key" in found.text:
            found.type(LEFT)
        found.type("\t")
        found.wait(lambda: "newgame" in menu(found))
        assert menu(found)[:2] == ["newgame", "rematch"]
        drop(found, ">")
        ask(found, "goto 0")
        at_step(found, 0)
        ask(found, "next 2")
        at_step(found, 2)
        ask(found, "")
        at_step(found, 3)
        for key, step in ((LEFT, 2), (RIGHT, 3), (LEFT, 2), (LEFT, 1), (LEFT, 0)):
            found.type(key)
            at_step(found, step)
        ask(found, different, "variation a")
        ask(found, "variations", "main", "from step 0:", "(here)")
        ask(found, "main", "step 0 of")
        ask(found, f"save {tmp_path / 'x'}", "Saved as")
        record = (tmp_path / "x.bhr").read_text()
        assert re.search("#: variation a [0-9]+ setup", record)
        assert record.splitlines()[-1].startswith("expect result ")
        assert [f'header {key} "' in record for key in ("date", "seed", "dice", "result", "reason")] == [True] * 5
        ask(found, f"load {tmp_path / 'x.bhr'}", "yes or no?")
        ask(found, "yes", "The game is over.")
        ask(found, "result", "wins")
        ask(found, "analyse", "seat", "result", "luck", "skill")
        ask(found, "rematch", "set-up" if game == "island" else "to name a drink", label)


@pytest.mark.parametrize(("game", "size"), CASES)
def test_the_tutorial(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Every answer in the lessons can be read, a refusal goes when something else is asked, and what ends them stays."""
    lessons = find_game(game).show.lessons
    with terminal(play(game), tmp_path, size) as found:
        found.wait(f"{FIRST[game]}>")
        found.type("tutorial\r")
        sees(found, lessons[0].tasks[0].text, "lesson>")
        ask(found, "blubb", "got 'blubb'")
        ask(found, "why not resign", "It is legal.")
        ask(found, "rules 1", "Rule 1,")
        ask(found, "help resign", "resign")
        ask(found, "hint", f"Try {lessons[0].tasks[0].wants}")
        found.wait("lesson> ")
        done = lessons[0].tasks[0]
        for task in [task for lesson in lessons for task in lesson.tasks][1:]:
            found.type("next\r")
            keeps(found, task.text, done.praise if size != (60, 20) else "")
            done = task
        found.type("next\r")
        sees(found, "Back to your game.")
        keeps(found, "That was the tutorial.", done.praise)


@pytest.mark.parametrize(("game", "size"), CASES)
def test_the_opponent_comes_back(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """A saved game has its bots and dice when it is loaded; `auto` is taken back at once; a built-in bot has a short name."""
    label = f"{FIRST[game]}>"
    bot = "builtin:random --seed 1"
    with terminal(play(game, who=bot), tmp_path, size) as found:
        found.wait(label)
        ask(found, "auto", "urn 1", label)
        ask(found, f"save {tmp_path / 'x'}", "Saved as")
        ask(found, "undo", "step 0 of")
        ask(found, f"load {tmp_path / 'x.bhr'}", "yes or no?")
        ask(found, "yes", "urn 1")
        ask(found, "seat", f"{OTHER[game]}: {bot}")
        ask(found, f"seat {OTHER[game]} greedy", f"{OTHER[game]}: builtin:greedy")
        assert f'header bot.{OTHER[game]} "{bot}"' in (tmp_path / "x.bhr").read_text()


@pytest.mark.parametrize("size", SIZES)
def test_the_analysis_board_of_royale(size: tuple[int, int], tmp_path: Path) -> None:
    """Who can be attacked, what an action risks and the chances are told, and a game that is over can be looked through."""
    with terminal(play("royale"), tmp_path, size) as found:
        found.wait("p1>")
        ask(found, f"position royale {NEAR}", "urn 9")
        ask(found, "threats", "Nobody is in danger")
        ask(found, "threats on", "Dangers are marked with !")
        found.type("move d3")
        sees(found, "! P2 can reach P1 and attack")
        drop(found, "p1>")
        ask(found, "hint 2", "1 2", "%")
        ask(found, "eval", "P1 wins with", "best is")
        ask(found, "hint", "Hint:")
        ask(found, "resign", "Summary: 9 turns")
        ask(found, "analyse", "chances of P1, turn by turn:")
        ask(found, "goto 0", "step 0 of 1")


@pytest.mark.parametrize(("game", "size"), CASES)
def test_no_place_to_keep_a_game(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """If the state folder cannot be written, that is said at the start, and the game can be saved elsewhere."""
    (tmp_path / "file").touch()
    with terminal(play(game), tmp_path / "file", size) as found:
        found.wait(f"{FIRST[game]}>")
        sees(found, "cannot be kept", "save FILE")
        ask(found, "auto", f"{OTHER[game]}>")
        ask(found, f"save {tmp_path / 'x'}", "Saved as")
        assert (tmp_path / "x.bhr").exists()


@pytest.mark.parametrize("size", SIZES)
def test_the_first_start(size: tuple[int, int], tmp_path: Path) -> None:
    """The very first time a shorter game is offered, and the next time it is not."""
    with terminal(["play"], tmp_path, size) as found:
        sees(found, "Your first game? short", "yes or no?")
        ask(found, "yes", "short, set-up" if size != (60, 20) else "short", "to place")
        found.control("d")
    with terminal(["play"], tmp_path, size) as found:
        sees(found, "to place a block", "auto places the rest")
        assert "first game" not in found.text
