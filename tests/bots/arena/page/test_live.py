"""Pages that are served: boards of running games, news of games that have ended, and nobody who is not asked in."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("vl_convert", reason="no vl-convert: `pip install beachhead[report]`")
pytest.importorskip("websockets", reason="no websockets: `pip install beachhead[web]`")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from beachhead.bots.arena.execute.spectator import Spectator
from beachhead.bots.arena.game_spec import GameSpec
from beachhead.bots.arena.page.boards import MOST, Boards
from beachhead.bots.arena.page.command import run_report
from beachhead.engine.games import find_game
from beachhead.engine.timeline import Moment, Timeline
from tests.bots.arena.page.served import Served, serving
from tests.bots.arena.page.tournaments import BOT, FILE, SCRIPT

ISLAND = find_game("island")


def at_start() -> Timeline[Any]:
    """Return a game at its beginning."""
    state, events = ISLAND.start()
    return Timeline(ISLAND, Moment(state, events=events))


def told(id: int, **more: Any) -> bytes:
    """Return a message of a spectator."""
    state = {"bots": [0, 1], "state": ISLAND.write(ISLAND.start()[0]), "last": ""}
    return json.dumps({"game": id, **state, **more}).encode() + b"\n"


def test_a_spectator_tells_now_and_then() -> None:
    """The first position of a game is told at once, the next ones not for a moment, and its end always."""
    heard, end = os.pipe()
    spectator, spec = Spectator(end), GameSpec(3, 2, (1, 0), "s")
    for _ in range(5):
        spectator.look(spec, at_start())
    spectator.leave(spec)
    first, last = map(json.loads, os.read(heard, 1 << 16).splitlines())
    assert (first["game"], first["bots"], first["state"]) == (3, [1, 0], ISLAND.write(ISLAND.start()[0]))
    assert last == {"game": 3}
    os.close(heard)
    spectator.leave(spec)  # nobody reads
    os.close(end)


def test_a_full_pipe_stops_no_game() -> None:
    """If nobody reads what a spectator says, it is lost, and every line that gets through is whole."""
    heard, end = os.pipe()
    spectator = Spectator(end)
    for id in range(10_000):
        spectator.leave(GameSpec(id, 1, (0, 1), "s"))
    os.close(end)
    with os.fdopen(heard, "rb") as pipe:
        lines = pipe.read().splitlines()
    assert [json.loads(line)["game"] for line in lines] == list(range(len(lines)))
    assert 100 < len(lines) < 10_000


def test_boards_come_and_go() -> None:
    """A board is drawn when its game has moved, taken away when the game is over or stored, and shown to new pages."""
    boards = Boards()
    boards.hear(told(1)[:30])
    boards.hear(told(1)[30:] + told(2))
    drawn = boards.draw(ISLAND, ["anna", SCRIPT])
    assert [board["game"] for board in drawn["boards"]] == [1, 2]
    assert drawn["boards"][0]["players"] == ["South: anna", f"North: {SCRIPT}"]
    assert "<style" not in drawn["boards"][0]["board"]
    assert boards.all()["boards"] == drawn["boards"]
    boards.hear(b'{"game": 1}\n' + told(2))
    drawn = boards.draw(ISLAND, ["a", "b"])
    assert [board["game"] for board in drawn["boards"]] == [2]
    assert drawn["over"] == [1]
    boards.forget({2})
    assert boards.is_changed
    assert boards.draw(ISLAND, ["a", "b"]) == {"boards": [], "over": [2]}
    boards.hear(b"".join(map(told, range(1, 20))))
    assert [board["game"] for board in boards.draw(ISLAND, ["a", "b"])["boards"]] == list(range(1, MOST + 1))


@pytest.fixture(scope="module")
def served(cup: Path) -> Iterator[Served]:
    """The pages of a tournament, served by a process of its own."""
    with serving(cup) as found:
        yield found


def test_nobody_else_gets_in(served: Served) -> None:
    """Without the secret there is nothing; another name, another origin or none does not connect; nothing can be sent."""
    host, token = served.address.removeprefix("http://").rstrip("/").split("/")
    for path, name in [("", host), ("x/", host), (f"{token}x/", host), (f"{token}/", "evil.example"), (token, host)]:
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"http://{host}/{path}", headers={"Host": name}))
        assert refused.value.code == 404
        refused.value.close()
    for origin in (None, "http://evil.example", "null", f"http://{host}.evil.example"):
        with pytest.raises(InvalidStatus) as status:
            connect(f"{served.news}", origin=origin)  # type: ignore[arg-type] (a string will do)
        assert status.value.response.status_code == 403
    for path in ("games/99.html", "games/../1.html", "games/x.html", "report.html", "games/1"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{served.address}{path}")  # noqa: S310 (loopback)
        assert refused.value.code == 404
        refused.value.close()


def test_a_port_that_is_taken(served: Served, cup: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A port that another program has is refused in words."""
    port = served.origin.rpartition(":")[2]
    assert run_report([str(cup), "--luck", "0", "--serve", port]) == 2
    assert (
        capfd.readouterr().err == f"beachhead report: 127.0.0.1, port {port}, cannot be used: Address already in use\n"
    )


def test_pages_are_made_on_demand(served: Served) -> None:
    """The report and the page of every game are there when they are asked for, and may connect to this server alone."""
    with urlopen(served.address) as page:  # noqa: S310 (loopback)
        text = page.read().decode()
        assert page.headers["X-Frame-Options"] == "DENY"
    assert f"connect-src {served.news.removesuffix('/news').rpartition('/')[0]};" in text
    with urlopen(f"{served.address}games/7.html") as page:  # noqa: S310 (loopback)
        assert "connect-src 'none'" in page.read().decode()


def test_news_of_running_games(served: Served) -> None:
    """A page hears of boards as games run, of the games that are stored, and at last that the run is over."""
    with connect(served.news, origin=served.origin) as page:  # type: ignore[arg-type] (a string will do)
        assert json.loads(page.recv(20))["boards"] == []
        served.tell(told(13))
        heard: dict[str, Any] = {}
        while not {"games", "boards"} <= heard.keys() or not heard["boards"]:
            heard |= json.loads(page.recv(20))
        assert len(heard["games"]) == 12
        assert "standings" in heard["sections"]
        assert heard["boards"][0]["game"] == 13
        page.send("newgame island")  # pages may say what they like
        served.hang_up()
        assert [json.loads(line) for line in page][-1] == {"ended": True}
    assert served.process.wait(20) == 0


def test_a_tournament_that_is_watched(tmp_path: Path) -> None:
    """`tournament --serve` says where to watch, tells the pages of every game, and ends its server with the games."""
    file = tmp_path / "cup.toml"
    text = FILE.format(name="Cup", game="island", mode="blitz", games=2, seed='seed = "7"', seats=2)
    file.write_text(text + BOT.format(name="a") + BOT.format(name="b"), encoding="utf-8")
    command = [sys.executable, "-m", "beachhead", "tournament", str(file), "--serve"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        line = run.stderr.readline()
        while not line.startswith("watch the games at "):
            assert line
            line = run.stderr.readline()
        served = Served(line.split()[-1], run, -1)
        games: set[int] = set()
        with connect(served.news, origin=served.origin) as page:  # type: ignore[arg-type] (a string will do)
            heard: dict[str, Any] = {}
            while "ended" not in heard:
                heard = json.loads(page.recv(30))
                games |= {row[0] for row in heard.get("games", [])}
        assert games == {1, 2}
        run.stderr.read()
    assert run.returncode == 0
