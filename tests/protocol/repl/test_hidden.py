"""Hidden means hidden: nothing at the prompt shows cards that the person at the keyboard may not see."""

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.repl.commands import Commands
from beachhead.protocol.repl.draft import Draft
from beachhead.protocol.repl.known import Known
from beachhead.protocol.repl.play import enter
from beachhead.protocol.repl.room import Setting
from beachhead.protocol.repl.toolbar import about
from beachhead.protocol.table import Table
from tests.engine.royale.tables import at
from tests.protocol.repl.scenes import first_legal, text

SECRETS = ("crown", "jester")  # what only p2 knows that it holds
PLAYERS = ["d4:boots,boots,sword", "e4:sword,dagger,dagger:crown,jester", "e5"]
THEIRS = at("a4:eagle b4:shackles", PLAYERS, "start", side="p2", mover="p2")
OURS = at("a4:eagle b4:shackles", PLAYERS)
OURS_DEAD = at("a4:eagle b4:shackles d4:bulwark", ["d4x:boots", *PLAYERS[1:]], "retreat")
EQUIP = at("a4:eagle b4:shackles", ["d4:boots", "e4:sword,dagger:crown,jester", "e5"], "equip", side="p2", mover="p2")
OVER = at("", PLAYERS, "over:p2", side="-", mover="-", turn=61)


def place(position: str, **who: str) -> Commands:
    """A prompt at a position, with bots at the seats for which nobody is named."""
    table = Table()
    table.set_position("royale", position)
    return enter(Setting(find_game, first_legal(), who=dict(who), opponent="builtin:random"), table)


def said(at: Commands, *lines: str) -> str:
    """What people are told for some lines."""
    return "\n".join([text(at.handle(line)) for line in lines])


def all_that_is_shown(at: Commands, *typed: str) -> str:
    """The board, the toolbar, the menu and the verdict for some beginnings of lines."""
    draft = Draft(lambda: at.room.situation, Known(at.room, ()))
    shown = [text(at.board.picture(size)) for size in ((80, 24), (120, 40), (60, 20))]
    shown += [about(at.room, True)[1], text(at.board.told()), text(at.board.told(short=True))]
    for line in typed:
        shown.append(draft.verdict(line).text)
        shown += [f"{offer.text} {offer.words}" for offer in draft.offered(line).found if offer.action is not None]
    return "\n".join(shown)


QUESTIONS = (
    "state", "state p2", "state p3", "board", "history", "legal", "legal swap", "hint", "explain swap crown sword",
    "why not equip crown",
    "why not swap jester dagger", "@1 state", "@1 board", "@1 state p2", "@1 legal", "expect state x", "expect legal 3",
    "expect error illegal state", "perft 1", "result", "eval", "hint 3", "threats", "swap crown sword",
    "equip crown", "variations", "seat",
)  # fmt: skip


@pytest.mark.parametrize("position", [THEIRS, OURS, EQUIP], ids=["theirs", "ours", "equip"])
@pytest.mark.parametrize("is_stopped", [False, True])
def test_a_bot_keeps_its_secret(position: str, is_stopped: bool) -> None:
    """Whatever is asked while a bot thinks, or is stopped, or in one's own turn: its reserve is not told."""
    table = place(position, p1="human")
    if is_stopped:
        table.room.seating.stop()
    before = table.room.table.timeline
    for line in QUESTIONS:
        answer = said(table, line)
        told = "\n".join(part for part in answer.splitlines() if line not in part)
        assert not any(secret in told.replace("no active crown", "") for secret in SECRETS), (line, answer)
        assert table.room.table.timeline is before, line
    shown = all_that_is_shown(table, "", "s", "swap ", "equip ", "e")
    assert not any(secret in shown for secret in SECRETS), shown
    assert f"state {table.room.game.view(before.state, 'p1')}" in said(table, "state")


def test_its_seat_can_be_taken() -> None:
    """Who takes the seat of a bot sees its cards, after a cover; a stopped bot is not played for."""
    table = place(THEIRS, p1="human")
    table.room.seating.stop()
    assert "p2 holds cards that you may not see" in said(table, "end")
    assert "`seat p2 human`" in about(table.room, True)[1]
    assert table.board.viewer == "p1"
    table.handle("seat p2 human")
    assert table.board.is_covered
    table.board.uncover()
    assert "crown" in all_that_is_shown(table, "swap ")
    assert said(table, "end") == "P2 ends the turn."


def test_nothing_is_hidden_when_all_is_over() -> None:
    """After the end everybody sees everything."""
    table = place(OVER, p1="human", p2="human")
    assert "crown" in said(table, "state")
    assert "crown" in said(table, "state p1")


def test_people_at_one_keyboard() -> None:
    """The screen is covered between people, also when one decides in the other's turn; while it is covered nothing is shown."""
    table = place(OURS.replace("4:alive", "4:alive", 1), p1="human", p2="human", p3="human")
    assert table.board.viewer == "p1"
    table.board.uncover()
    assert "crown" not in all_that_is_shown(table, "", "s")
    table.handle("hint")
    assert "Hint" in text(table.board.told())
    table.handle("end")
    assert table.board.viewer == "p2"
    assert table.board.is_covered
    assert "crown" not in text(table.board.picture((80, 24)))
    table.board.uncover()
    assert "Hint" not in text(table.board.told())  # that was the other one's
    assert "crown" in all_that_is_shown(table, "swap ")
    assert "forbidden" not in said(table, "state")
    table.handle("end")
    assert table.board.is_covered
    assert "crown" not in all_that_is_shown(table, "", "s")


def test_dice_by_hand() -> None:
    """While people throw the dice and pick cards themselves, the board is that of the one who throws or picks."""
    duel = at("a4:eagle b4:shackles", ["d4:boots", "d4:sword,dagger:crown,jester", "e5"])
    table = place(duel, p1="human", p2="human", p3="human")
    table.handle("dice manual")
    table.board.uncover()
    assert table.board.viewer == "p1"
    said(table, "attack p2", "roll 6 1", "roll 6 1")
    assert "crown" not in all_that_is_shown(table, "", "roll ", "pick ")
    said(table, "roll 6 1")
    assert table.board.viewer == "p2"  # who lies down
    assert table.board.is_covered
    table.board.uncover()
    said(table, "retreat e4")
    assert table.room.situation.actor == "chance"
    assert [words[0] for words, _ in table.room.situation.actions] == ["pick", "pick"]
    assert table.board.viewer == "p1"  # who picks
    assert table.board.is_covered
    table.board.uncover()
    assert "crown" not in all_that_is_shown(table, "", "pick ")
    said(table, "pick sword")
    assert table.board.viewer == "p1"
    assert not table.board.is_covered
    assert "crown" not in all_that_is_shown(table, "", "p")
    said(table, "undo")
    assert "crown" not in all_that_is_shown(table, "") or table.board.viewer == "p2"


def test_the_record_of_a_game_that_goes_on(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """A record holds what was done, which everybody has seen; cards of a reserve stand in it only if they were played."""
    monkeypatch.chdir(tmp_path)
    table = enter(Setting(find_game, first_legal(), who={"p1": "human"}, opponent="builtin:random"))
    table.handle("newgame royale seed=3 players=2")
    assert "Saved" in said(table, "save half")
    assert "reserve" not in (tmp_path / "half.bhr").read_text(encoding="utf-8")
