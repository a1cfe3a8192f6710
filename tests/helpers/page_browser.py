"""A real browser for tests: Chromium as it is packaged, pages at both sizes, a watch for what goes wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = {"desk": DESK, "phone": PHONE}

CALM: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
"""A browser in which nothing happens by itself."""

LONG = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
"""A soak: everything at both sizes."""

_ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
_NAMES = ("chromium", "chromium-browser", "google-chrome")

Visit = Callable[..., Page]


def at_one_size(names: Sequence[str], first: str = "desk") -> list[tuple[str, str]]:
    """Things of one kind, each at one of the sizes in turn; in a soak each at both."""
    sizes = sorted(SIZES, key=lambda size: size != first)
    return [(name, size) for n, name in enumerate(names) for size in sizes if LONG or size == sizes[n % 2]]


def browser_path() -> str:
    """Where the browser is."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    assert found, "the tests of the page need Chromium; make test installs it where it can"
    return found


# Not for the whole session: while Playwright is there, no other test of this process can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens pages, each in a browser of its own with no memory; what goes wrong in them fails the test.

    They are those of the server that all tests share, unless a test names the address of its own. A script
    may run in each page ``before`` its own. Unless a test asks for it, nothing moves by itself and no service
    worker fetches files for later: to draw and to fetch is most of what a browser costs.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def visit(
        path: str = "/", size: str = "desk", url: str | None = None, before: str = "", **settings: object
    ) -> Page:
        options = {
            "locale": "en-GB",
            "has_touch": size == "phone",
            "is_mobile": size == "phone",
            **CALM,
            **settings,
        }
        place = url or request.getfixturevalue("server").url
        context = browser.new_context(viewport=SIZES[size], base_url=place, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        if before:
            page.add_init_script(before)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _is_bad(said) else None)
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not wrong, wrong


def _is_bad(said: object) -> bool:
    # A server that is stopped on purpose is reported as a failed request.
    text, kind = said.text, said.type  # type: ignore[attr-defined]
    return kind == "error" and "net::ERR" not in text and "WebSocket connection" not in text
