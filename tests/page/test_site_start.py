"""How the site of files alone begins: a picture and a bar, a start that is kept, what is installed."""

from __future__ import annotations

import threading

from firefox import in_firefox
from page_browser import CALM
from page_player import CHOOSABLE, play_now, press, wait_for_service_worker, wait_for_something, wait_until

_READY = 120_000
_SAY_HOW_IT_BEGAN = """
const plain = self.postMessage.bind(self);
self.postMessage = async (message, ...rest) => {
  if (message.type === "ready") await fetch(`began-${message.kept ? "kept" : "anew"}-${Date.now()}`);
  plain(message, ...rest);
};
"""
_KEPT_BYTES = """async () => {
  const cache = await caches.open("parapegma-python");
  const [start] = await cache.matchAll();
  return start ? (await start.blob()).size : 0;
}"""
_SPOIL_WHAT_IS_KEPT = """async () => {
  const cache = await caches.open("parapegma-python");
  for (const name of await cache.keys()) await cache.put(name, new Response("spoilt"));
}"""


def _how_it_began(site):
    return [name.split("began-")[1].split("-")[0] for name in site.asked if "began-" in name]


def _first_visit(browser, site):
    """A game begun at a first visit, until its start is kept."""
    site.before_worker(_SAY_HOW_IT_BEGAN)
    # Else the page's files would come from there, without what they are to say.
    page = browser.new_page(**CALM)
    page.goto(site.url)
    play_now(page, "Ophiuchus", _READY)
    wait_until(page, f"async () => await ({_KEPT_BYTES})() > 1_000_000")
    return page


def _number(page):
    """Of the last event that the page shows."""
    return int(page.locator("[data-number]").get_attribute("data-number"))


def test_the_next_visit_begins_from_a_kept_start_and_the_game_goes_on(browser, site):
    page = _first_visit(browser, site)
    before = _number(page)
    page.reload()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    assert _how_it_began(site) == ["anew", "kept"]
    assert _number(page) == before
    # Rules, storage and bots work in it: until a bot has answered.
    for _ in range(100):
        if _number(page) > before + 2:
            break
        wait_for_something(page, _READY)
        press(page.locator(CHOOSABLE).first)
    assert _number(page) > before + 2
    page.close()


def test_a_kept_start_that_is_spoilt_is_no_hindrance(browser, site):
    page = _first_visit(browser, site)
    page.evaluate(_SPOIL_WHAT_IS_KEPT)
    page.reload()
    page.wait_for_selector("[data-choice]", timeout=_READY)
    assert _how_it_began(site) == ["anew", "anew"]
    page.close()


def test_firefox_keeps_its_start_too_and_needs_it_not(site):
    site.before_worker(_SAY_HOW_IT_BEGAN)
    first = {"button": "Play now: Ophiuchus, against bots", "most": 100, "events": 2}
    again = {"most": 100, "events": 2}
    in_firefox(
        site.url,
        {"play": first},
        {"until": f"async () => await ({_KEPT_BYTES})() > 1_000_000"},
        {"reload": True},
        {"play": again},
        {"call": _SPOIL_WHAT_IS_KEPT},
        {"reload": True},
        {"play": again},
    )
    assert _how_it_began(site) == ["anew", "kept", "anew"]


def test_a_first_visit_shows_a_picture_of_the_board_and_a_bar_that_fills(visit, site):
    arrives = site.held["pyodide.asm.wasm"] = threading.Event()
    known = "localStorage['parapegma.games-here'] = '{\"lpicture\": \"pacal\"}';"
    page = visit("", url=f"{site.url}#/tables/lpicture", before=known)
    page.goto(f"{site.url}#/tables/lpicture")
    page.locator(".starting .board svg").first.wait_for()
    # Half of the largest file has come.
    page.wait_for_function("() => document.querySelector('.starting progress').value > 20")
    page.evaluate(_REMEMBER_THE_BAR)
    assert page.evaluate("window.filled.at(-1)") < 70
    arrives.set()
    page.locator(".starting").wait_for(state="detached", timeout=_READY)
    filled = page.evaluate("window.filled")
    assert filled == sorted(filled)
    assert filled[-1] == 75, "all files have come; Python starts"


_REMEMBER_THE_BAR = """() => {
  const bar = document.querySelector(".starting progress");
  window.filled = [bar.value];
  new MutationObserver(() => window.filled.push(bar.value)).observe(bar, { attributes: true });
}"""


def test_the_site_can_be_installed_from_a_folder_of_a_host(visit, site):
    remember = """
    const register = navigator.serviceWorker.register;
    navigator.serviceWorker.register = function (address, options) {
      window.registered = [String(address), options?.type ?? "classic"];
      return register.call(this, address, options);
    };
    """
    page = visit("", url=site.url, before=remember, service_workers="allow")
    play_now(page, "Ophiuchus", _READY)
    wait_for_service_worker(page)
    # A plain script: older browsers know no modules there.
    assert page.evaluate("window.registered") == [f"{site.url}sw.js", "classic"]
    for language, label in (("en", "Language"), ("it", "Language"), ("es", "Lingua")):
        page.evaluate("location.hash = '#/'")
        page.get_by_label(label).select_option(language)
        page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        address = page.locator("link[rel=manifest]").evaluate("(link) => link.href")
        assert address.startswith(site.url)
        manifest = page.request.get(address).json()
        for inside in ("id", "start_url", "scope"):
            assert _resolved(page, manifest.get(inside, "."), address).startswith(site.url), inside
        for icon in manifest["icons"]:
            found = page.request.get(_resolved(page, icon["src"], address))
            assert found.ok, icon
            assert found.headers["content-type"] == icon["type"]
    for link in page.locator("link[rel*=icon]").all():
        assert page.request.get(link.evaluate("(link) => link.href")).ok


def _resolved(page, address, base):
    found: str = page.evaluate("([address, base]) => new URL(address, base).href", [address, base])
    return found
