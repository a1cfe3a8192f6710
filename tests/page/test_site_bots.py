"""Bots of the site of files alone think in workers, one for each of their trees, and the page goes on."""

from __future__ import annotations

import random

import pytest
from page_browser import CALM
from page_player import CHOOSABLE, END, click_something, wait_for_something

_READY = 120_000
# Each worker says what it is asked, and that it has answered.
_SAY_WHAT_IS_ASKED = """
Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
let workers = 0;
self.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (data.type === "thought") fetch(`answer-of-${this.number}-${data.id}`);
    });
  }
  postMessage(message) {
    if (message.type === "think") {
      this.number ??= workers++;
      const question = JSON.parse(message.question);
      fetch(`asked-of-${this.number}-${message.id}?tree=${question.tree}`);
      CHANGE
      message.question = JSON.stringify(question);
    }
    super.postMessage(message);
  }
};
"""


def _begin(page, bot):
    page.get_by_role("button", name="2 players").click(timeout=_READY)
    page.get_by_label("Seat 2", exact=True).select_option(bot)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(f"{CHOOSABLE}, [data-number]", timeout=_READY)


def _said(site, what):
    return {name.rpartition("/")[2].rpartition("-")[0] for name in site.asked if what in name}


def _play_until(page, happened):
    chance = random.Random(5)
    for _ in range(2_000):
        if happened():
            return
        assert page.locator(END).count() == 0
        click_something(page, chance)
        # It may be the bot's turn, who then is asked.
        page.wait_for_timeout(50)
    raise AssertionError("it does not happen")


@pytest.mark.parametrize(("bot", "workers"), [("master", 1), ("oracle", 2)])
def test_as_many_workers_think_for_a_bot_as_it_has_trees(browser, site, come_again, bot, workers):
    few = "question.iterations = 200;"
    site.before_worker(_SAY_WHAT_IS_ASKED.replace("CHANGE", few))
    page = browser.new_page(**CALM)
    come_again(page, site, "#/new/ophiuchus")
    _begin(page, bot)
    # Until it was asked several times: always the same workers.
    _play_until(page, lambda: sum("answer-of-" in name for name in site.asked) >= 3 * workers)
    assert _said(site, "asked-of-") == {f"asked-of-{n}" for n in range(workers)}
    page.close()


@pytest.mark.parametrize("bot", ["master", "oracle"])
def test_while_a_bot_thinks_the_page_goes_on_and_other_tables_are_played(browser, site, come_again, bot):
    # As long as nobody ends it: the same search without the limits of a level.
    endless = "question.bot = question.tree === null ? 'search:1000000000' : 'search:1000000000x2';"
    endless += "question.iterations = question.seconds = null; question.thorough = true;"
    site.before_worker(_SAY_WHAT_IS_ASKED.replace("CHANGE", endless))
    page = browser.new_page(**CALM)
    come_again(page, site, "#/new/ophiuchus")
    _begin(page, bot)
    table = page.url
    # A bot that has no choice answers at once; then it is asked again.
    for _ in range(10):
        _play_until(page, lambda: _unanswered(site))
        thinking = _unanswered(site)
        _try_everything_else(page, site)
        if thinking & _unanswered(site):
            break
        page.goto(table)
    else:
        raise AssertionError("the bot never thinks")
    page.close()


def _try_everything_else(page, site):
    """Frames are drawn, the table is shown as text; the worker of the tables lists them and plays another."""
    assert page.evaluate(_FRAMES, 30) == 30
    page.keyboard.press("t")
    page.get_by_role("heading", name="Now", exact=True).wait_for()
    page.keyboard.press("t")
    page.evaluate("location.hash = '#/'")
    page.get_by_role("button", name="Delete this game: Ophiuchus").wait_for()
    page.goto(f"{site.url}#/new/ptolemaeus")
    page.get_by_role("button", name="1 player", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(CHOOSABLE)
    before, chance = _number(page), random.Random(2)
    for _ in range(100):
        if _number(page) > before:
            return
        wait_for_something(page)
        click_something(page, chance)
    raise AssertionError("the other table stands still")


def _unanswered(site):
    """The questions that are asked now."""
    names = [name.rpartition("/")[2] for name in list(site.asked)]
    asked = {name.removeprefix("asked-of-") for name in names if name.startswith("asked-of-")}
    return asked - {name.removeprefix("answer-of-") for name in names}


_FRAMES = """(wanted) => new Promise((resolve) => {
  let seen = 0;
  const count = () => (++seen === wanted ? resolve(seen) : requestAnimationFrame(count));
  requestAnimationFrame(count);
})"""


def _number(page):
    """Of the last event that the page shows."""
    return int(page.locator("[data-number]").get_attribute("data-number"))


def test_a_bot_whose_worker_is_lost_is_asked_again_in_another(browser, site, come_again):
    lost = """
      if (this.number === 0) return void setTimeout(() => this.onerror({ message: "out of memory" }));
    """
    site.before_worker(_SAY_WHAT_IS_ASKED.replace("CHANGE", lost))
    page = browser.new_page(**CALM)
    come_again(page, site, "#/new/ophiuchus")
    _begin(page, "novice")
    _play_until(page, lambda: _said(site, "answer-of-"))
    assert _said(site, "asked-of-") == {"asked-of-0", "asked-of-1"}
    assert _said(site, "answer-of-") == {"answer-of-1"}
    page.close()


def test_where_no_workers_can_be_had_bots_think_all_the_same(browser, site, come_again):
    site.before_worker(
        "self.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };"
    )
    page = browser.new_page(**CALM)
    come_again(page, site, "#/new/ophiuchus")
    _begin(page, "novice")
    before = _number(page)
    _play_until(page, lambda: _number(page) > before + 5)
    page.close()
