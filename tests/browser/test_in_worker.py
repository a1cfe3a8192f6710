"""The site's own Python, in a worker of a browser as on the site, tells what any other Python tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from site_server import SITE
from walkthrough_games import GAMES

from parapegma.browser import walkthrough

_PYTHON = next(iter(SITE.glob("python-*")), None)

IN_A_PAGE = """([script, asked]) => new Promise((resolve, reject) => {
  const worker = new Worker(script, { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(asked);
})"""


@pytest.fixture(scope="module")
def native():
    """What this Python tells, before there is a browser: beside one no event loop can run here."""
    return [walkthrough.walkthrough(*each) for each in GAMES]


def test_a_walkthrough_in_a_worker_of_a_browser_tells_the_same(native, browser, site):
    assert _PYTHON is not None, "make site builds it"
    site.added["walkthroughWorker.mjs"] = Path(__file__).with_name("walkthroughWorker.mjs").read_bytes()
    page = browser.new_page()
    page.goto(f"{site.url}icon.svg")
    asked = {
        "home": site.url,
        "folder": _PYTHON.name,
        "walkthrough": Path(walkthrough.__file__).read_text("utf-8"),
        "games": json.dumps(GAMES),
    }
    there = json.loads(page.evaluate(IN_A_PAGE, ["walkthroughWorker.mjs", asked]))
    for each, usual, told in zip(GAMES, native, there, strict=True):
        assert told == usual, each
    page.close()
