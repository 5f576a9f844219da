"""The pages in a browser: time to the first paint, time of a step, and size; the report of 10,000 games."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from beachhead.advice import judge
from beachhead.protocol.page.replay import replay
from beachhead.protocol.recorded import RecordedGame
from tests.browser.conftest import CHROMIUM
from tests.protocol.page.records import kept, played, recorded
from tools.bench import Figure, Missing

VISITS = 5
RECORDS: dict[str, Callable[[], RecordedGame]] = {
    "island": lambda: kept("island", 300),
    "royale": lambda: kept("royale", 300),
    "royale for six": lambda: recorded(*played("royale", 300, players="6").record()),
}
STEP = """() => {
  const found = [];
  for (let i = 0; i < 100; i++) {
    const begin = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
    document.body.getBoundingClientRect();
    found.push(performance.now() - begin);
  }
  return found;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def figures() -> Iterator[Figure]:
    """Yield milliseconds to the first paint and of a step, and kilobytes, for 300 actions of each game, with their analysis."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("no Playwright: `make browser` installs it") from None
    if CHROMIUM is None:
        raise Missing("no Chromium: `make browser` installs it on Debian, as root")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        for name, record in RECORDS.items():
            found, file = record(), Path(folder, "replay.html")
            file.write_text(replay(found, judge(found.table.timeline)), encoding="utf-8")
            yield Figure(f"replay page of {name}, 300 actions", file.stat().st_size / 1000, "KB", 300, True)
            paints, steps = [], list[float]()
            for _ in range(VISITS):
                page = browser.new_page()
                paints.append(_painted(page, file))
                steps += page.evaluate(STEP)
                page.close()
            yield Figure(f"first paint of the page of {name}", median(paints), "ms", 200, True)
            yield Figure(f"step on the page of {name}", median(steps), "ms", 16, True)
        file = _report(Path(folder))
        yield Figure("report of 10,000 games", file.stat().st_size / 1e6, "MB", 10, True)
        yield Figure(
            "opening the report of 10,000 games", median(_opened(browser, file) for _ in range(VISITS)), "s", 2, True
        )
        browser.close()


def _report(folder: Path) -> Path:
    """Make the report of a tournament of 10,000 games."""
    match, large = str(folder / "match"), str(folder / "large")
    for words in (
        ["beachhead", "match", "builtin:greedy", "builtin:greedy", "-n", "20", "--seed", "7", "--out", match],
        ["tools.bench._instant", "10000", match, large],
        ["beachhead", "report", large, "--pages", "0", "--luck", "20"],
    ):
        command = [sys.executable, "-m", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / "large" / "report.html"


def _opened(browser: Any, file: Path) -> float:  # Any: Playwright may not be there
    """Return the seconds until a page is loaded, its list of games is there, and it has been painted."""
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_function("() => document.querySelectorAll('#games tr').length === 100")
    seconds = page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(performance.now() / 1000)))")
    page.close()
    return float(seconds)


def _painted(page: Any, file: Path) -> float:  # Any: Playwright may not be there
    page.goto(f"{file.as_uri()}#100")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    return float(page.evaluate(PAINT))
