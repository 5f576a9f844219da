"""`python -m tools.pictures`: draw the boards of docs/pictures, and photograph a replay and a report if there is a browser."""

import subprocess
import sys
import tempfile
from pathlib import Path

from beachhead.advice import judge
from beachhead.engine.drawing.svg import svg_of
from beachhead.engine.games import find_game
from beachhead.engine.island import ISLAND
from beachhead.engine.royale import ROYALE
from beachhead.protocol.page.replay import replay
from beachhead.protocol.recorded import read_lines, read_record
from tests.browser.conftest import CHROMIUM
from tests.engine.royale.tables import at
from tests.engine.royale.test_diagram import MIDDLE

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
RECORD = ROOT / "tests" / "protocol" / "records" / "island-random-1-random-2-seed-7.bhr"
MOVE = 88
CUP = """
name = "Friday cup"
game = "island"
mode = "short"
games = 24
seed = "friday"
time = "move 0.5"
concurrency = 2
reuse = true
bot = [
    { name = "scout", command = "builtin:scout" },
    { name = "greedy", command = "builtin:greedy" },
    { name = "rookie", command = "builtin:rookie" },
    { name = "random", command = "builtin:random" },
]
"""
ISLAND_POSITION = "12/10js1/12/7ss4/8*ss2/12/3ss4Sn3/4*7/3ss8/12/3Tn2Je5/12 c:.SJ.. j:j...t 1+1 south act:3 9"

ROYALE_POSITION = at("", ["c6~wine", "f5~beer:dagger,sword:boots", "b3x~mixed:boots"], "ready", rest="map")


def main() -> int:
    """Draw everything; return 1 if there is no browser."""
    FOLDER.mkdir(exist_ok=True)
    state = ISLAND.read(ISLAND_POSITION)
    _write("island.svg", svg_of(ISLAND, state, preview=ISLAND.action(state, "shoot d2"), has_threats=True))
    _write("royale.svg", svg_of(ROYALE, ROYALE.read(MIDDLE), last=ROYALE.canonical("move d4")))
    _write("island-board.svg", svg_of(ISLAND, ISLAND.read(ISLAND_POSITION)))
    _write("royale-board.svg", svg_of(ROYALE, ROYALE.read(ROYALE_POSITION)))
    if CHROMIUM is None:
        sys.stderr.write("pictures: no Chromium: `make browser` installs it on Debian, as root\n")
        return 1
    record = read_record(read_lines(RECORD), RECORD.name, find_game)
    page = replay(record, judge(record.table.timeline))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(page, encoding="utf-8")
        _take(file.as_uri() + f"#{MOVE}", FOLDER / "replay.png", 860)
        _take(_report(Path(folder)).as_uri(), FOLDER / "report.png", 1250)
    return 0


def _write(name: str, text: str) -> None:
    (FOLDER / name).write_text(text, encoding="utf-8")


def _report(folder: Path) -> Path:
    """Play a small tournament, and return the page of its results."""
    file = folder / "cup.toml"
    file.write_text(CUP, encoding="utf-8")
    for words in (["tournament", str(file)], ["report", str(folder / "cup"), "--pages", "0", "--luck", "all"]):
        subprocess.run([sys.executable, "-m", "beachhead", *words], check=True, stdout=subprocess.DEVNULL)
    return folder / "cup" / "report.html"


def _take(address: str, to: Path, height: int) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1280, "height": height})
        page.goto(address)
        page.screenshot(path=to)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
