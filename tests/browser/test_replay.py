"""The replay page in a browser: every move shows the engine's board, and it is played by keys, clicks and links."""

from pathlib import Path
from typing import Any

import pytest

from beachhead.engine.game import Game
from beachhead.engine.picture import plain
from beachhead.engine.timeline import Moment
from beachhead.protocol.page.curve import Judged, Verdict
from beachhead.protocol.page.replay import replay
from tests.browser.conftest import Visit
from tests.protocol.page.records import HOSTILE, kept, played, recorded, side_line

# Steps to the end by the right arrow key, and returns what each frame shows.
WALK = """() => {
  const found = [];
  const read = () => found.push({
    frame: Number(document.body.dataset.frame),
    pieces: [...document.querySelectorAll("#board .piece title")].map((title) => title.textContent),
    pads: [...document.querySelectorAll("#board .edge title")].map((title) => title.textContent),
    words: [...document.querySelectorAll("#standing li")].map((item) => item.textContent),
    due: document.getElementById("due").textContent,
    position: document.getElementById("position").value,
    told: document.getElementById("told").textContent,
  });
  read();
  for (let before = -1; before !== found.at(-1).frame;) {
    before = found.at(-1).frame;
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
    read();
  }
  found.pop();
  return found;
}"""
ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}


def on_island(lines: list[str]) -> dict[str, str]:
    """Return what stands on the squares of the engine's diagram."""
    rows = [line for line in lines if line[:7].strip().isdecimal()]
    cells = {
        f"{letter}{line[:7].strip()}": line[8 + 3 * column : 10 + 3 * column]
        for line in rows
        for column, letter in enumerate("abcdefghijkl")
    }
    return {place: cell for place, cell in cells.items() if cell != " ·"}


def island_piece(title: str) -> tuple[str, str]:
    """Return the square of a piece on the page, and how the engine's diagram writes it."""
    what, _, where = title.partition(" on ")
    if what == "block":
        return where, "▒▒"
    owner, _, kind = what.partition("'s ")
    place, _, facing = where.partition(", facing ")
    return place, (kind[0].upper() if owner == "South" else kind[0]) + ARROWS[facing]


def on_pads(position: str) -> list[str]:
    """Return what stands on the pads in the text of a position, as the page tells it."""
    kinds = {"s": "soldier", "j": "jeep", "t": "tank"}
    pads = zip(("South", "North"), position.split()[1:3], strict=True)
    return [
        f"{owner}'s {kinds[letter.lower()]} on slot {slot} of the pad"
        for owner, pad in pads
        for slot, letter in enumerate(pad.partition(":")[2].partition("+")[0], 1)
        if letter != "."
    ]


def on_diamond(lines: list[str]) -> dict[str, str]:
    """Return what lies and stands on the fields of the engine's diagram."""
    columns = [lines[0].index(letter) for letter in "abcdefg"]
    room = columns[1] - columns[0] - 1
    found = {}
    for number in range(7):
        above, below = lines[1 + 2 * number : 3 + 2 * number]
        for column, letter in zip(columns, "abcdefg", strict=True):
            cell = f"{above[column : column + room].strip()} {below[column : column + room].strip()}".strip()
            if cell and cell != "·":
                found[f"{letter}{7 - number}"] = cell.removeprefix("· ").replace(" ", "")
    return found


def diamond_piece(title: str) -> tuple[str, str]:
    """Return the field of a piece on the page, and how the engine's diagram writes it."""
    what, _, where = title.partition(" on ")
    place, *facts = where.split(", ")
    if "face down" in facts:
        return place, "?"
    owner, _, figure = what.partition("'s ")
    if figure == "figure":
        return place, f"†{owner[1:]}" if "down" in facts else owner.lower()
    value, counts = facts[0].removeprefix("value "), facts[1].removeprefix("counts ") if len(facts) > 1 else ""
    return place, f"{what}{counts}({value})" if counts else f"{what}{value}"


def diagram(game: Game[Any], moment: Moment[Any]) -> list[str]:
    """Return the engine's own text of a moment, with nothing marked."""
    return plain(game.show.picture(game.show.scene(moment.state), width=160))


@pytest.mark.parametrize("name", ["island", "royale"])
def test_every_move_shows_the_board_of_the_engine(visit: Visit, tmp_path: Path, name: str) -> None:
    """Stepping through a whole record shows, at every move, what the engine's diagram and position say."""
    record = kept(name, 2000) if name == "island" else recorded(*played(name, 2000, mode="standard+turns:24").record())
    assert record.game.result(record.moments[-1].state) is not None
    page = visit.show(replay(record), tmp_path / "page.html")
    shown = page.evaluate(WALK)
    moments = record.moments
    assert [frame["frame"] for frame in shown] == list(range(len(moments)))
    board, piece = (on_island, island_piece) if name == "island" else (on_diamond, diamond_piece)
    for frame, moment in zip(shown, moments, strict=True):
        found: dict[str, str] = {}
        for place, text in map(piece, frame["pieces"]):
            found[place] = found.get(place, "") + text
        assert found == board(diagram(record.game, moment)), frame["frame"]
        assert sorted(frame["pads"]) == sorted(on_pads(frame["position"]) if name == "island" else [])
        assert sorted(frame["words"]) == sorted(frame["pieces"] + frame["pads"])
        assert frame["position"] == record.game.write(moment.state)
        assert frame["due"] == record.game.show.scene(moment.state).due
        assert all(record.game.show.tell(event) in frame["told"] for event in moment.told())


def test_hostile_text_stays_text(visit: Visit, tmp_path: Path) -> None:
    """Names and remarks that look like markup are shown as they are, and nothing of them runs."""
    page = visit.show(replay(recorded(*played("island", 60).record())), tmp_path / "page.html")
    assert page.locator("img, script:not(#data, body > script:last-of-type)").count() == 0
    shown = HOSTILE.replace("\u202e", " ").replace("\u2028", " ").strip()
    assert page.locator(".players bdi").all_inner_texts() == [f"south {shown}", f"north {shown}"]
    assert page.locator("#m3 q").first.inner_text() == f"thought 2 {shown}"


def test_keys_buttons_and_links(visit: Visit, tmp_path: Path) -> None:
    """Keys, buttons, the scrubber, the list and the address all lead to a move, and the address says which."""
    page = visit.show(replay(kept("island", 200)), tmp_path / "page.html", "#42")
    at = lambda: (int(page.locator("body").get_attribute("data-frame")), page.evaluate("location.hash"))  # noqa: E731
    assert at() == (42, "#42")
    for key, frame in [
        ("ArrowRight", 43),
        ("ArrowLeft", 42),
        ("PageDown", 52),
        ("Home", 0),
        ("End", 199),
        ("ArrowRight", 199),
    ]:
        page.keyboard.press(key)
        assert at() == (frame, f"#{frame}")
    page.locator("#first").click()
    page.locator("#next").click()
    assert at() == (1, "#1")
    page.locator("#m150 a").click()
    page.wait_for_function("() => document.body.dataset.frame === '150'")
    assert at() == (150, "#150")
    page.locator("#back").click()
    page.evaluate("history.back()")
    page.locator("#scrub").fill("77")
    assert at() == (77, "#77")
    assert page.locator("[aria-current]").get_attribute("id") == "m77"
    page.evaluate("location.hash = '#nonsense'")
    page.wait_for_function("() => document.body.dataset.frame === '0'")


def test_every_control_has_a_name_and_is_reached_by_keys(visit: Visit, tmp_path: Path) -> None:
    """Nothing needs a mouse: each control is reached by Tab, has a name, and the move is told to a screen reader."""
    page = visit.show(replay(kept("royale")), tmp_path / "page.html", "#60")
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert {"first", "back", "play", "next", "end", "scrub", "speed", "view", "position", "copy"} <= reached
    for name in ("To the beginning", "One move back", "Play", "One move on", "To the end", "Copy the position"):
        assert page.get_by_role("button", name=name, exact=True).count() == 1
    assert page.get_by_role("slider", name="Move").get_attribute("aria-valuetext").startswith("move 60 of 249: ")
    assert page.locator("#told").get_attribute("aria-live") == "polite"


def test_playing(visit: Visit, tmp_path: Path) -> None:
    """Played, it goes from move to move at the chosen speed, and stops when it is told to, and at the end."""
    visit.page.clock.install(time=0)
    page = visit.show(replay(kept("island", 60)), tmp_path / "page.html", "#10")
    page.clock.pause_at(3_600_000)  # from here on, time passes only when it is told to
    page.locator("#speed").select_option("fast")
    page.locator("#play").click()
    page.clock.run_for(1100)
    assert page.locator("body").get_attribute("data-frame") == "14"
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(5000)
    assert page.locator("body").get_attribute("data-frame") == "13"
    page.locator("body").press(" ")
    page.clock.run_for(60_000)
    assert page.locator("body").get_attribute("data-frame") == "59"
    assert page.locator("#play").inner_text() == "Play"


def test_reserves_are_hidden_for_a_seat(visit: Visit, tmp_path: Path) -> None:
    """Through the eyes of a seat, the reserves of the others are backs, in the picture, the notes and the position."""
    record = kept("royale")
    number = next(n for n, moment in enumerate(record.moments) if moment.state.reserves[0])
    page = visit.show(replay(record), tmp_path / "page.html", f"#{number}")
    state = record.moments[number].state
    assert page.locator("#trays title").filter(has_text="face down").count() == 0
    for seat, hidden in [("p2", len(state.reserves[0])), ("p1", len(state.reserves[1])), ("", 0)]:
        page.locator("#view").select_option(seat)
        assert page.locator("#trays title").filter(has_text="face down").count() == hidden
        position = record.game.view(state, seat) if seat else record.game.write(state)
        assert page.locator("#position").input_value() == position


def test_side_lines(visit: Visit, tmp_path: Path) -> None:
    """A side line is entered by a link, goes back into the game it left, and shows its own boards."""
    record = recorded(*(table := played("island", 60)).record(), side_line(table, 40, 3))
    page = visit.show(replay(record), tmp_path / "page.html")
    page.locator("#m63 a").click()
    page.wait_for_function("() => document.body.dataset.frame === '63'")
    assert page.locator("#number").inner_text() == "43 / 43"
    assert page.locator("#position").input_value() == record.game.write(record.variations[0].end.state)
    for frame in ("62", "61", "40"):
        page.keyboard.press("ArrowLeft")
        assert page.locator("body").get_attribute("data-frame") == frame
    assert page.locator("#number").inner_text() == "40 / 60"


@pytest.mark.parametrize("name", ["island", "royale"])
def test_narrow_screens(visit: Visit, tmp_path: Path, name: str) -> None:
    """On a phone nothing sticks out to the side, and the board fills the width."""
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.show(replay(kept(name)), tmp_path / "page.html", "#100")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#board").bounding_box()["width"] > 330


def test_light_and_dark(visit: Visit, tmp_path: Path) -> None:
    """The page follows the colours that its reader prefers."""
    page = visit.show(replay(kept("island", 60)), tmp_path / "page.html")
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds == ["rgb(246, 245, 241)", "rgb(23, 24, 22)"]


def test_costly_decisions_are_a_key_away(visit: Visit, tmp_path: Path) -> None:
    """N and p go from one costly decision to the next and back, and the curve leads to the frame that is clicked."""
    record = kept("island", 120)
    count = len(record.moments)
    judged = {number: Judged(cost=0.1, best="end") for number in (40, 70)}
    verdict = Verdict([(0.25, 0.75)] * count, judged | {50: Judged((0.2, -0.2)), 60: Judged((-0.5, 0.5))})
    page = visit.show(replay(record, verdict), tmp_path / "page.html")
    for key, frame in [("n", 40), ("n", 70), ("n", 70), ("p", 40), ("p", 40)]:
        page.keyboard.press(key)
        assert page.locator("body").get_attribute("data-frame") == str(frame)
    assert page.locator("#chances").inner_text() == "South\u00a025\u00a0%, North\u00a075\u00a0%"
    page.locator("#costly").click()
    assert page.locator("#told").inner_text().endswith("Costs 10\u00a0% of the win; better: end.")
    assert page.locator("#luck").inner_text() == "Luck so far: South\u00a0\u221230\u00a0%, North\u00a0+30\u00a0%"
    page.locator("#costly-before").click()
    assert page.locator("#luck").inner_text() == "Luck so far: South\u00a0+0\u00a0%, North\u00a0+0\u00a0%"
    for curve in ("#chances-curve", "#luck-curve"):
        page.keyboard.press("Home")
        box = page.locator(curve).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
        assert abs(int(page.locator("body").get_attribute("data-frame")) - count / 2) <= 1
