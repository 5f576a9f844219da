"""Playing in a browser: whole games by clicks, refusals with their rule, and nobody else at the table."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.recorded import read_lines, read_record
from tests.engine.royale.tables import at

pytest.importorskip("websockets", reason="no websockets: `pip install beachhead[web]`")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

Serve = Callable[..., str]
READY = "() => now && now !== window.seen && (now.is_mine || !now.actor)"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start `beachhead play --web` with options, and return the address that it prints."""
    started = []

    def start(*options: str) -> str:
        command = [sys.executable, "-m", "beachhead", "play", "--web", *options]
        environ = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environ, text=True)
        started.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    yield start
    for process in started:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that must not complain."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, accept_downloads=True)
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text))
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    context.close()
    assert complaints == []


def opened(page: Any, address: str) -> None:
    """Open the page and wait until it is somebody's turn."""
    page.goto(address)
    page.wait_for_function(READY)


def click(page: Any, place: str) -> None:
    """Click the middle of a place of the board."""
    box = page.locator(f'#board [data-place="{place}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def decide(page: Any) -> None:
    """Do something that is legal by clicks alone, shots first, and wait until it is our turn again."""
    legal = [text for text, _ in page.evaluate("now.legal")]
    shots = [text for text in legal if text.startswith("shoot")]
    moves = [text for text in legal if text.startswith("move")]
    text = (shots or moves or [text for text in legal if text != "resign"])[0]
    words = text.split()
    page.evaluate("window.seen = now")
    if words[0] in ("shoot", "move") and len(words) == 3:
        click(page, words[1])
        click(page, words[2])
    else:
        page.get_by_role("button", name=text, exact=True).click()
    page.wait_for_function(READY)


@pytest.mark.parametrize(
    "options",
    [
        ("--game", "island", "--mode", "blitz+turns:12"),
        ("--game", "royale", "--mode", "standard+turns:6", "--players", "3"),
    ],
    ids=["island", "royale"],
)
def test_a_whole_game_by_clicks(serve: Serve, page: Any, tmp_path: Path, options: tuple[str, ...]) -> None:
    """A game against a bot is played to its end by clicks, saved, and its record replays to the same end."""
    opened(page, serve(*options, "--seed", "7", "--south" if "island" in options else "--p1", "human"))
    for _ in range(400):
        if page.evaluate("now.actor") == "":
            break
        decide(page)
    assert page.locator("#state").inner_text() == "The game is over."
    with page.expect_download() as download:
        page.locator("#save").click()
    download.value.save_as(tmp_path / "game.bhr")
    recorded = read_record(read_lines(tmp_path / "game.bhr"), "game.bhr", find_game)
    assert recorded.game.result(recorded.table.timeline.state) is not None
    assert page.locator("#position").input_value() == recorded.game.write(recorded.table.timeline.state)


def test_what_is_legal_lights_up(serve: Serve, page: Any) -> None:
    """A click on a character lights where its actions lead, lists them, and shows a preview."""
    opened(page, serve("--mode", "blitz", "--seed", "7", "--first", "south"))
    while not (moves := [text.split() for text, _ in page.evaluate("now.legal") if text.startswith("move")]):
        decide(page)
    _, src, dst = moves[0]
    click(page, src)
    legal = [text for text, _ in page.evaluate("now.legal") if src in text.split()]
    assert page.locator("#legal button").all_inner_texts() == legal
    assert page.locator(f'#board .may[data-place="{dst}"]').count() == 1
    page.get_by_role("button", name=f"move {src} {dst}", exact=True).hover()
    page.locator("#board .arrow.maybe").wait_for(state="attached")
    assert page.locator(f'#board .piece title:text(" on {dst},")').count() == 1


def test_refusals_undo_and_hint(serve: Serve, page: Any) -> None:
    """A typed line that is not legal is refused with its reason; undo takes a move back; hint says what to do."""
    opened(page, serve("--mode", "standard", "--seed", "7", "--first", "south"))
    position = page.locator("#position").input_value()
    for line, said in [
        ("setup block zz", "column"),
        ("move d2", "phase"),
        ("save /tmp/x", "column"),
        ("perft 5", "prompt"),
    ]:
        page.locator("#line").fill(line)
        page.locator("#line").press("Enter")
        page.locator("#log .error").filter(has_text=said).last.wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#log").get_by_text("Hint: ").wait_for()
    page.evaluate("window.seen = now")
    click(page, "e4")
    assert page.locator("#legal button").all_inner_texts() == ["setup block e4"]
    click(page, "e4")
    page.wait_for_function(READY)
    assert page.locator("#position").input_value() != position
    page.evaluate("window.seen = now")
    page.get_by_role("button", name="Undo", exact=True).click()
    page.wait_for_function(READY)
    assert page.locator("#position").input_value() == position


def test_what_is_hidden_stays_hidden_between_two(serve: Serve, page: Any) -> None:
    """When the other person may see what the first may not, nothing is shown until that one asks for it."""
    opened(page, serve("--game", "royale", "--players", "3", "--seat", "p2=human", "--seat", "p3=human", "--seed", "4"))
    held = at("", ["c6~wine", "f5~beer:dagger,sword:boots", "b3~mixed"], "ready", rest="map")
    for line in (f"position royale {held}", "end"):
        page.evaluate("window.seen = now")
        page.locator("#line").fill(line)
        page.locator("#line").press("Enter")
        page.wait_for_function("() => now !== window.seen || document.querySelector('main').hidden")
    page.get_by_role("button", name="p2: it is your turn. Show the board").wait_for()
    assert not page.locator("main").is_visible()
    assert "boots" not in page.locator("body").inner_text()
    page.locator("#uncover").click()
    page.locator("#board").wait_for()
    assert not page.locator("#uncover").is_visible()
    assert page.locator("#notes").get_by_text("reserve: boots").count() == 1


def test_nobody_else_gets_in(serve: Serve) -> None:
    """Without the secret there is nothing; a page of another origin, or of none, cannot play."""
    address = serve("--mode", "blitz", "--seed", "7")
    host, token = address.removeprefix("http://").rstrip("/").split("/")
    for path in ("", "x/", f"{token}x/", f"{token}/other"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{host}/{path}")
        assert refused.value.code == 404
        refused.value.close()
    for origin in (None, "http://evil.example", "null", f"http://{host}.evil.example", f"https://{host}"):
        with pytest.raises(InvalidStatus) as status:
            connect(f"ws://{host}/{token}/lines", origin=origin)  # type: ignore[arg-type] (a string will do)
        assert status.value.response.status_code == 403
    with pytest.raises(InvalidStatus):
        connect(f"ws://{host}/wrong/lines", origin=f"http://{host}")  # type: ignore[arg-type] (a string will do)
    with closing(urlopen(address)) as page:  # noqa: S310 (loopback)
        assert page.headers["X-Frame-Options"] == "DENY"
    with connect(f"ws://{host}/{token}/lines", origin=f"http://{host}") as ours:  # type: ignore[arg-type]
        assert '"table"' in ours.recv(10)
