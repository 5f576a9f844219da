"""The replay page: one file that loads nothing, in which all text stays text and every move is there."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from beachhead.bots.analysis import analyse, value_of
from beachhead.bots.roster import find_analyst
from beachhead.bots.verdict import for_page
from beachhead.engine.values import CHANCE, Over
from beachhead.protocol.page.curve import Judged, Verdict
from beachhead.protocol.page.document import as_json
from beachhead.protocol.page.frames import GONE, SAME, Frames, frames_of
from beachhead.protocol.page.replay import replay
from beachhead.protocol.page.words import clock_in_words
from tests.protocol.page.records import kept, played, recorded, side_line


class Page(HTMLParser):
    """The elements of a page, and the text inside scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_data(self, data: str) -> None:
        tag = self.cdata_elem
        if tag in self.inside:
            self.inside[tag][-1] += data


@cache
def page_of(game: str) -> str:
    """Return the page of a game that is kept with the tests."""
    return replay(kept(game))


@cache
def kept_frames(game: str) -> Frames:
    """Return the frames of a game that is kept with the tests."""
    return frames_of(kept(game))


def value_at(data: dict[str, Any], number: int) -> Any:
    """Return a value; that of a group is put together from its parts."""
    value = data["values"][number]
    return (
        "".join([data["values"][part] for part in value])
        if isinstance(value, list) and isinstance(value[0], int)
        else value
    )


def table_at(data: dict[str, Any], number: int, seat: str = "") -> dict[str, Any]:
    """Return a frame as the page puts it together."""
    path, table, over = [], dict[str, Any](), dict[str, Any]()
    while number >= 0:
        path.append(number)
        number = data["before"][number]
    for frame in reversed(path):
        for changed, changes in ((table, data["frames"][frame]), (over, data["views"][seat][frame] if seat else [])):
            for key, value in zip(changes[::2], changes[1::2], strict=True):
                name = value_at(data, key)
                if value == SAME or (value == GONE and changed is table):
                    del changed[name]
                else:
                    changed[name] = None if value == GONE else value_at(data, value)
    return {key: value for key, value in (table | over).items() if value is not None}


def position_at(data: dict[str, Any], number: int, seat: str = "") -> str:
    """Return the position of a frame as the page puts it together."""
    return " ".join(words_at(data, number, seat)).replace(" :", ":")


def words_at(data: dict[str, Any], number: int, seat: str) -> list[str]:
    """Return the words of the position of a frame."""
    before, (count, *splices) = data["before"][number], data["positions"][seat][number] or data["positions"][""][number]
    words = [] if before < 0 else words_at(data, before, seat)
    words = [*words, *[""] * count][:count]
    for place, front, back, between in zip(*[iter(splices)] * 4, strict=True):
        word = words[place]
        words[place] = word[:front] + data["values"][between] + word[len(word) - back :]
    return words


def test_a_page_loads_nothing() -> None:
    """The policy allows the page's own script and style by their digests and nothing else, and nothing refers elsewhere."""
    text = page_of("island")
    page = Page(text)
    script, style = page.inside["script"][-1], page.inside["style"][0]
    policies = [a["content"] for tag, a in page.elements if a.get("http-equiv") == "Content-Security-Policy"]
    digests = ["sha256-" + b64encode(sha256(part.encode()).digest()).decode() for part in (script, style)]
    allowed = f"script-src '{digests[0]}'; style-src '{digests[1]}'"
    assert policies == [f"default-src 'none'; {allowed}; connect-src 'none'; base-uri 'none'; form-action 'none'"]
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert "src" not in attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("game", ["island", "royale"])
def test_hostile_text_stays_text(game: str) -> None:
    """Names and remarks that look like markup make no element, close none, and hold no direction marks."""
    table = played(game, 120)
    text = replay(recorded(*table.record()))
    page, clean = (
        Page(text),
        Page(replay(recorded(*table.record_for(table.timeline.game.seats(table.timeline.state)[0])))),
    )
    assert len(page.inside["script"]) == 2
    assert not [tag for tag, _ in page.elements if tag == "img"]
    added = [tag for tag, _ in page.elements if tag not in ("q", "bdi")]
    assert added == [tag for tag, _ in clean.elements if tag not in ("q", "bdi")]
    assert "\u202e" not in text
    assert escape("<script>alert(1)</script><img src=x onerror=alert(2)>'\"&amp;</ol>$title") in text


@pytest.mark.parametrize("game", ["island", "royale"])
def test_every_move_is_text(game: str) -> None:
    """The list has an entry for every frame, with what was done and what followed as sentences, without a script."""
    record = kept(game)
    page = page_of(game)
    items = re.findall(r'<li id="m(\d+)".*?</li>', page, re.DOTALL)
    assert [int(number) for number in items] == list(range(len(record.moments)))
    text = unescape(re.sub(r"<[^>]*>", "", page))
    for moment in record.moments[1::25]:
        for event in moment.told():
            assert record.game.show.tell(event) in text


@pytest.mark.parametrize("game", ["island", "royale"])
def test_frames_put_together(game: str) -> None:
    """Put together from its changes, each frame is the one that was written: its position, what is due, its drawing."""
    record = kept(game)
    data = json.loads(as_json(kept_frames(game).data))
    for number, moment in enumerate(record.moments):
        if number % 40:
            continue
        for seat in ("", *data["views"]):
            table = table_at(data, number, seat)
            position = record.game.view(moment.state, seat) if seat else record.game.write(moment.state)
            assert position_at(data, number, seat) == position
            scene = record.game.show.scene(moment.state, seat=seat or None, last=moment.action, events=moment.events)
            assert table["text/due"] == scene.due
            shown = sum(key.startswith("piece/") for key in table)
            assert shown == sum(len(cell.pieces) for cell in scene.cells)


def test_views() -> None:
    """A seat's view hides the reserves of others and nothing else; the island, in which nothing is hidden, has no views."""
    assert not kept_frames("island").data["views"]
    record = kept("royale")
    data = kept_frames("royale").data
    assert list(data["views"]) == ["p1", "p2"]
    number = next(n for n, moment in enumerate(record.moments) if moment.state.reserves[0])
    whole, own, other = (table_at(data, number, seat) for seat in ("", "p1", "p2"))
    assert own["tray/p1/reserve/0"] == whole["tray/p1/reserve/0"]
    assert "face down" in other["tray/p1/reserve/0"]
    assert {key for key in whole if whole[key] != other.get(key)} <= {
        *(key for key in whole if key.startswith("note/")),
        *(f"tray/p1/reserve/{place}" for place in range(9)),
    }


def test_side_lines_have_their_own_list() -> None:
    """A side line has frames of its own, that follow from the one it leaves, and a heading that says where."""
    table = played("island", 60)
    record = recorded(*table.record(), side_line(table, 40, 3))
    data = frames_of(record).data
    assert data["lines"] == [["", 0, 61, 0], ["other", 61, 64, 40]]
    assert data["before"][61:] == [40, 61, 62]
    assert 'Side line <bdi>other</bdi>, after <a href="#40">move 40</a></h3><ol start="41"><li id="m61"' in replay(
        record
    )


@pytest.mark.parametrize(
    ("game", "options"), [("island", {}), ("royale", {"players": "2"}), ("royale", {"players": "6"})]
)
def test_size(game: str, options: dict[str, str]) -> None:
    """The page of a game of 300 actions, with a remark on each, is smaller than 300 KB."""
    assert len(replay(recorded(*played(game, 300, **options).record())).encode()) < 300_000


def test_what_an_analysis_says() -> None:
    """Costly decisions and luck that mattered are in the list as text, and the chances of every frame on a curve."""
    record = kept("island", 120)
    count = len(record.moments)
    judged = {70: Judged(cost=0.2, best="<b>move d2</b>"), 71: Judged(cost=0.01, best="end"), 72: Judged((0.1, -0.1))}
    page = replay(record, Verdict([(0.25, 0.75)] * count, judged))
    assert re.search(
        r'<li id="m70".*?<b>Costs 20\u00a0% of the win; better: &lt;b&gt;move d2&lt;/b&gt;.</b></li>', page
    )
    assert re.search(r'<li id="m72".*?<em>Luck for South: \+10\u00a0%.</em></li>', page)
    assert page.count("<b>") == page.count("<em>") == 1
    points = re.findall(r'<polyline class="chance s1" points="(.*?)"/>', page)
    assert points == [f"0,75.0 {count - 1},75.0", f"0,50.0 71,50.0 72,0.0 {count - 1},0.0"]
    assert 'id="curves"' not in replay(record)


def test_json_ends_no_script() -> None:
    """Whatever data holds, nothing in it ends a script element or begins a comment there, and it is read unchanged."""
    data = {"<!--": ["<script>", "</script>", "<!-- <script> -->", "</SCRIPT >", "<", "<\\/", "\u2028]]>"]}
    text = as_json(data)
    assert json.loads(text) == data
    assert "</" not in text
    assert "<!" not in text


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("base 5000 100", "5 s + 0.1 s for a decision"),
        ("base 60000 0", "60 s"),
        ("move 500", "0.5 s for a decision"),
        ("none", "without a limit"),
        ("base <b> 1", "base <b> 1"),
    ],
)
def test_clocks_in_words(clock: str, words: str) -> None:
    """A clock is told in seconds; a header that is not a clock is shown as it is."""
    assert clock_in_words(clock) == words


def test_facts_for_people() -> None:
    """The head of a page tells the result as a sentence, and has no word of the protocol."""
    record = recorded(*played("island", 2000, mode="blitz+turns:2").record(), 'header clock "move 500"')
    ended = record.game.result(record.moments[-1].state)
    assert ended is not None
    page = replay(record)
    assert f"clock 0.5 s for a decision. {record.game.show.tell(Over(ended))}" in page
    assert "The game is not over." in replay(kept("island", 60))


def test_chances_stand_at_their_moments() -> None:
    """Each frame has the chances of its own state: known at the end, equal in the set-up."""
    record = kept("island", 2000)
    timeline = record.table.timeline
    analyst = find_analyst(timeline.game)
    verdict = for_page(analyse(timeline, analyst, has_costs=False), timeline)
    assert len(verdict.chances) == len(record.moments)
    assert verdict.chances[0] == (0.5, 0.5)
    assert verdict.chances[-1] == (0.0, 1.0)
    for number, moment in enumerate(record.moments):
        is_judged = number > 0 and record.game.turn(record.moments[number - 1].state) > 0
        assert (number in verdict.judged) == is_judged
        if moment.actor == CHANCE and is_judged:
            assert verdict.judged[number].luck
            if number + 1 < len(record.moments):
                assert verdict.chances[number] == value_of(record.game, moment.state, analyst)
