"""The site of files alone where files, browsers or storage fail: a sentence says so, and nothing is lost."""

from __future__ import annotations

import json

import pytest
from page_browser import CALM
from page_check import check_page
from page_player import CHOOSABLE, play_now, press, wait_for_something

_READY = 120_000


def _alert(page, words):
    return page.get_by_role("alert").filter(has_text=words).first


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("rules.pack", "could not be fetched"),
        ("pyodide.asm.wasm", "could not be fetched"),
        ("tableWorker-", "could not be fetched"),
    ],
)
def test_a_missing_file_is_said_and_nothing_is_lost(browser, site, come_again, part, sentence):
    page = browser.new_page(**CALM)
    site.missing.add(part)
    page.goto(site.url)
    _alert(page, sentence).wait_for(timeout=_READY)
    site.missing.clear()
    come_again(page, site)
    play_now(page, "Ophiuchus", _READY)
    page.close()


def test_a_broken_library_is_said(browser, site):
    page = browser.new_page(**CALM)
    site.broken.add("rules.pack")
    page.goto(site.url)
    _alert(page, "could not be").wait_for(timeout=_READY)
    page.close()


def _with_a_wrong_bit(packed):
    """The same files with another last byte: of the rules of the last game, which keep their length."""
    return packed[:-1] + bytes([packed[-1] ^ 1])


def test_a_damaged_library_of_the_right_length_is_said(browser, site):
    site.changed["rules.pack"] = _with_a_wrong_bit
    page = browser.new_page(**CALM)
    page.goto(f"{site.url}#/new/ulysses")
    page.get_by_role("button", name="Begin").click(timeout=_READY)
    _alert(page, "The rules of this game could not be loaded").wait_for(timeout=_READY)
    # All others are whole.
    page.goto(f"{site.url}#/new/ophiuchus")
    page.get_by_role("button", name="Begin").click(timeout=_READY)
    page.wait_for_selector("[data-choice]", timeout=_READY)
    page.close()


_WITHOUT_EXCEPTIONS = """
const validate = WebAssembly.validate;
// A module is a head of eight bytes and then sections, each with a kind and a length; one kind holds tags.
WebAssembly.validate = (module) => {
  for (let at = 8; at < module.length; at += 2 + module[at + 1]) if (module[at] === 13) return false;
  return validate.call(WebAssembly, module);
};
"""


@pytest.mark.parametrize(
    "lacking",
    [
        "WebAssembly.validate = () => false;",
        _WITHOUT_EXCEPTIONS,
        "delete self.WebAssembly;",
        "delete self.BigInt64Array;",
        "delete self.BroadcastChannel;",
    ],
    ids=["everything", "exceptions", "WebAssembly", "BigInt", "channels"],
)
def test_an_old_browser_is_told_so(browser, site, lacking):
    site.before_worker(lacking)
    page = browser.new_page(**CALM)
    page.goto(site.url)
    told = _alert(page, "too old for the games: they need Chrome or Edge 95")
    told.wait_for(timeout=_READY)
    # Before anything that could be tried in vain.
    assert told.bounding_box()["y"] < page.locator("article").first.bounding_box()["y"]
    if lacking == "delete self.WebAssembly;":
        check_page(page, phone=False)
    page.close()


_PLAIN_WORKERS = "self.Worker = class extends Worker { constructor(address) { super(address); } };"
_NO_WORKERS = "self.Worker = class { constructor() { throw new TypeError('no modules'); } };"


@pytest.mark.parametrize("workers", [_PLAIN_WORKERS, _NO_WORKERS], ids=["plain", "none"])
def test_a_browser_whose_workers_are_no_modules_is_told_so(browser, site, workers):
    page = browser.new_page(**CALM)
    page.add_init_script(workers)
    page.goto(site.url)
    _alert(page, "too old for the games").wait_for(timeout=_READY)
    page.close()


def _storage_that(refuses, error):
    """Storage of small texts that refuses to be had, or to be written."""
    refuse = f"throw new DOMException('no', '{error}');"
    if refuses == "anything":
        return f"Object.defineProperty(window, 'localStorage', {{ get() {{ {refuse} }} }});"
    return f"Storage.prototype.setItem = () => {{ {refuse} }};"


@pytest.mark.parametrize(
    ("refuses", "error", "sentence"),
    [
        ("writing", "QuotaExceededError", "has no room left"),
        ("anything", "SecurityError", "keeps nothing"),
    ],
)
def test_a_browser_that_keeps_nothing_is_told_of_and_the_game_goes_on(
    visit, site, come_again, refuses, error, sentence
):
    site.before_worker(f"IDBFactory.prototype.open = () => {{ throw new DOMException('no', '{error}') }};")
    page = visit("about:blank", url=site.url, before=_storage_that(refuses, error))
    come_again(page, site)
    # What is kept is read when the page begins.
    _alert(page, sentence).wait_for(timeout=_READY)
    check_page(page, phone=False)
    page.get_by_label("Language").select_option("it")
    page.get_by_text("Gioca subito").first.wait_for()
    page.get_by_label("Lingua").select_option("en")
    play_now(page, "Ophiuchus", _READY)
    _alert(page, sentence).wait_for()
    for _ in range(3):
        wait_for_something(page)
        press(page.locator(CHOOSABLE).first)
    # The opened table is in the list of this page, as long as that lasts.
    page.evaluate("location.hash = '#/'")
    page.get_by_role("button", name="Delete this game: Ophiuchus").wait_for()


_FULL_AFTER = """
let left = %d;
const usual = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
  const change = usual.call(this, stores, mode, ...rest);
  // Tables and their events are written together; whoever deletes names the notes, too.
  if (mode === "readwrite" && stores.length === 2 && left-- <= 0) {
    Object.defineProperty(change, "error", { value: new DOMException("full", "QuotaExceededError") });
    change.abort();
    for (const name of ["objectStore"]) change[name] = () => ({ add() {}, put() {} });
  }
  return change;
};
"""


def test_storage_that_is_full_in_the_middle_of_a_game_is_told_and_nothing_is_lost(
    visit, site, come_again, tmp_path
):
    site.before_worker(_FULL_AFTER % 3)
    page = visit("about:blank", url=site.url)
    come_again(page, site)
    play_now(page, "Ophiuchus", _READY)
    for _ in range(100):
        if _alert(page, "has no room left").count():
            break
        wait_for_something(page)
        press(page.locator(CHOOSABLE).first)
    _alert(page, "has no room left: the game goes on").wait_for()
    check_page(page, phone=False)
    before = _number(page)
    for _ in range(100):
        if _number(page) > before + 2:
            break
        wait_for_something(page)
        press(page.locator(CHOOSABLE).first)
    assert _number(page) > before + 2
    page.evaluate("location.hash = '#/'")
    _alert(page, "has no room left: what you play now").wait_for()
    with page.expect_download(timeout=_READY) as saved:
        page.get_by_role("button", name="Save the record of this game: Ophiuchus").click()
    saved.value.save_as(tmp_path / "game.parapegma")
    moves = (tmp_path / "game.parapegma").read_text()
    assert moves.startswith("parapegma record 1\n")
    assert len(moves.splitlines()) > 5
    page.get_by_role("button", name="Delete this game: Ophiuchus").click()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_function("() => document.querySelectorAll('#mine li').length === 0")
    assert json.loads(page.evaluate(_KEPT_TABLES)) == []


_KEPT_TABLES = """() => new Promise((resolve) => {
  indexedDB.open("parapegma").onsuccess = ({ target }) => {
    const asked = target.result.transaction("tables").objectStore("tables").getAll();
    asked.onsuccess = () => resolve(JSON.stringify(asked.result));
  };
})"""


def _number(page):
    """Of the last event that the page shows."""
    return int(page.locator("[data-number]").get_attribute("data-number"))


def test_a_game_that_the_browser_does_not_delete_is_told_of(visit, site, come_again):
    refuse = "IDBObjectStore.prototype.delete = () => { throw new DOMException('no', 'SecurityError') };"
    site.before_worker(refuse)
    page = visit("about:blank", url=site.url)
    come_again(page, site)
    play_now(page, "Ophiuchus", _READY)
    page.evaluate("location.hash = '#/'")
    page.get_by_role("button", name="Delete this game: Ophiuchus").click()
    page.get_by_role("button", name="Delete for good").click()
    _alert(page, "did not delete the game").wait_for()
    assert page.locator("#mine li").count() == 1
