"""Someone who plays through the page and clicks nothing but what can be chosen."""

from __future__ import annotations

import random
from typing import Any

from page_browser import Visit
from playwright.sync_api import ElementHandle, Error, Locator, Page

CHOOSABLE = "[data-choice]:visible"
CONFIRM = "[data-confirm]:visible:enabled"
END = "[data-status='over']"

_WAITED_FOR = f"""() => {{
  const seen = (name) => [...document.querySelectorAll(name)].some((node) => node.getClientRects().length);
  // What was lit before stays drawn until the answer comes.
  if (seen("[data-deciding]")) return null;
  if (seen({END!r})) return "end";
  if (seen("[data-confirm]:enabled")) return "confirm";
  return seen("[data-choice]") ? "choosable" : null;
}}"""

_ON_CHOICE = "document.activeElement?.matches('[data-choice], [data-confirm]:enabled') ?? false"

_POLLING = 25
_TIMEOUT = 3_000
_TAPS = 3
# A point where the thing is on top, from its middle outwards: a drawn shape may have its middle elsewhere.
# None while the board still moves: two frames must tell the same.
_POINT = """async (node) => {
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
  node.hit = false;
  node.addEventListener("click", () => { node.hit = true; }, { once: true, capture: true });
  const parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92];
  const find = () => {
    const box = node.getBoundingClientRect();
    for (const down of parts) {
      for (const across of parts) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down];
        const top = document.elementFromPoint(x, y);
        if (top && node.contains(top)) return { x, y };
      }
    }
    return null;
  };
  const before = find();
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const now = find();
  return before && now && Math.hypot(before.x - now.x, before.y - now.y) < 3 ? now : null;
}"""

_WHERE = """(node, { x, y }) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const there = document.elementFromPoint(x, y)?.outerHTML.slice(0, 160);
  return `clicked at ${x}, ${y}; it lies at ${left}, ${top}, ${width} by ${height}; there lies ${there}`;
}"""


def open_table(page: Page, game: str, bot: str = "novice", players: int | None = None, **options: Any) -> str:
    """Open a table with bots as the visitor of this page, and go there."""
    api = page.request
    if api.get("/api/v1/me").status == 401:
        origin = {"Origin": page.evaluate("location.origin")}
        assert api.post("/api/v1/guest", data={"name": "Ada"}, headers=origin).ok
        page.evaluate("localStorage.setItem('parapegma.came-in', 'yes')")
    games = {each["name"]: each for each in api.get("/api/v1/games").json()["games"]}
    players = players or games[game]["default_players"]
    wish = {"game": game, "seats": ["me", *[bot] * (players - 1)], "options": options}
    answer = api.post("/api/v1/tables", data=wish, headers={"Origin": page.evaluate("location.origin")})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/tables/{table}")
    return table


def play_now(page: Page, title: str, timeout: int = 30_000) -> None:
    """From the first page to the first decision; the lesson that is offered the first time is declined."""
    page.get_by_role("button", name=f"Play now: {title}").click()
    page.wait_for_selector("[data-just-play], [data-choice]", timeout=timeout)
    if page.locator("[data-just-play]").count():
        page.locator("[data-just-play]").click()
    page.wait_for_selector(CHOOSABLE, timeout=timeout)


def sit_down_together(visit: Visit, size: str = "desk", **settings: object) -> tuple[Page, Page]:
    """Ada opens a table of Ophiuchus for two, and Bob comes by its link, in a browser of his own."""
    ada = visit("/new/ophiuchus", **settings)
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="2 players").click()
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("heading", name="Invite").wait_for()
    bob = visit(ada.url, size, **settings)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    for page in (ada, bob):
        page.wait_for_selector("[data-status='running']")
    return ada, bob


def play_to_the_end(page: Page, chance: random.Random, most: int = 3_000) -> int:
    """Play until the page says that the game is over; return how many clicks it took."""
    for clicks in range(most):
        if wait_for_something(page) == "end":
            return clicks
        click_something(page, chance)
    raise AssertionError(f"the game is not over after {most} clicks")


def play_by_keyboard(page: Page, chance: random.Random, most: int = 3_000) -> int:
    """Play to the end with the Tab key and Enter alone; return how many things were chosen."""
    chosen = 0
    for _ in range(most):
        if wait_for_something(page) == "end":
            return chosen
        for _ in range(chance.randrange(4)):
            page.keyboard.press("Tab")
        for _ in range(200):
            if page.evaluate(_ON_CHOICE):
                page.keyboard.press("Enter")
                chosen += 1
                break
            page.keyboard.press("Tab")
        else:
            assert wait_for_something(page) == "end", "the Tab key does not come to what can be chosen"
    raise AssertionError(f"the game is not over after {most} choices")


def wait_for_something(page: Page, timeout: int = 60_000) -> str:
    """Wait until there is something to do, or nothing any more: ``choosable``, ``confirm`` or ``end``."""
    found: str = wait_and_see(page, _WAITED_FOR, timeout=timeout)
    return found


def wait_and_see(page: Page, wanted: str, timeout: int = 30_000, arg: object = None) -> Any:
    """Wait until a function finds something, and until that is drawn.

    Playwright asks at every frame, for which a page must draw one: most of what waiting costs.
    """
    found = page.wait_for_function(wanted, arg=arg, timeout=timeout, polling=_POLLING).json_value()
    # What moves a board does so before the next frame.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
    return found


def wait_until(page: Page, happened: str, timeout: int = 120_000) -> None:
    """Wait until an asynchronous function finds that something has happened.

    Playwright's own wait takes any promise for a yes.
    """
    page.evaluate(
        f"""async (timeout) => {{
          const until = performance.now() + timeout;
          while (!(await ({happened})())) {{
            if (performance.now() > until) throw new Error("it has not happened");
            await new Promise((again) => setTimeout(again, 50));
          }}
        }}""",
        timeout,
    )


def wait_for_service_worker(page: Page) -> None:
    """Wait until the page has one; what browsers promise stays open for ever where none can be registered."""
    wait_until(page, "async () => (await navigator.serviceWorker.getRegistration())?.active")


def wait_for_event(page: Page, number: int) -> None:
    """Wait until the page shows an event."""
    shown = "(number) => Number(document.querySelector('[data-number]').dataset.number) >= number"
    page.wait_for_function(shown, arg=number)


def click_something(page: Page, chance: random.Random) -> None:
    """Click one thing that can be chosen, or the button that sends what was put together."""
    confirm = page.locator(CONFIRM)
    if confirm.count():
        press(confirm.first)
        return
    found = page.locator(CHOOSABLE)
    count = found.count()
    if count:
        press(found.nth(chance.randrange(count)))


def press(thing: Locator) -> None:
    """Click, or tap where there are fingers, where the thing is seen: a click that misses it is a failure.

    Only what is gone by itself meanwhile, because the table has moved on, is left alone.
    """
    page = thing.page
    try:
        node = thing.element_handle(timeout=_TIMEOUT)
    except Error:
        return
    for _ in range(_TAPS):
        point = _point(page, node)
        if point is None:
            return
        if page.evaluate("navigator.maxTouchPoints > 0"):
            page.touchscreen.tap(point["x"], point["y"])
        else:
            page.mouse.click(point["x"], point["y"])
        if node.evaluate("(node) => node.hit === true") or _gone(node):
            return
        if not page.locator("[data-bubble]").count():
            break
        # On a busy machine a tap can last as long as a press that asks what a thing is: they tap again.
    raise AssertionError(f"the click missed {_named(node)}: {node.evaluate(_WHERE, point)}")


def _point(page: Page, node: ElementHandle) -> Any:
    """Where a thing can be clicked; nowhere if it is gone meanwhile."""
    deadline = page.evaluate("performance.now()") + _TIMEOUT
    while (point := node.evaluate(_POINT)) is None:
        if _gone(node):
            return None
        assert page.evaluate("performance.now()") < deadline, f"nothing of it can be clicked: {_named(node)}"
        page.wait_for_timeout(50)
    return point


def _gone(node: ElementHandle) -> bool:
    """Whether it can no longer be chosen or pressed."""
    left: bool = node.evaluate(
        "(node) => !node.isConnected || node.disabled || !(node.dataset.choice || 'confirm' in node.dataset)"
    )
    return left


def _named(node: ElementHandle) -> str:
    found: str = node.evaluate("(node) => node.outerHTML.slice(0, 160)")
    return found
