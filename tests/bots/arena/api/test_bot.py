"""A bot that is driven from Python: what it answers, how it fails, and what is left of it."""

import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from beachhead.arena import BadPosition, BadTime, Bot, BotFault
from beachhead.protocol.table import Table
from tests.bots.arena.ring import GOOD, MARK, Ring, bad

POSITION = "12/12/12/12/12/12/3*8/3ss8/12/12/3Tn8/12 c:..... j:..... 1+0 south act:3 9"
CHANCE = POSITION.replace("act:3", "roll")

Start = Callable[..., Bot]


@pytest.fixture
def marked(ring: Ring) -> Start:
    """Start bots that the ring knows as its own."""

    def start(command: str, **words: object) -> Bot:
        return Bot(command, env={MARK: ring.mark}, **words)  # type: ignore[arg-type]

    return start


def test_answers(ring: Ring, marked: Start) -> None:
    """A bot is asked again and again, each time in a new game; nothing is left of it afterwards."""
    with marked(GOOD, name="mine") as bot:
        assert (bot.name, bot.title, bot.is_alive) == ("mine", "bad", True)
        for _ in range(3):
            choice = bot.choose(POSITION)
            assert choice.action.kind in ("move", "turn", "shoot")
            assert choice.seconds > 0
        assert bot.choose(POSITION.replace("south", "north")).action.kind != "setup"
    assert not bot.is_alive
    ring.expect_nothing_left()
    assert bot.close() == 0


def test_remarks() -> None:
    """Remarks come with the answer, and their values by name."""
    with Bot("builtin:general") as bot:
        choice = bot.choose(POSITION, clock="5+0.1", left=1)
        assert choice.remarks
        assert 0 <= float(choice.info["score"]) <= 1
        assert choice.seconds < 1


def test_royale() -> None:
    """A bot of another game, in a position of it."""
    table = Table()
    table.new_game("royale", "standard", [("players", "3"), ("seed", "1")])
    game, state = table.timeline.game, table.timeline.state
    with Bot("builtin:random") as bot:
        action = bot.choose(game.write(state), game="royale").action
    assert action in game.legal(state)


@pytest.mark.parametrize(
    ("misdeed", "words", "reason", "detail"),
    [
        ("crash_traceback", {}, "crash", "ValueError: boom"),
        ("hang", {"hang": 0.3}, "hang", "no answer in 0.3 s"),
        ("hang", {"clock": "move 0.2"}, "time", "no answer in 0.200 s"),
        ("hang", {"clock": "10+1", "left": 0.2}, "time", "no answer in 0.200 s"),
        ("garbage", {}, "illegal", "I am thinking"),
    ],
)
def test_faults(ring: Ring, marked: Start, misdeed: str, words: dict[str, object], reason: str, detail: str) -> None:
    """A fault is an exception; the bot is ended, and plays no more."""
    bot = marked(bad(misdeed, 1))
    with pytest.raises(BotFault) as caught:
        bot.choose(POSITION, **words)  # type: ignore[arg-type]
    assert (caught.value.reason, bot.is_alive) == (reason, False)
    assert detail in caught.value.detail
    ring.expect_nothing_left()
    with pytest.raises(BotFault, match="plays no more"):
        bot.choose(POSITION)
    bot.close()


def test_forgiven() -> None:
    """Illegal answers are forgiven as often as asked for."""
    with Bot(bad("one_mistake", 1)) as bot:
        assert bot.choose(POSITION, illegal=1).action.text


def test_no_start(ring: Ring, marked: Start) -> None:
    """A bot that does not start says why, and what to do."""
    with pytest.raises(BotFault, match="did you mean builtin:greedy") as caught:
        marked("greedy")
    assert caught.value.reason == "start"
    with pytest.raises(BotFault, match="no licence found") as caught:
        marked(bad("exit_before_handshake"))
    assert caught.value.stderr == "no licence found\n"
    with pytest.raises(BotFault, match=r"no hello within 0\.2 s"):
        marked(bad("never_handshake"), start_seconds=0.2)
    with pytest.raises(ValueError, match="quotation"):
        Bot("'")
    ring.expect_nothing_left()


def test_bad_questions(marked: Start) -> None:
    """A position in which nobody decides, and a clock that is none, are refused before the bot hears of them."""
    with marked(GOOD) as bot:
        for position in (CHANCE, "nonsense"):
            with pytest.raises(BadPosition):
                bot.choose(position)
        with pytest.raises(BadTime):
            bot.choose(POSITION, clock="soon")
        assert bot.choose(POSITION).action.text


def test_threads(ring: Ring, marked: Start) -> None:
    """Bots may be started by several threads at once, each of which drives its own."""
    with ThreadPoolExecutor(4) as pool:
        chosen = pool.map(lambda _: _ask(marked), range(8))
    assert all(kind in ("move", "turn", "shoot") for kind in chosen)
    ring.expect_nothing_left()


def _ask(marked: Start) -> str:
    with marked(GOOD) as bot:
        return bot.choose(POSITION).action.kind


def test_forgotten(ring: Ring, marked: Start) -> None:
    """A bot that nobody closes is ended when nothing refers to it any more."""
    bot = marked(GOOD)
    assert ring.marked()
    del bot
    gc.collect()
    ring.expect_nothing_left()
