"""Someone who has never heard of a game, and goes through its lesson by the words of the page alone.

They read the task, look for what is called by its names or by its words, turn a tile that may be turned,
confirm where there is something to confirm, and try something else after a wrong decision. They never ask to
be shown.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from page_player import press, wait_and_see
from playwright.sync_api import Page

LIT = "[data-choice]:visible"
TURN = "button.turn:visible"
CONFIRM = "[data-confirm]:visible:enabled, button.lay:visible"
WAYS = ("[data-read]", "[data-again]", "[data-next]", "[data-play]")
# What can be seen, as one text: when it is another, something has happened.
LOOK = """() => {
  const seen = (name) => [...document.querySelectorAll(name)].filter((node) => node.checkVisibility());
  const text = (name) => seen(name).map((node) => node.textContent);
  const said = (node) => [node.dataset.choice, node.getAttribute("aria-label")];
  return JSON.stringify([
    text("[data-task]"), text("[data-asked]"), text("[data-wrong]"), text("[data-well]"),
    seen("[data-choice]").map(said),
    seen("[data-confirm]:enabled, button.lay, [data-read], [data-again]").length,
    document.querySelector("[data-step]")?.dataset.step, document.querySelector("[data-done]")?.dataset.done,
  ]);
}"""
CHOICES = """() => [...document.querySelectorAll("[data-choice]")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.dataset.choice, node.getAttribute("aria-label") ?? node.textContent])"""
NAMES = "() => [...document.querySelectorAll('[data-task] b')].map((each) => each.textContent)"
MOST_LOOKS = 400
_WORD = re.compile(r"[\w|]+")
# Words that do not say which thing is meant; and words that say the same.
_SMALL = frozenset(
    _WORD.findall(
        "a all an and any as at be by can for from in is it its of on one or so that the this to up with your"
    )
)
_SAME = {"nothing": "not", "no": "not", "none": "not", "thirteen": "13"}


def _words(text: str) -> set[str]:
    said = (word.lower() for word in _WORD.findall(text))
    return {_SAME.get(word, word) for word in said if word not in _SMALL}


@dataclass
class Newcomer:
    """Goes through lessons, and remembers what was tried in vain."""

    page: Page
    wrong: Counter[str] = field(default_factory=Counter)
    """How often the page said "not yet", for each move of each step."""
    _move: str = ""
    _made: list[tuple[str, str]] = field(default_factory=list)
    """What was chosen since the move began, and what that was called."""
    _turned: int = 0
    _failed: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def finish(self) -> None:
        """All steps from here on, until a real game is offered."""
        for _ in range(MOST_LOOKS):
            # What can be chosen comes a moment after what is to be done.
            self.page.wait_for_selector(", ".join((LIT, CONFIRM, *WAYS)))
            if self.page.locator("[data-play]").count():
                return
            before = self.page.evaluate(LOOK)
            self._do_something()
            wait_and_see(self.page, f"(before) => ({LOOK})() !== before", arg=before)
        raise AssertionError(f"lost at {self._move}: {self.wrong}")

    def _do_something(self) -> None:
        for way in WAYS:
            if self.page.locator(way).count():
                if way == "[data-again]":
                    self.wrong[self._move] += 1
                    self._give_up()
                return self.page.locator(way).click()
        confirm = self.page.locator(CONFIRM)
        if confirm.count():
            return press(confirm.first)
        return self._choose()

    def _give_up(self) -> None:
        """What was chosen leads nowhere; of what began like it, something else is tried first."""
        path = [notation for notation, _ in self._made]
        for length in range(1, len(path) + 1):
            self._failed[(self._move, *path[:length])] += 1
        self._made, self._turned = [], 0

    def _choose(self) -> None:
        move = " ".join(
            self.page.locator(f"[{name}]").first.get_attribute(name) or ""
            for name in ("data-step", "data-done")
        )
        if move != self._move:
            self._move, self._made, self._turned = move, [], 0
        task, names = self.page.locator("[data-task]").inner_text(), self.page.evaluate(NAMES)
        wanted = [name for name in names if not any(_called(name, label) for _, label in self._made)]
        lit: list[tuple[str, str]] = [(one, label) for one, label in self.page.evaluate(CHOICES)]
        if not lit:
            # What was lit a moment ago is being drawn anew; they look again when there is something to see.
            return None
        found = any(_called(name, label) for name in wanted for _, label in lit)
        if wanted and not found and self._turned < 3 and self.page.locator(TURN).count():
            self._turned += 1
            return self.page.locator(TURN).first.click()
        if wanted and not found and self._turned:
            # Not with this tile: another one is taken up before it is laid just anywhere.
            self._give_up()
        notation, label = max(lit, key=lambda each: self._promise(each[0], each[1], task, wanted))
        self._made.append((notation, label))
        self._turned = 0
        return press(self.page.locator(f"[data-choice={notation!r}]:visible").first)

    def _promise(self, notation: str, label: str, task: str, wanted: list[str]) -> float:
        """How much of the task is in what a choice is called, less what it says besides and what failed."""
        named = sum(10 - n / 2 for n, name in enumerate(wanted) if _called(name, label))
        said, asked = _words(label), _words(task)
        made = (self._move, *(one for one, _ in self._made), notation)
        # What has just been done is not done again at once.
        again = bool(self._made) and label.split()[0] == self._made[-1][1].split()[0]
        return named + len(said & asked) - len(said - asked) / 20 - 2 * again - 3 * self._failed[made]


def _called(name: str, label: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", label, re.IGNORECASE) is not None
