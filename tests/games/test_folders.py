"""Every game has the same files, in its folder and in the folder of its rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from parapegma.core.game import Actions, Events, Positions, Views, any_options

OWN = sorted(file.parent for file in (ROOT / "src" / "parapegma" / "games").glob("*/__init__.py"))
EXAMPLE = ROOT / "examples" / "fifth_game" / "fifth_game"

NEEDED = {"__init__", "actions", "draw", "events", "options", "position", "rules", "state", "types", "view"}
OPTIONAL = {"components", "data", "heuristics", "layout", "picture", "reasons", "statistics"}
"""A small game may do without these."""
RULES = {"__init__", "invariants", "knowledge", "observation", "scoring", "setup", "steps", "turn"}
MOST_FILES = 12
"""What a small game has at most."""


def modules(folder: Path) -> set[str]:
    """The modules of a package: files, and packages of the same name."""
    kept = (path for path in folder.iterdir() if path.name != "__pycache__")
    return {path.stem for path in kept if path.suffix == ".py" or path.is_dir()}


@pytest.mark.parametrize("game", OWN, ids=lambda folder: folder.name)
def test_a_game_has_the_files_that_every_game_has(game: Path) -> None:
    assert modules(game) == NEEDED | OPTIONAL
    assert modules(game / "rules") == RULES


def test_the_example_has_the_same_files_and_few_of_them() -> None:
    found = modules(EXAMPLE)
    assert found >= NEEDED
    assert found <= NEEDED | OPTIONAL
    assert (
        len([file for file in EXAMPLE.rglob("*") if file.is_file() and "__pycache__" not in file.parts])
        <= MOST_FILES
    )


@pytest.mark.parametrize("game", [*OWN, EXAMPLE], ids=lambda folder: folder.name)
def test_the_first_line_of_a_file_says_what_lives_there(game: Path) -> None:
    for file in game.rglob("*.py"):
        assert file.read_text("utf-8").startswith('"""'), file


@pytest.mark.parametrize("game", [*OWN, EXAMPLE], ids=lambda folder: folder.name)
def test_phases_endings_and_events_are_declared_once(game: Path) -> None:
    state = (game / "state.py").read_text("utf-8")
    for name in ("PHASES", "ENDINGS", "EVENTS"):
        assert f"\n{name}" in state, f"{name} is not declared in state.py"
        # What a game calls so among its components is another thing: cards of events.
        others = set(game.rglob("*.py")) - {game / "state.py"} - set(game.rglob("components*"))
        again = [file for file in others if f"\n{name}" in file.read_text("utf-8")]
        assert not again, f"{name} is declared again"


def parameters(function: Callable[..., Any]) -> list[str]:
    """The names of what a function takes; what may be left out has a ``=``."""
    found = inspect.signature(function).parameters.values()
    return [
        f"{each.name}{'' if each.default is each.empty else '='}" for each in found if each.name != "self"
    ]


@pytest.mark.parametrize("game", [*OWN, EXAMPLE], ids=lambda folder: folder.name)
def test_the_functions_of_the_contract_take_the_same_in_every_game(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the rules are held to the contract wherever a game is loaded."""
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    package = "fifth_game" if game == EXAMPLE else f"parapegma.games.{game.name}"
    protocols = {"actions": Actions, "view": Views, "position": Positions, "events": Events}
    wanted = {
        (file, name): parameters(function)
        for file, protocol in protocols.items()
        for name, function in vars(protocol).items()
        if inspect.isfunction(function) and not name.startswith("_")
    }
    wanted["draw", "text"] = ["view", "legal="]
    if "picture" in modules(game):
        wanted["picture", "svg"] = ["view"]
    if hasattr(import_module(f"{package}.options"), "fit"):
        wanted["options", "fit"] = parameters(any_options)
    found = {
        (file, name): parameters(getattr(import_module(f"{package}.{file}"), name)) for file, name in wanted
    }
    assert found == wanted
