"""What an earlier visit to the site keeps, for tests that are not about the first one.

To start Python from nothing is most of what a test of the site costs. It is done once for all tests of a run,
in a browser that keeps that start as it keeps it for anyone; others are given what it has kept.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from page_browser import CALM
from page_player import wait_until
from playwright.sync_api import Browser, Page
from site_server import SiteServer

ComeAgain = Callable[..., None]

_FILE, _PLACE = "start.kept", "nothing.html"
_EMPTY_PAGE = b"<!doctype html><title>Nothing starts here</title><link rel=icon href=data:,>"
_IS_KEPT = """async () => {
  const [kept] = await (await caches.open("parapegma-python")).matchAll();
  return kept ? (await kept.blob()).size > 1_000_000 : false;
}"""
_SEND = f"""async () => {{
  const cache = await caches.open("parapegma-python");
  const [kept] = await cache.keys();
  await fetch("{_FILE}", {{ method: "PUT", body: await (await cache.match(kept)).blob() }});
  return kept.url.slice(kept.url.lastIndexOf("/") + 1);
}}"""
_KEEP = f"""async (name) => {{
  const content = await (await fetch("{_FILE}")).arrayBuffer();
  await (await caches.open("parapegma-python")).put(name, new Response(content));
}}"""


@pytest.fixture
def come_again(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> ComeAgain:
    """Goes with a page to the site as to one where its browser has been before."""
    folder = tmp_path_factory.getbasetemp()
    name, start = _kept(browser, folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)

    def come(page: Page, site: SiteServer, path: str = "") -> None:
        site.added |= {_FILE: start, _PLACE: _EMPTY_PAGE}
        page.goto(f"{site.url}{_PLACE}")
        page.evaluate(_KEEP, name)
        page.goto(f"{site.url}{path}")

    return come


def _kept(browser: Browser, folder: Path) -> tuple[str, bytes]:
    """A start that was kept, and its name; the first process that asks makes it, all others wait for it."""
    content, name = folder / "kept_start", folder / "kept_start.name"
    with (folder / "kept_start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not name.exists():
            with SiteServer(path="/some/folder/").running() as site:
                page = browser.new_page(**CALM)
                page.goto(site.url)
                wait_until(page, _IS_KEPT)
                found = page.evaluate(_SEND)
                page.close()
                content.write_bytes(site.added[_FILE])
            name.write_text(found)
    return name.read_text(), content.read_bytes()
