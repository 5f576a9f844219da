"""The report in a browser: its list of games, its charts, its news, and texts that can be read on every page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("vl_convert", reason="no vl-convert: `pip install beachhead[report]`")

from beachhead.bots.arena.page.page import game_page, report_page
from beachhead.bots.arena.reading import reading
from beachhead.engine.games import find_game
from beachhead.protocol.page.curve import Judged, Verdict
from beachhead.protocol.page.replay import replay
from tests.bots.arena.page.served import Served, serving
from tests.bots.arena.page.tournaments import NAMES, hold
from tests.browser.conftest import Visit
from tests.browser.contrast import ENOUGH, contrasts, ratio
from tests.protocol.page.records import kept


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament of three bots that is over: 120 games, with faults."""
    return hold(tmp_path_factory.mktemp("cup"), games=40, mode="blitz+turns:2")


@pytest.fixture(scope="module")
def served(cup: Path) -> Iterator[Served]:
    """The pages of the cup, served as while games run."""
    pytest.importorskip("websockets", reason="no websockets: `pip install beachhead[web]`")
    with serving(cup) as found:
        yield found


@pytest.fixture(scope="module")
def text(cup: Path) -> str:
    """The report of the cup, with pages for two games."""
    with reading(cup, find_game) as report:
        return report_page(report, [1, 5])


def test_games_are_found(visit: Visit, text: str, tmp_path: Path) -> None:
    """The list shows games by hundreds, by bot, fault and order; those with a page are links to it."""
    page = visit.show(text, tmp_path / "report.html")
    count = page.locator("#count")
    assert count.inner_text() == "120 of 120 games"
    assert page.locator("#games tr").count() == 100
    page.locator("#more").click()
    assert page.locator("#games tr").count() == 120
    links = page.locator("#games a")
    assert [link.get_attribute("href") for link in links.all()] == ["games/1.html", "games/5.html"]
    page.locator("#bot").select_option(NAMES[1])
    page.locator("#other").select_option(NAMES[0])
    assert count.inner_text() == "40 of 120 games"
    page.locator("#faulty").check()
    shown = page.locator("#games tr").all_inner_texts()
    assert count.inner_text() == f"{len(shown)} of 120 games"
    assert all("illegal" in line for line in shown)
    page.locator("#bot").press("Home")
    page.locator("#faulty").press(" ")
    assert count.inner_text() == "80 of 120 games"
    assert page.locator("#elsewhere").is_visible()


def test_nothing_of_a_name_runs(visit: Visit, text: str, tmp_path: Path) -> None:
    """Names that look like markup are texts in tables, charts, lists and counter-examples."""
    page = visit.show(text, tmp_path / "report.html")
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert set(page.locator("#standings tbody bdi").all_inner_texts()) >= set(NAMES)
    assert page.locator("#times .chart text").get_by_text(NAMES[1]).count() == 1
    page.locator("#faults summary").first.click()
    assert page.locator("#faults pre").first.inner_text().startswith("# it said <b>no</b> & ${title}")


@pytest.mark.parametrize("width", [360, 1280])
def test_screens(visit: Visit, text: str, tmp_path: Path, width: int) -> None:
    """Nothing sticks out to the side, and every chart is seen whole, drawn for the width of the screen."""
    visit.page.set_viewport_size({"width": width, "height": 740})
    page = visit.show(text, tmp_path / "report.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    charts = [chart for chart in page.locator(".chart").all() if chart.is_visible()]
    assert len(charts) == 4
    assert {chart.get_attribute("class") for chart in charts} == {"chart wide" if width > 700 else "chart narrow"}
    boxes = [chart.bounding_box() for chart in charts]
    assert all(box["width"] > 230 and box["x"] + box["width"] <= width for box in boxes)
    assert not page.evaluate(CUT_OFF)
    assert not page.evaluate(COLLIDING)


def test_a_report_that_grows(visit: Visit, served: Served) -> None:
    """A served page shows running games, replaces what has changed, links to every game, and says when it is over."""
    page = visit.page
    visit.own |= {served.address, f"{served.address}games/1.html", f"{served.origin}/favicon.ico"}
    page.goto(served.address)
    state = find_game("island").write(find_game("island").start()[0])
    served.tell(b'{"game": 121, "bots": [1, 2], "last": "", "state": "%s"}\n' % state.encode())
    page.locator("#board121 .cell").first.wait_for()
    assert page.locator("#board121 figcaption bdi").all_inner_texts()[0].strip() == f"South: {NAMES[1]}"
    assert not page.evaluate(OVERFLOWS)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert contrasts(page)[0][0] >= ENOUGH
    served.tell(b'{"game": 121}\n')
    page.locator("#running").wait_for(state="hidden")
    assert page.locator("#games a").count() == 100
    page.locator("#games a").first.click()
    page.locator("#board .cell").first.wait_for()
    assert page.url == f"{served.address}games/1.html#0"
    page.go_back()
    page.get_by_text("shows what is new by itself").wait_for()
    served.hang_up()
    page.get_by_text("served no more").wait_for()


# Texts of charts that reach beyond the drawing of their chart.
CUT_OFF = """() => [...document.querySelectorAll(".chart")].filter((chart) => chart.checkVisibility()).flatMap((chart) => {
  const whole = chart.getBoundingClientRect();
  return [...chart.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < whole.left - 1 || box.right > whole.right + 1;
  }).map((text) => text.textContent);
})"""
# Texts and symbols of legends that lie on another text.
COLLIDING = """() => [...document.querySelectorAll(".role-legend")].filter((one) => one.checkVisibility()).flatMap((legend) => {
  const texts = [...legend.querySelectorAll("text")], boxes = (each) => each.getBoundingClientRect();
  const symbols = [...legend.querySelectorAll(".role-legend-symbol path")];
  return texts.filter((text) => [...texts, ...symbols].some((other) => {
    const one = boxes(text), two = boxes(other);
    return other !== text && one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  })).map((text) => text.textContent);
})"""
OVERFLOWS = "document.documentElement.scrollWidth > innerWidth"


def pages(cup: Path, text: str) -> dict[str, str]:
    """Return a page of each kind, by name."""
    record = kept("island", 200)
    verdict = Verdict([(0.25, 0.75)] * len(record.moments), {40: Judged(cost=0.1, best="end"), 41: Judged((0.2, -0.2))})
    with reading(cup, find_game) as report:
        game = game_page(report, report.results[1])
    return {"report": text, "game": game, "island": replay(record, verdict), "royale": replay(kept("royale"))}


def test_contrast(visit: Visit, cup: Path, text: str, tmp_path: Path) -> None:
    """Every text of every page has the contrast that WCAG asks for at level AA, in light and in dark."""
    assert ratio([255, 255, 255], [0, 0, 0]) == pytest.approx(21)
    for name, content in pages(cup, text).items():
        page: Any = visit.show(content, tmp_path / f"{name}.html", "" if name == "report" else "#41")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = contrasts(page)
            assert len(found) > 30
            assert [each for each in found if each[0] < ENOUGH] == [], (name, scheme)
