"""A real browser for the tests of pages: Debian's Chromium, driven by Playwright. `make browser` installs both."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Visit:
    """A page in a browser, with all that it asked for and complained of."""

    def __init__(self, page: Any) -> None:  # Any: Playwright may not be there
        self.page = page
        self.requests: list[str] = []
        self.own: set[str] = set()  # what may be asked for
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))

    def show(self, text: str, file: Path, fragment: str = "") -> Any:
        """Write a page to a file and open it there."""
        file.write_text(text, encoding="utf-8")
        self.own.add(file.as_uri())
        self.page.goto(file.as_uri() + fragment)
        return self.page


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """The browser; without one the tests are skipped.

    It is closed before other tests follow: while it is open, Playwright runs an event loop in this thread, and no other can.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: `make browser` installs it")
    if CHROMIUM is None:
        pytest.skip("no Chromium: `make browser` installs it on Debian, as root")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """A fresh page, which must have asked for nothing else and complained of nothing when the test is over."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    made = Visit(context.new_page())
    yield made
    context.close()
    assert made.complaints == []
    assert {url.partition("#")[0] for url in made.requests} <= made.own
