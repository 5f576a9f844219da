"""The analysis board: dangers, the best actions, chances, an analysed game, and the summary at its end."""

import pytest

from beachhead.engine.values import RESIGN
from beachhead.protocol.page.curve import Judged, Verdict
from beachhead.protocol.repl.analysis import Choice, by_turn, decisive_turn, risks
from beachhead.protocol.repl.commands import Commands
from tests.protocol.repl.scenes import ACT, BLOCKS, OVER, ROLL, desk, scene, text

# South has a soldier on d2, which a 4 would bring before the tank on d10, and a jeep on i1.
EXPOSED = "12/12/3ts8/12/12/12/12/12/12/12/3Sn8/8Jn3 c:..... j:..... 0+0 south act:4 1"
PLAYED = ("turn e2 left", "end", "3", "move k11", "end", "2", "turn i6 left", "resign")  # South gives up in turn 3


def said(place: Commands, *lines: str) -> str:
    """What is said to the last of some lines."""
    for line in lines[:-1]:
        place.handle(line)
    return text(place.handle(lines[-1]))


def ranked(game, state, seat, count):  # type: ignore[no-untyped-def]
    """Rank all legal actions by their texts, each a little worse than the one before."""
    actions = sorted(game.legal(state), key=str)[:count]
    return [Choice(action, 0.6 - number / 10) for number, action in enumerate(actions)]


def judged(timeline, has_costs):  # type: ignore[no-untyped-def]
    """Judge a game: South was lucky with its 2, and gave up too early; its turn cost nothing."""
    moments = timeline.moments()
    roll = next(at for at, moment in enumerate(moments) if str(moment.action) == "roll 2")
    resigned = next(at for at, moment in enumerate(moments) if moment.action is RESIGN)
    chances = [(0.5, 0.5) if at < roll else (0.7, 0.3) for at in range(len(moments) - 1)] + [(0.0, 1.0)]
    cost = {resigned: Judged(cost=0.7, best="end")} if has_costs else {}
    return Verdict(chances, {roll: Judged(luck=(0.2, -0.2)), **cost})


def test_threats_in_words() -> None:
    """`threats` tells who is in danger and from whom, which numbers nobody can play, and which blocks endanger whom."""
    words = said(desk(ACT), "threats")
    assert "! nobody of South's can play a 4 or 5: one roll in three loses a character (rule 1a)" in words
    assert (
        "! the block on i8 (50 % live) endangers North's soldier h9 and North's soldier j8: can be set off by" in words
    )
    assert "`" not in words
    assert "there is no game yet" in said(desk(), "threats")
    assert "Nobody is in danger" in said(desk(BLOCKS), "threats")


def test_threats_on_the_board() -> None:
    """`threats on` marks those in danger on the board until `threats off`, and where they are after a considered action."""
    place = desk(ACT)

    def board(preview: str = "") -> str:
        action = place.room.game.canonical(preview) if preview else None
        return text(place.board.picture((80, 24), action))

    assert "!" not in board()
    assert "marked with !" in said(place, "threats on")
    assert " 9  ·  ·  ·  ·  ·  ·  ·!s↓" in board()
    assert board().count("!s↓") == 2
    said(place, "threats off")
    assert "!s" not in board()


def test_what_a_considered_action_risks() -> None:
    """The risks of an action are the likely dangers after it, and only those that are not there before it if that is asked."""
    where = scene(EXPOSED)
    ahead, left = where.game.canonical("move d2 d6"), where.game.canonical("turn d2 d5 left")
    assert ahead is not None
    assert left is not None
    hit = "South's soldier d6 can be hit by tank d10 now"
    assert risks(where, ahead) == risks(where, ahead, is_new=False) == [hit]
    assert hit not in risks(where, left)
    assert risks(scene(ROLL), left) == []


def test_the_best_actions() -> None:
    """`hint N` lists N actions with their chances and what each risks; what all of them risk is told once."""
    lines = said(desk(EXPOSED, rank=ranked), "hint 3").splitlines()
    assert lines[0].split()[:5] == ["1", "60", "%", "move", "d2"]
    assert lines[1].strip() == "South's soldier d6 can be hit by tank d10 now"
    assert [line.split()[1] for line in lines if line[:4].strip().isdigit()] == ["60", "50", "40"]
    cornered = EXPOSED.replace("12/12/12/12/12/12/12/3Sn8", "12/12/ss11/12/Sw11/12/12/3Sn8")
    words = said(desk(cornered, rank=ranked), "hint 2")
    assert words.count("soldier a5 can be hit") == 1
    assert words.splitlines()[-1] == "in any case: South's soldier a5 can be hit by soldier a7 now"


@pytest.mark.parametrize(
    ("position", "line", "words"),
    [
        (ACT, "eval", "South wins with 60 %, North with 40 %; best is move e2 e5."),
        (ACT, "eval", "! nobody of South's can play a 4 or 5"),
        (ACT, "hint 0", "expected 1 to 20 actions"),
        (ACT, "hint 99", "expected 1 to 20 actions"),
        (ROLL, "hint 3", "no decision is due: the dice come first"),
        (OVER, "eval", "the game is over: analyse shows what it turned on"),
        (None, "eval", "there is no game yet"),
    ],
)
def test_chances(position: str | None, line: str, words: str) -> None:
    """`eval` tells the chances of the seats if the best is done; if no decision is due, both say so."""
    assert words in said(desk(position, rank=ranked), line)


def test_nobody_to_ask() -> None:
    """Without somebody who can compare actions, or for a position that nobody can judge, that is said."""
    assert "nobody at this table who can compare" in said(desk(ACT), "eval")
    assert "nobody at this table can compare actions here" in said(desk(ACT, rank=lambda *_: []), "hint 2")
    assert "nobody at this table can judge" in said(desk(ACT, rank=lambda *_: []), "eval")
    assert "it is north's turn" in said(desk(ACT.replace("south", "north"), rank=ranked, who={"north": "true"}), "eval")


def test_analyse_leads_to_the_costly_decisions() -> None:
    """`analyse` shows the accounts and the curve; its `goto` leads to where the costly decision was due."""
    place = desk(ACT, analyse=judged)
    words = said(place, *PLAYED, "analyse")
    assert [line.split() for line in words.splitlines()[:3]] == [
        ["seat", "result", "luck", "skill", "costs"],
        ["South", "0", "%", "+20", "%", "-70", "%", "-70", "%"],
        ["North", "100", "%", "-20", "%", "+70", "%", "+0", "%"],
    ]
    assert "\n100 %\n" in words
    costly = next(line for line in words.splitlines() if "better: end" in line)
    assert costly.split()[:5] == ["goto", "7", "turn", "3", "south"]
    place.handle("goto 7")
    assert place.room.situation.actor == "south"
    assert "resign" in said(place, "next", "history").splitlines()[-1]
    lucky = next(line for line in words.splitlines() if "roll 2" in line)
    assert lucky.split()[:2] == ["goto", "6"]
    assert lucky.endswith("+20 %")


def test_analyse_tells_every_roll() -> None:
    """Below the summary stand the luck added up as a curve, and every turn with the luck of its rolls and its mistakes."""
    words = said(desk(ACT, analyse=judged), *PLAYED, "analyse")
    curve = words.split("luck of South, added up turn by turn:\n")[1].splitlines()
    assert curve[0] == "+20 %   █"
    assert curve[4] == "-20 % ███"
    turns = words.split("every roll and what it changed")[1].splitlines()[1:]
    assert turns == ["goto 5    turn 3    roll 2: South +20 %;  South resign ?? -70 %"]


def test_analyse_of_a_game_without_luck() -> None:
    """Without rolls and mistakes there is neither a curve of luck nor a table of turns."""
    words = said(desk(ACT, analyse=lambda *_: Verdict([(0.5, 0.5)] * 2, {})), "resign", "analyse")
    assert "luck of" not in words
    assert "every roll" not in words


def test_analyse_is_for_games_that_are_over() -> None:
    """Before the end `analyse` is refused, and for a game that nobody can judge."""
    assert "the game is not over" in said(desk(ACT, analyse=judged), "analyse")
    assert "nobody at this table" in said(desk(ACT), "analyse")
    assert "cannot be analysed" in said(desk(ACT, analyse=lambda *_: None), "resign", "analyse")


def test_the_summary() -> None:
    """At the end stand the length, the losses by cause, the luck and the decisive turn, and what can be done next."""
    place = desk(ACT, analyse=judged)
    said(place, "shoot i6", "reveal i8 live", "turn e2 left", "end", "3", "move k11", "end", "2", "resign")
    assert place.room.has_ended
    words = text(place.room.sum_up())
    assert not place.room.has_ended
    assert "Summary: 3 turns, 6 decisions." in words
    assert "North lost: blocks 2." in words
    assert "Luck: South +20 %, North -20 %." in words
    assert "The decisive turn was 3: North's chances went from 50 % to 100 % (goto 7)." in words
    assert "rematch plays again" in words


def test_no_summary_of_a_game_that_goes_on() -> None:
    """After the last action has been taken back there is nothing to sum up, and no turn was decisive."""
    place = desk(ACT, analyse=judged)
    said(place, "resign", "undo")
    assert place.room.sum_up() == []
    assert decisive_turn(place.room.table.timeline, Verdict([(0.5, 0.5)], {})) == []


def test_chances_by_turn() -> None:
    """The curve has a seat's chances at the beginning of every turn, and the result."""
    place = desk(ACT, analyse=judged)
    said(place, *PLAYED)
    timeline = place.room.table.timeline
    assert by_turn(timeline, judged(timeline, False), 0) == [(1, 0.5), (2, 0.5), (3, 0.5), (4, 0.0)]
