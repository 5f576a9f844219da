"""The report of a tournament as a page: what it shows, what it keeps to itself, and what `beachhead report` says."""

import json
import re
import sqlite3
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

pytest.importorskip("vl_convert", reason="no vl-convert: `pip install beachhead[report]`")

from beachhead.bots.arena.page import figures, luck
from beachhead.bots.arena.page.command import run_report
from beachhead.bots.arena.page.page import game_page, report_page
from beachhead.bots.arena.reading import reading
from beachhead.bots.arena.store import Store
from beachhead.cli import main
from beachhead.engine.games import find_game
from beachhead.engine.timeline import Timeline
from tests.bots.arena.page.tournaments import NAMES, SCRIPT, hold


class Text(HTMLParser):
    """The text of a page, the tags in it, and the cells of its tables by their captions."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.tables: dict[str, list[list[str]]] = {}
        self._caption = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "tr" and self._caption:
            self.tables[self._caption].append([])
        elif tag in ("th", "td") and self._caption:
            self.tables[self._caption][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._caption = ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.tags[-1:] == ["caption"] and not self._caption:
            self._caption = data
            self.tables[data] = []
        elif self._caption and any(self.tables[self._caption]):
            self.tables[self._caption][-1][-1] += data


@pytest.fixture
def copied(cup: Path, tmp_path: Path) -> Path:
    """A copy of the cup that may be changed."""
    return copytree(cup, tmp_path / "copied")


@pytest.fixture(scope="module")
def page(cup: Path) -> Text:
    """The report of the cup."""
    with reading(cup, find_game) as report:
        return Text(report_page(report, [1, 2]))


def test_tables_are_those_of_the_results(cup: Path, page: Text) -> None:
    """Standings, crosstable, faults and times show the numbers of `beachhead results`."""
    with reading(cup, find_game) as report:
        lines, names = report.standings.lines, report.plan.names
        rows = page.tables["Standings"][1:]
        assert [row[1] for row in rows] == [names[line.bot] for line in lines]
        assert [row[2:6] for row in rows] == [[str(n) for n in (x.games, x.wins, x.draws, x.losses)] for x in lines]
        assert [row[7] for row in rows] == [str(line.rating) for line in lines]
        crosstable = [row[2:] for row in page.tables["Crosstable"][1:]]
        against, met = report.standings.against, report.standings.met
        order = [line.bot for line in lines]
        assert crosstable == [
            [f"{against.get((a, b), 0):g}/{met[a, b]}" if a != b else "·" for b in order] for a in order
        ]
    assert sorted(row[1:3] for row in page.tables["Faults"][1:]) == [["illegal", "1"], ["illegal", "1"]]
    assert [row[1] for row in page.tables["Time use"][1:]] == ["80", "80", "80"]


def test_scores_without_luck(copied: Path) -> None:
    """Luck that decided everything leaves equal scores of no variance; luck that did nothing leaves the scores alone."""
    with reading(copied, find_game) as report:
        played = {result.id: result.scores for result in report.counted()}
        names = report.plan.names
    for decided in (1.0, 0.0):
        store = Store(copied)
        store.name_bots(names)
        store.add_luck([(id, tuple(decided * (score - 0.5) for score in scores)) for id, scores in played.items()])
        store.close()
        with reading(copied, find_game) as report:
            found = luck.luck_of(report)
            assert found.games == 12
            assert len(found.lines) == 3
            for line in found.lines:
                assert line.adjusted.score == pytest.approx(0.5 if decided else line.raw)
            assert found.left == (0.0 if decided else 1.0)
            assert found.worth == (None if decided else 12)
            assert len(Text(report_page(report)).tables["Scores without luck"]) == 4


def test_a_sample_has_whole_pairs(cup: Path) -> None:
    """The games that are analysed are whole pairs, at most as many as wanted, about as many of every pairing."""
    with reading(cup, find_game) as report:
        for most, ids in [(0, []), (1, [1, 2]), (5, [1, 2, 3, 4]), (9, [*range(1, 9)]), (99, [*range(1, 13)])]:
            chosen = luck.choose(report, most)
            assert [game.id for game in chosen] == ids
            if most > 5:
                assert len({frozenset(game.spec.bots) for game in chosen}) == 3


def test_luck_is_measured_once(copied: Path, tmp_path: Path) -> None:
    """The command measures the luck of a sample, and what was measured is not measured again."""
    asked = tmp_path / "asked"

    def luck_of(timeline: Timeline[Any]) -> tuple[float, ...]:  # in a process of its own
        with asked.open("a", encoding="utf-8") as file:
            file.write(f"{timeline.game.name}\n")
        return (0.25, -0.25)

    words = [str(copied), "-o", str(tmp_path / "a.html"), "--pages", "0", "--luck"]
    for most, count in (("2", 2), ("2", 2), ("0", 2), ("4", 4)):
        assert run_report([*words, most], find_game, luck_of) == 0
        assert asked.read_text(encoding="utf-8").splitlines() == ["island"] * count
    with reading(copied, find_game) as report:
        assert sorted(report.luck) == [1, 2, 3, 4]


def test_hostile_names_are_text(page: Text) -> None:
    """Names, faults and counter-examples that look like markup appear as they are; nothing of them is an element."""
    assert page.tags.count("script") == 2
    assert "img" not in page.tags
    for name in NAMES:
        assert name in page.text
    assert f"said {SCRIPT}" in page.text
    assert "# it said <b>no</b> & ${title}" in page.text


def test_the_policy_allows_nothing_else(cup: Path) -> None:
    """The page's policy names only its own script and style; it has no handlers, no styles in elements, no addresses."""
    with reading(cup, find_game) as report:
        text = report_page(report)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    parts = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert parts["default-src"] == parts["connect-src"] == parts["base-uri"] == "'none'"
    assert parts["script-src"].count(" ") == parts["style-src"].count(" ") == 0
    attributes = Text(text).attributes
    assert not [key for key, _ in attributes if key == "style" or key.startswith("on")]
    assert all(str(value).startswith("#") for key, value in attributes if key in ("src", "href", "xlink:href"))


def test_every_game_is_listed(cup: Path, page: Text) -> None:
    """The data of the page has all games, and the ids of those with a page beside it."""
    with reading(cup, find_game) as report:
        text = report_page(report, [1, 2])
        found = re.search(r'<script id="data" type="application/json">(.*?)</script>', text)
        assert found is not None
        data = json.loads(found[1])
        assert data["pages"] == [1, 2]
        assert data["bots"] == list(NAMES)
        for row, result in zip(data["games"], report.counted(), strict=True):
            assert row[0] == result.id
            assert tuple(row[1]) == result.spec.bots
            assert row[7] == [[result.seats.index(fault.seat), fault.reason] for fault in result.faults]


def test_seeds_stay_secret_while_games_are_played(tmp_path: Path) -> None:
    """Before the key of the dice is told, neither the report nor a page of a game has a seed."""
    folder = hold(tmp_path, games=2, seed="")
    with reading(folder, find_game) as report:
        seeds = [result.spec.seed for result in report.counted()]
        assert seeds[4] in report_page(report)
    with sqlite3.connect(folder / "results.sqlite") as database:
        database.execute("UPDATE key SET is_public = 0")
    with reading(folder, find_game) as report:
        pages = [report_page(report), game_page(report, report.results[5])]
    assert all(seed not in text for seed in seeds for text in pages)


def test_seats_and_endings(cup: Path) -> None:
    """The seats share every game, endings are counted, and quantiles of time lie in order."""
    with reading(cup, find_game) as report:
        counted = report.counted()
        south, north = figures.seat_scores(counted)
        assert south.share + north.share == pytest.approx(1)
        assert south.low < south.share < south.high
        assert sum(figures.endings(counted).values()) == 12
        for use in figures.times(counted, [0, 1, 2]):
            assert list(use[1:]) == sorted(use[1:])
        assert next(use.middle for use in figures.times(counted, [2, 0])) > 3
        assert figures.times(counted, [7]) == []


def test_the_command(cup: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`beachhead report` writes the page and those of games beside it, faulty ones first, and says where they are."""
    output = tmp_path / "out" / "cup.html"
    output.parent.mkdir()
    assert main(["report", str(cup), "-o", str(output), "--pages", "3", "--luck", "0"]) == 0
    assert capfd.readouterr().err == f"{output}, and 3 of 12 games in {output.parent / 'games'}\n"
    assert sorted(path.name for path in (tmp_path / "out" / "games").iterdir()) == ["1.html", "10.html", "5.html"]
    assert "<!DOCTYPE html>" in output.read_text(encoding="utf-8")[:20]
    assert NAMES[1] in Text((output.parent / "games" / "1.html").read_text(encoding="utf-8")).text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "there are no results in nowhere"),
        ((".", "--pages", "many"), "expected a number, or all"),
    ],
)
def test_refusals(words: tuple[str, ...], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is said in a line, with exit code 2."""
    assert main(["report", *words]) == 2
    assert said in capfd.readouterr().err


def test_a_table_of_three(tmp_path: Path) -> None:
    """A tournament of royale is shown by its places, seats and blocks."""
    folder = hold(tmp_path, games=3, game="royale", mode="standard+turns:3")
    with reading(folder, find_game) as report:
        page = Text(report_page(report))
    assert [row[0] for row in page.tables["Results by seat"][1:]] == ["P1", "P2", "P3"]
    assert len(page.tables["Standings"]) == 4
