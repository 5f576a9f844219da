"""What a line is made of: tags, comments, blanks, quoted strings, bytes; the order of errors; and bugs."""

from typing import Any

import pytest

from beachhead.engine.games import find_game
from beachhead.engine.island import ISLAND
from beachhead.engine.values import Action
from beachhead.protocol.framing import MAX_LINE, Framing
from beachhead.protocol.session import Session
from beachhead.protocol.table import Table
from tests.engine.island.boards import at
from tests.protocol.talk import new_session, say

PLACE = at("d2:Sn d4:ss l12:ss")


def placed() -> Session:
    """A session in the middle of a game."""
    session = new_session()
    say(session, f"position {PLACE}")
    return session


@pytest.mark.parametrize(
    "line",
    [
        "ping", "hello 1", "state", "board", "legal", "result", "history", "help", "explain end", "hint", "perft 1",
        "bench 1", "shoot d2", "resign", "undo", "newgame seed=1", "forfeit south time", 'header A "b"', "quit",
        "expect legal 2", "move d2", "nonsense", "state east", "info x", f"position {PLACE}", "position nonsense",
    ],
)  # fmt: skip
@pytest.mark.parametrize("tag", ["@1", "@007", "@999999999"])
def test_tag(line: str, tag: str) -> None:
    """Every line of the answer, of an error too, begins with the tag as it was written."""
    plain, tagged = say(placed(), line), say(placed(), f"{tag} {line}")
    assert tagged == [f"{tag} {reply}" for reply in plain]
    assert say(placed(), f" \t{tag}\t  {line}") == tagged


@pytest.mark.parametrize("line", ["@", "@ ping", "@x ping", "@1x ping", "@1234567890 ping", "@-1 ping", "@1@2 ping"])
def test_malformed_tag(line: str) -> None:
    """A malformed tag is `error syntax`, without any tag."""
    reason = "expected a tag, '@' and 1 to 9 digits and a blank, before the command"
    assert say(placed(), line) == [f"error syntax column 1: {reason}"]
    assert say(placed(), f"  {line}") == [f"error syntax column 3: {reason}"]


@pytest.mark.parametrize("line", ["@5", "@5 ", "@5\t", "@5 # only a comment"])
def test_tag_with_nothing_behind_it(line: str) -> None:
    """A tag alone is `error syntax`, and carries the tag."""
    assert say(placed(), line) == [
        "@5 error syntax column 1: expected a command after the tag, got the end of the line"
    ]


@pytest.mark.parametrize("line", ["", " ", "\t", "# a comment", "  # a comment", "#", "#@1 ping", '# "'])
def test_silent_lines(line: str) -> None:
    """Blank lines and comments get no answer."""
    assert say(placed(), line) == []


@pytest.mark.parametrize(
    "line",
    ["ping# a comment", "ping # a comment", "\tping\t", "  ping  ", 'ping # "', "ping #", "ping\t\t# @1 \\ ; é →"],
)
def test_comments_and_blanks(line: str) -> None:
    """Comments end a line, and blanks around words mean nothing."""
    assert say(placed(), line) == ["ok"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('""', ""),
        ('"plain"', "plain"),
        ('"two words\tand a tab"', "two words\tand a tab"),
        ('"# no comment"', "# no comment"),
        ('"; @1"', "; @1"),
        (r'"a \"quote\""', 'a "quote"'),
        (r'"a \\ backslash"', "a \\ backslash"),
        (r'"\\"', "\\"),
        ('"é → ß"', "é → ß"),
    ],
)
def test_quoted_strings(written: str, value: str) -> None:
    """A quoted string is what stands between its marks, with an escaped mark and backslash inside."""
    session = placed()
    assert say(session, f"header Event {written} # and a comment") == ["ok"]
    assert session.table.headers == {"Event": value}
    assert say(session, f"hello 1 {written}")[-1] == "ok 1"


@pytest.mark.parametrize("written", ['"', '"open', r'"\"', r'"\n"', '"a"b', '"a" "b"', "word", r'"\\\"'])
def test_bad_quoted_strings(written: str) -> None:
    """One that does not end, or escapes anything else, is `error syntax`."""
    assert say(placed(), f"header Event {written}")[0].startswith("error syntax column ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"ping\r", "error encoding column 5: control character 0x0d"),  # the framing drops one before the end
        (b"ping \x00", "error encoding column 6: control character 0x00"),
        (b"\x1b[31mping", "error encoding column 1: control character 0x1b"),
        ("ping \x85".encode(), "error encoding column 6: control character 0x85"),
        (b"ping \xff", "error encoding byte 6 is not UTF-8"),
        (b"@9 ping \xff", "@9 error encoding byte 9 is not UTF-8"),
        (b"@9 # \x07", "@9 error encoding column 6: control character 0x07"),
        (b"@x \x07", "error encoding column 4: control character 0x07"),
        (b"# \xc3", "error encoding byte 3 is not UTF-8"),
    ],
)
def test_bytes(line: bytes, answer: str) -> None:
    """Bytes that are not UTF-8, and control characters, are `error encoding`, with its tag; comments too."""
    assert say(placed(), line) == [answer]


def test_length() -> None:
    """A line may have 65,536 bytes, its CR and LF not counted; one more is `error toolong`, with its tag."""
    longest = b"@3 ping #" + b"x" * (MAX_LINE - 9)
    framing, session = Framing(), placed()
    lines = framing.feed(longest + b"\r\n" + longest + b"y\n" + b"y" * (MAX_LINE + 1) + b"\nping")
    assert [say(session, line) for line in [*lines, *framing.end()]] == [
        ["@3 ok"],
        ["@3 error toolong a line has at most 65,536 bytes"],
        ["error toolong a line has at most 65,536 bytes"],
        ["ok"],
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("@x nonsense \x01", "encoding"),  # bytes before the tag
        ("@x nonsense", "syntax"),
        ("answer 1 nonsense", "syntax"),  # syntax before permission
        ("answer 1 end", "forbidden"),  # permission before the game
        ("state east", "nogame"),  # the game before its arguments
        ("legal nonsense", "nogame"),
        ("forfeit east boredom", "nogame"),
        ("expect illegal 99 end", "nogame"),
        ("move a1 b1", "nogame"),  # the game before its rules
    ],
)
def test_order_of_codes_without_a_game(line: str, code: str) -> None:
    """Of several mistakes the first counts: bytes, tag, syntax, permission, game, argument, rules."""
    assert say(new_session(), line)[0].split()[:2] == ["error", code]


@pytest.mark.parametrize(
    ("line", "code"), [("forfeit east boredom", "over"), ("expect illegal 99 end", "over"), ("move a1 b1", "over")]
)
def test_order_of_codes_after_the_end(line: str, code: str) -> None:
    """That the game is over counts before arguments and rules."""
    session = new_session()
    say(session, f"position {at('d2:Sn', 'over:south', side='-')}")
    assert say(session, line)[0].split()[:2] == ["error", code]


@pytest.mark.parametrize("code", ["argument", "illegal"])
def test_arguments_count_before_rules(code: str) -> None:
    """A rule that there is not is an `argument`, whatever the action breaks."""
    line = "expect illegal 99 move d2" if code == "argument" else "move d2"
    assert say(placed(), line)[0].split()[1] == code


def trip(state: Any, action: Action) -> Any:
    """Apply an action as on the island, but with a bug: whoever applies an `end` trips over it."""
    if action.text == "end":
        raise KeyError("a bug")
    return find_game("island").apply(state, action)


@pytest.mark.parametrize("line", ["end", "@8 end", f"position {at(phase='after')} actions end"])
def test_bugs(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A bug is `error internal`, told in full on stderr; the game is as before, and the next line works."""
    session = Session(Table(lambda _: ISLAND.changed(apply=trip)))
    say(session, f"position {at('d2:Sn l12:ss', 'roll')}", "roll 3", "move d2", 'header A "b"')
    before = session.table.snapshot()
    tag = "@8 " if line.startswith("@") else ""
    reason = "the engine has a bug here; the game is as before, the details went to stderr"
    assert say(session, line) == [f"{tag}error internal {reason}"]
    assert "KeyError" in capsys.readouterr().err
    assert session.table.snapshot() == before
    assert say(session, "undo 2") == ["ok"]
    assert say(session, "redo") == ["ok"]
