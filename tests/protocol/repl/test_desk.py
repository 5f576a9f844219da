"""A desk without a terminal: what lines do, and what is said to them."""

import random
from pathlib import Path

import pytest

from beachhead.engine.games import NAMES, find_game
from beachhead.grammar.sample import sample
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.known import Known
from beachhead.protocol.repl.play import enter
from beachhead.protocol.repl.setting import Setting
from tests.protocol.repl.scenes import ACT, AFTER, BLOCKS, OVER, ROLL, ZERO, desk, draft, first_legal, text


def said(place: Commands, *lines: str) -> str:
    """What is said to the last of some lines."""
    for line in lines[:-1]:
        place.handle(line)
    return text(place.handle(lines[-1]))


# position, lines, a part of what is said to the last one
SAID = [
    (ACT, ["move e2"], "South moves from e2 to e5."),
    (ACT, ["m e2"], "South moves from e2 to e5."),
    (ACT, ["e2 l"], "South turns left after going from e2 to e4."),
    (ACT, ["m i6"], "the block on i8 is in the way"),
    (ACT, ["mvoe"], "column 1: expected"),
    (ACT, ["why not end"], "rule 15, Moving is a must: If one of your characters can move"),
    (ACT, ["why not end"], "rule 15: a move is possible and must be made: move e2 e5"),
    (ACT, ["why not move e2"], "It is legal. move e2 e5: tank e2 to e5, lands on a block: 50 % live"),
    (ACT, ["explain move e2"], "It is legal."),
    (ACT, ["rules 10"], "Rule 10, Crossfire. Characters between the shooter and its target"),
    (ACT, ["rules"], "10        Crossfire"),
    (ACT, ["rules 99"], "'99' is not a rule of Battle for the Island: rules lists them"),
    (ACT, ["help shoot"], "The character hits the square at its range"),
    (ACT, ["help"], "To play: hint undo auto"),
    (ACT, ["help"], "For programmers: bench expect explain forfeit header hello perft ping position state stop."),
    (ACT, ["HELP AUTO"], "Places the rest of your set-up."),
    (ACT, ["rules r1"], "Rule R1, "),
    (ACT, ["undo 2 #"], "there is nothing of yours"),
    (BLOCKS, ["blubb"], "column 1: expected an action or a command, got 'blubb'"),
    (ACT, ["help auto"], "Places the rest of your set-up."),
    (ACT, ["help zzz"], "there is no help on 'zzz'"),
    (ACT, ["hint"], "Hint: move e2 e5  tank e2 to e5, lands on a block: 50 % live"),
    (ACT, ["legal"], "turn e2 e4 right  tank e2 to e4, turns right"),
    (ACT, ["legal turn"], "turn e2 e4 left   tank e2 to e4, turns left\nturn e2 e4 right"),
    (ACT, ["legal nonsense"], "'nonsense' is not a kind of action"),
    (ACT, ["state"], f"state {ACT}"),
    (ACT, ["board"], "South to act: die 3"),
    (ACT, ["result"], "The game goes on."),
    (ACT, ["@5 ping"], "@5 ok"),
    (ACT, ["perft 1"], "ok 4"),
    (ACT, ["move e2", "undo", "state"], f"state {ACT}"),
    (ACT, ["move e2", "undo", "redo"], "South moves from e2 to e5."),
    (ACT, ["undo"], "there is nothing of yours to take back"),
    (ACT, ["move e2", "history"], "   0  turn 1    south  move e2 e5"),
    (ACT, ["resign"], "North wins, 17 points: the other side has given up."),
    (ACT, ["resign", "move e2"], "the game is over: rematch plays it again"),
    (ACT, ["forfeit south crash"], "South is taken out of the battle (crash)."),
    (ACT, ["seat"], "south: human\nnorth: human"),
    (ACT, ["seat west human"], "'west' is not a seat: expected south or north"),
    (ACT, ["go"], "There is no bot"),
    (ACT, ["auto"], "auto is for the set-up"),
    (ACT, ["goto 3"], "this is step 0 of 0"),
    (ACT, ["answer 3 end"], "only a seated bot"),
    (AFTER, ["e"], "Turn 2: North."),
    (ZERO, ["r 3", "4"], "The die shows 4."),
    (ROLL, ["3"], "The die shows 3."),
    (ROLL, ["hint"], "no decision is due"),
    (BLOCKS, ["e4", "e5"], "rule setup: column e has a block already"),
    (OVER, ["hint"], "the game is over"),
    (ACT, ["tutorial 9"], "there are 5 lessons: tutorial 1 to 5"),
    (ACT, ["load nowhere.bhr"], "nowhere.bhr cannot be read: No such file or directory"),
    (ACT, ["dice auto", "move e2"], "The block on e5 is"),
    (None, ["move e2"], "there is no game yet"),
    (None, ["auto"], "there is no game yet"),
    (None, ["seat"], "there is no game yet"),
    (None, ["board"], "there is no game yet"),
    (None, ["newgame royale players=3 seed=1"], "Battle Royale, standard. p1: human, p2: human, p3: human. Seed 1."),
    (None, ["newgame nonsense"], "nonsense"),
]


@pytest.mark.parametrize(("position", "lines", "words"), SAID)
def test_lines(position: str | None, lines: list[str], words: str) -> None:
    """Every line is answered in words for people."""
    assert words in said(desk(position), *lines)


@pytest.mark.parametrize(
    "line", ["hello 1", "newgame blitz", "bench 1", f"position island {ACT}", "expect legal 4", "info x"]
)
def test_the_protocol_works(line: str) -> None:
    """Lines of the protocol do at the prompt what they do elsewhere, and leave a game that can be gone on with."""
    place = desk(ACT)
    place.handle(line)
    assert not place.is_over
    assert "state " in said(place, "state")


def test_quit() -> None:
    """`quit` leaves."""
    place = desk(ACT)
    assert place.handle("quit") == []
    assert place.is_over


def test_auto_places_what_is_left() -> None:
    """`auto` does the rest of the set-up of whose turn it is, not of another person, and says what it did."""
    calls: list[str] = []
    place = desk(adviser=first_legal(calls))
    place.handle("newgame seed=1 first=south")
    place.handle("auto")
    assert place.room.situation.actor == "north"
    assert calls == ["south"]
    place.handle("l12")
    assert calls == ["south", "south"]
    words = said(place, "auto")
    assert "auto has placed 29: setup block" in words
    assert not place.room.situation.is_setup
    assert "auto is for the set-up" in said(place, "auto")


def test_undo_takes_back_what_auto_placed() -> None:
    """One `undo` takes back all that `auto` has placed."""
    place = desk()
    place.handle("newgame seed=1 first=south")
    place.handle("setup block e4")
    before = said(place, "state")
    place.handle("auto")
    place.handle("auto")
    assert not place.room.situation.is_setup
    place.handle("undo")
    assert said(place, "state") == before


def test_auto_waits_for_dice() -> None:
    """With manual dice `auto` goes on once the dice have been told."""
    place = desk()
    place.handle("newgame dice=manual")
    place.handle("auto")
    assert place.room.situation.actor == "chance"
    assert "South places a block on a1." in said(place, "3", "2")
    assert "auto has placed 30" in said(place, "auto")


def test_auto_end() -> None:
    """With `auto end` a turn ends when nothing else can be done, and only then."""
    place = desk(ACT.replace("8Sn3", "12"), is_auto_end=False)
    place.handle("dice manual")
    assert "A turn ends" in said(place, "auto end")
    assert "Turn 2: North." in said(place, "e2 left")
    assert "You end your turns" in said(place, "auto end off")


def test_forced() -> None:
    """A single action that is left is known as such; resigning does not count."""
    assert desk(AFTER.replace("8Sn3", "12")).room.situation.forced is not None
    assert desk(ACT).room.situation.forced is None
    assert desk(ROLL).room.situation.forced is None
    assert desk(OVER).room.situation.forced is None


def test_save_load_and_steps(tmp_path: Path) -> None:
    """A saved game loads as a record that can be stepped through, and played on from anywhere."""
    place = desk()
    place.handle("newgame seed=5 first=south")
    place.handle('header Event "a \\"quoted\\" day"')
    place.handle("auto")
    place.handle("auto")
    file = tmp_path / "one"
    assert f"Saved as {file}.bhr." in said(place, f"save {file}")
    assert "there is a file" in said(place, f"save {file}")
    state = said(place, "state")
    other = desk()
    words = said(other, f"load {file}")
    assert 'Event: a "quoted" day' in words
    assert "Step 30 of 30" in words
    assert said(other, "state") == state
    assert "Step 0 of 30." in said(other, "goto 0")
    assert "South places a block" in said(other, "next")
    assert "Step 3 of 30." in said(other, "next 2")
    assert "Step 2 of 30." in said(other, "back")
    assert "this is step 2 of 30" in said(other, "next 100")
    assert "this is step 2 of 30" in said(other, "back 3")
    other.handle("goto 30")
    assert said(other, "state") == state
    other.handle("goto 0")
    assert "South places a block on l1." in said(other, "l1")
    assert "this is step 1 of 1" in said(other, "next")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no game"),
        (b"newgame\nmvoe\n", "line 2: column 1"),
        (b"newgame\nbench 100000\n", "line 2: no line of a record"),
        (b"newgame island standard first=south dice=manual\nmove a1 a2\n", "line 2: illegal phase"),
        (b"newgame\n\xff\xfe\n", "line 2: byte 1 is not UTF-8"),
        (b"newgame\n\x1b[2J\n", "line 2: column 1: control character 0x1b"),
        (b"newgame nonsense\n", "line 1: argument 'nonsense'"),
    ],
)
def test_bad_records(tmp_path: Path, content: bytes, words: str) -> None:
    """A file that is not a record is refused with the line, and the game on the table stays."""
    file = tmp_path / "bad.bhr"
    file.write_bytes(content)
    place = desk(ACT)
    assert words in said(place, f"load {file}")
    assert said(place, "state") == f"state {ACT}"


def test_record_option(tmp_path: Path) -> None:
    """The record that was asked for is written when the game is over."""
    file = tmp_path / "game.bhr"
    place = desk(ACT, record=str(file))
    assert f"The record is in {file}." in said(place, "resign")
    assert file.read_text(encoding="utf-8").splitlines()[-1] == "expect result north resign 0 17"
    assert "cannot be written" in said(desk(ACT, record=str(tmp_path / "no" / "x")), "resign")


def test_hostile_headers(tmp_path: Path) -> None:
    """No code of a record's reaches what is shown: such a record is refused."""
    file = tmp_path / "evil.bhr"
    file.write_text('newgame\nheader Event "\x1b[2J"\n', encoding="utf-8")
    assert "control character" in said(desk(), f"load {file}")


def test_views() -> None:
    """One person sees with its own eyes, several with those of whose turn it is, a record is seen whole."""
    place = enter(Setting(find_game, who={"p1": "human", "p2": "human"}))
    place.handle("newgame royale seed=1 first=p1")
    assert place.board.viewer == "p1"
    place.handle("beer")
    assert place.board.viewer == "p2"
    alone = desk(ACT, who={"north": "builtin:random"})
    assert alone.board.viewer == "south"
    nobody = desk(ACT, who={"south": "builtin:random", "north": "builtin:random"})
    assert nobody.board.viewer is None


def test_hidden_means_hidden() -> None:
    """Between two people at one keyboard the screen is covered, and `state` shows what the one at the keyboard sees."""
    place = enter(Setting(find_game, adviser=first_legal(), who={"p1": "human", "p2": "human"}))
    place.handle("newgame royale seed=1 first=p1 players=2")
    assert not place.board.is_covered
    for _ in range(40):
        actor = place.room.situation.actor
        assert actor is not None
        game, state = place.room.game, place.room.table.timeline.state
        assert said(place, "state") == f"state {game.view(state, actor)}"
        if place.board.is_covered:
            break
        place.handle(place.room.situation.actions[0][1].text)
        game, state = place.room.game, place.room.table.timeline.state
        assert place.board.is_covered == (
            place.room.situation.actor != actor
            and game.show.scene(state, seat="p1").trays != game.show.scene(state, seat="p2").trays
        )
        if place.board.is_covered:
            shown = text(place.board.picture((80, 24)))
            assert "it is your turn" in shown
            assert len(shown.splitlines()) < 5
            place.board.uncover()
            assert len(text(place.board.picture((80, 24))).splitlines()) > 5


def test_a_bot_by_its_name() -> None:
    """`seat` takes the bare name of a built-in bot."""
    place = desk(ACT, bots=("greedy",))
    assert said(place, "seat north greedy") == "north: builtin:greedy"
    assert place.room.seating.opponents["north"].name == "builtin:greedy"


def test_news_begin_with_the_last_decision() -> None:
    """What stands beside the board is all that has happened since the person decided last."""
    place = desk(ACT)
    place.handle("dice manual")
    place.handle("turn e2 left")
    place.handle("end")
    assert text(place.board.told()[:1]) == "South ends the turn."


def test_scene_is_kept() -> None:
    """As long as nothing changes the scene is the same object, so that nothing is found twice."""
    place = desk(ACT)
    first = place.room.situation
    place.handle("state")
    assert place.room.situation is first
    place.handle("m e2")
    assert place.room.situation is not first


@pytest.mark.parametrize("name", NAMES)
def test_any_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is typed, the desk answers, the menu and the verdict have something to say, and the board can be drawn."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(5)
    place = desk()
    known = Known(place.room, ("greedy",))
    place.handle(f"newgame {name} seed=1 dice=manual")
    for _ in range(700):
        if rng.random() < 0.5 and place.room.situation.actions:
            line = rng.choice(place.room.situation.actions)[1].text
        else:
            line = sample(f"{name}_short", rng.randrange)
            line = line[: rng.randrange(len(line) + 1)] if rng.random() < 0.3 else line
        if (
            draft(place.room.situation).kind(line) in ("save", "load", "seat", "bench", "perft", "quit", "newgame")
            or line == "resign"
        ):
            continue
        typed = draft(place.room.situation, known)
        verdict = typed.verdict(line)
        assert "".join(part for _, part in typed.painted(line)) == line
        typed.offered(line)
        assert place.board.picture((80, 24), verdict.action)
        place.handle(line)


def test_what_ends_by_itself_stays_taken_back() -> None:
    """With `auto end` an undo goes to what was decided, and no turn ends by itself in the past."""
    place = desk(ZERO.replace("zero", "act:3"), is_auto_end=True)
    before = said(place, "state")
    assert "South ends the turn." in said(place, "move k2")
    end = said(place, "state")
    said(place, "undo")
    assert said(place, "state") == before
    said(place, "redo")
    assert said(place, "state") == end
    said(place, "back")
    assert [action.text for _, action in place.room.situation.actions] == ["end", "resign"]
    said(place, "next")
    assert said(place, "state") == end


def test_the_same_answer_twice_is_shown_once() -> None:
    """A line that is refused again and again does not fill the space beside the board."""
    place = desk(ACT)
    for _ in range(3):
        place.handle("move i6")
    assert text(place.board.told()).count("is in the way") == 1
    place.handle("move d2")
    place.handle("move i6")
    assert text(place.board.told()).count("is in the way") == 2


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_the_board_is_as_wide_as_the_screen(columns: int) -> None:
    """What `board` writes is not torn: no line is wider than the screen, and it uses the width that is there."""
    place = desk(ACT)
    place.board.columns = columns
    widest = max(map(len, text(place.handle("board")).splitlines()))
    assert widest <= columns
    assert (widest > 60) == (columns >= 80)  # what stands beside the map, or below it
