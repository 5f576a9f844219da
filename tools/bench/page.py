"""The replay page in a browser: time to the first paint, time of a step, and size."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from beachhead.protocol.page.replay import replay
from tests.browser.conftest import CHROMIUM
from tests.protocol.page.records import kept
from tools.bench import Figure, Missing

VISITS = 5
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
    """Yield milliseconds to the first paint and of a step, and kilobytes, for 300 actions of each game."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("no Playwright: `make browser` installs it") from None
    if CHROMIUM is None:
        raise Missing("no Chromium: `make browser` installs it on Debian, as root")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=CHROMIUM)
        for game in ("island", "royale"):
            file = Path(folder, f"{game}.html")
            file.write_text(replay(kept(game, 300)), encoding="utf-8")
            yield Figure(f"replay page of {game}, 300 actions", file.stat().st_size / 1000, "KB", 300, True)
            paints, steps = [], list[float]()
            for _ in range(VISITS):
                page = browser.new_page()
                paints.append(_painted(page, file))
                steps += page.evaluate(STEP)
                page.close()
            yield Figure(f"first paint of the page of {game}", median(paints), "ms", 200, True)
            yield Figure(f"step on the page of {game}", median(steps), "ms", 16, True)
        browser.close()


def _painted(page: Any, file: Path) -> float:  # Any: Playwright may not be there
    page.goto(f"{file.as_uri()}#100")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    return float(page.evaluate(PAINT))
