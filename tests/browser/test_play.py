"""Playing in a browser: whole games by clicks, refusals with their rule, and nobody else at the table."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from beachhead.engine.games import find_game
from beachhead.protocol.recorded import read_lines, read_record
from tests.browser.contrast import ENOUGH, contrasts
from tests.engine.royale.tables import at
from tests.protocol.repl.terminal import terminal

pytest.importorskip("websockets", reason="no websockets: `pip install beachhead[web]`")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

ISLAND = "12/12/12/12/12/12/12/12/3ss8/12/3Sn8/12 c:..... j:..... 0+0 south act:3 9"
READY = "() => now && now !== window.seen && (now.is_mine || !now.actor)"


class Serving:
    """Starts `beachhead play --web` with options, in a home of its own, and stops it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, *options: str) -> str:
        """Return the address that the command prints."""
        command = [sys.executable, "-m", "beachhead", "play", "--web", *options]
        home = str(self.home)
        environ = {**os.environ, "HOME": home, "XDG_STATE_HOME": home, "XDG_DATA_HOME": home}
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environ, text=True)
        self.started.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    def stop(self) -> None:
        """Stop what was started, as Ctrl-C does."""
        while self.started:
            process = self.started.pop()
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate(timeout=20)
            assert (process.returncode, complaints) == (0, "")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serving]:
    """A server to be started, which ends well."""
    serving = Serving(tmp_path)
    yield serving
    serving.stop()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that must not complain, nor ask anybody but its server for anything."""
    complaints: list[str] = []
    requests: set[str] = set()
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, accept_downloads=True)
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text))
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("request", lambda request: requests.add(request.url.partition(":")[2].split("/")[2]))
    made.on("websocket", lambda socket: requests.add(socket.url.partition(":")[2].split("/")[2]))
    yield made
    served = {urlsplit(made.url).netloc}
    context.close()
    assert complaints == []
    assert {host for host in requests if not host.startswith("127.0.0.1:")} == set()
    assert served <= requests


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
def test_a_whole_game_by_clicks(serve: Serving, page: Any, tmp_path: Path, options: tuple[str, ...]) -> None:
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


def test_what_is_legal_lights_up(serve: Serving, page: Any) -> None:
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


@pytest.mark.parametrize("game", ["island", "royale"])
def test_screens(serve: Serving, page: Any, game: str) -> None:
    """On a phone nothing sticks out to the side; every text can be read in light and in dark, whatever is open."""
    opened(page, serve("--game", game, "--seed", "7", "--mode", "standard"))
    decide(page)
    page.get_by_role("button", name="Chances").click()
    page.locator("#log").get_by_text("> eval").wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.locator("#wire").check()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("#board").bounding_box()["width"] > 300
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = contrasts(page)
        assert len(found) > 30
        assert [each for each in found if each[0] < ENOUGH] == [], scheme


def test_refusals_undo_and_hint(serve: Serving, page: Any) -> None:
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


def test_what_is_hidden_stays_hidden_between_two(serve: Serving, page: Any) -> None:
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


def test_a_refusal_by_clicks(serve: Serving, page: Any) -> None:
    """Places with which nothing can be done are answered with the rules, and with the lines that ask for them."""
    opened(page, serve("--mode", "blitz", "--seed", "7", "--first", "south"))
    line = f"position {ISLAND}"
    for sent in (line, "dice auto"):
        page.evaluate("window.seen = now")
        page.locator("#line").fill(sent)
        page.locator("#line").press("Enter")
        page.wait_for_function(READY)
    click(page, "d2")
    click(page, "d9")
    said = page.locator("#said")
    said.get_by_text("> explain move d2 d9").wait_for()
    assert said.locator(".error").all_inner_texts()[0].startswith("rule ")
    assert page.locator("#position").input_value() == ISLAND
    page.locator("#threats").check()
    page.locator("#board .threat").first.wait_for(state="attached")
    click(page, "d2")
    page.get_by_role("button", name="shoot d2 d4", exact=True).click()
    page.locator("#board .arrow.shot").first.wait_for(state="attached")
    page.locator("#wire").check()
    page.locator("#log").get_by_text("< event south shoot d2 d4").wait_for()


def test_another_game(serve: Serving, page: Any) -> None:
    """The page begins any game with any number of people and bots at any level, as lines, after asking."""
    opened(page, serve("--mode", "blitz", "--seed", "7", "--first", "south"))
    decide(page)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    page.locator("#other summary").click()
    page.locator("#which").select_option("royale")
    page.locator("#count").select_option("3")
    page.locator("#dice").select_option("manual")
    page.locator("#seats select").nth(1).select_option("builtin:warlord --level 2")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_function("() => now && now.game === 'royale 3' && now.players[1][1] === 'builtin:warlord --level 2'")
    assert page.evaluate("now.players") == [
        ["p1", "human"],
        ["p2", "builtin:warlord --level 2"],
        ["p3", "builtin:raider"],
    ]
    assert asked == ["Leave this game? It is kept for `beachhead play --resume`."]
    page.wait_for_function("() => now.is_chance && now.legal[0][0].startsWith('deal ')")
    assert page.locator("#state").inner_text() == "Say what was thrown or drawn."
    assert page.title() == "Battle Royale"


def test_a_game_is_resumed(serve: Serving, page: Any) -> None:
    """A game that was left goes on where it stood, with the same seats, at the prompt and on a page."""
    opened(page, serve("--mode", "blitz", "--seed", "7", "--first", "south", "--north", "builtin:scout"))
    for _ in range(3):
        decide(page)
    position, players = page.locator("#position").input_value(), page.evaluate("now.players")
    serve.stop()
    page.get_by_text("The game has been closed.").wait_for()
    home = str(serve.home)
    with terminal(["play", "--resume"], serve.home, (160, 40), HOME=home, XDG_DATA_HOME=home) as prompt:
        prompt.wait("north: builtin:scout")
        prompt.enter("state", f"state {position}")
        prompt.control("d")
        prompt.wait("Leave?")
        prompt.control("d")
        assert prompt.end() == 0
    opened(page, serve("--resume"))
    assert (page.locator("#position").input_value(), page.evaluate("now.players")) == (position, players)


# Opens a connection, and returns whether it was opened.
CONNECT = """(address) => new Promise((done) => {
  const socket = new WebSocket(address);
  socket.onopen = () => done("open");
  socket.onerror = () => done("refused");
})"""


def test_a_page_of_another_origin_cannot_play(serve: Serving, browser: Any) -> None:
    """Another page in the same browser cannot connect, nor read the page, even if it knows the secret."""
    address = serve("--mode", "blitz", "--seed", "7")
    context = browser.new_context()
    context.route(
        "http://evil.example/**", lambda route: route.fulfill(body="<title>evil</title>", content_type="text/html")
    )
    page = context.new_page()
    page.goto(address)
    lines = address.replace("http:", "ws:") + "lines"
    assert page.evaluate(CONNECT, lines) == "open"
    page.goto("http://evil.example/")
    assert page.evaluate(CONNECT, lines) == "refused"
    assert page.evaluate("(address) => fetch(address).then(() => 'read', () => 'refused')", address) == "refused"
    context.close()


def test_nobody_else_gets_in(serve: Serving) -> None:
    """Without the secret there is nothing; a page of another origin, or of none, cannot play."""
    address = serve("--mode", "blitz", "--seed", "7")
    host, token = address.removeprefix("http://").rstrip("/").split("/")
    for path in ("", "x/", f"{token}x/", f"{token}/other"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{host}/{path}")
        assert refused.value.code == 404
        refused.value.close()
    for name in ("evil.example", f"evil.example:{host.partition(':')[2]}", f"localhost:{host.partition(':')[2]}"):
        with pytest.raises(HTTPError) as refused:  # a name that leads to this machine is not its address
            urlopen(Request(address, headers={"Host": name}))  # noqa: S310 (loopback)
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
    own = f"http://{host}"
    with connect(f"ws://{host}/{token}/lines", origin=own) as ours:  # type: ignore[arg-type]
        assert '"table"' in ours.recv(10)


def test_a_connection_that_breaks(serve: Serving) -> None:
    """If a page vanishes without a word, or says too much, the terminal stays silent, and other pages play on."""
    address = serve("--mode", "blitz", "--seed", "7", "--first", "south")
    host, token = address.removeprefix("http://").rstrip("/").split("/")
    for breaks in (lambda page: page.socket.shutdown(SHUT_RDWR), lambda page: page.send("x" * 100_000)):
        with connect(f"ws://{host}/{token}/lines", origin=f"http://{host}") as page:  # type: ignore[arg-type]
            assert '"table"' in page.recv(10)
            breaks(page)
            with pytest.raises(ConnectionClosed):
                page.recv(10)
    with connect(f"ws://{host}/{token}/lines", origin=f"http://{host}") as page:  # type: ignore[arg-type]
        page.recv(10)
        page.send("setup block e4")
        assert "places a block on e4" in page.recv(10)
