"""Examples in the documentation run, and links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
from typing import Any

import pytest

import parapegma
from conftest import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TRAINING = {
    "parapegma.envs.sb3",
    *(f"parapegma.lab.training.{name}" for name in ("imitation", "learning", "model", "run", "tables")),
}
"""Need the extra ``train``, which development does not install. ``make soak`` uses them."""
MODULES = [
    found.name
    for found in pkgutil.walk_packages(parapegma.__path__, "parapegma.")
    if not found.name.endswith("__main__") and found.name not in TRAINING
]
_FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|svelte))`")
FILES = [
    path.as_posix()
    for folder in ("src", "web/src", "tests", "docs", "examples", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".svelte")
]
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_on_a_page_do_what_they_say(page):
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_a_module_do_what_they_say(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("name", sorted(TRAINING))
def test_a_module_that_is_not_run_has_no_examples(name):
    source = ROOT / "src" / name.replace(".", "/")
    assert ">>>" not in source.with_suffix(".py").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in _LINK.findall(page.read_text("utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page):
    for named in _FILE.findall(page.read_text("utf-8")):
        assert any(file.endswith(f"/{named}") for file in FILES), f"{page.name} names {named}"


@pytest.mark.parametrize("game", parapegma.all_games(), ids=lambda game: game.name)
def test_every_part_and_fact_of_a_position_is_documented(game):
    sections = re.split(r"^## ", (ROOT / "docs" / "positions.md").read_text("utf-8"), flags=re.MULTILINE)
    section = next(section for section in sections if section.startswith(game.title))
    named = set(re.findall(r"`(\w+)`", section))
    position = parapegma.Position.deal(game, seed=1)
    for part in (*position.to_data(), *position.facts()):
        assert part == "chance" or part in named, f"docs/positions.md does not explain {part} of {game.name}"


def test_what_is_listed_first_is_drawn_first():
    """docs/positions.md says that decks are listed from the top."""
    match = parapegma.Match("ptolemaeus", 2, seed=1)
    top = match.position.to_data()["deck"][0]
    seat = match.actor
    drawn: Any = next(entry for entry in match.act("draw") if entry.kind == "drew")
    assert (drawn.seat, drawn.card) == (seat, top)


def test_the_readme_shows_the_two_commands_first():
    first_screen = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:20])
    assert "make play" in first_screen
    assert "make test" in first_screen


def test_every_dependency_is_explained():
    explained = (ROOT / "docs" / "dependencies.md").read_text("utf-8").lower()
    declared = re.findall(
        r'^  "([a-zA-Z0-9._-]+?)[><=]', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert declared
    page = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    for name in (*declared, *_without_types(page["dependencies"]), *_without_types(page["devDependencies"])):
        assert name.lower() in explained, f"{name} is not explained"


def _without_types(packages):
    """Packages of the page; types of others explain themselves."""
    return [name for name in packages if not name.startswith("@types/")]
