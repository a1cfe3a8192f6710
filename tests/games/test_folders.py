"""Every game has the same files, in its folder and in the folder of its rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, get_args

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


@pytest.fixture(params=[*OWN, EXAMPLE], ids=lambda folder: folder.name)
def package(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game's package, the example's too."""
    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    return "fifth_game" if request.param == EXAMPLE else f"parapegma.games.{request.param.name}"


def test_a_phase_is_a_type_and_every_phase_that_is_asked_is_one(package: str) -> None:
    """So whoever checks types finds a phase that there is none of."""
    state, types = import_module(f"{package}.state"), import_module(f"{package}.types")
    for name, others in (("Phase", {"running"}), ("Ending", {""})):
        words, declared = get_args(getattr(state, name)), getattr(state, f"{name.upper()}S")
        assert declared[-len(words) :] == words
        assert set(declared[: -len(words)]) <= others
        assert getattr(types, name) is getattr(state, name)


def test_every_event_is_told_and_there_are_no_others(package: str) -> None:
    """Every number of an event makes an entry, and together they make every kind of entry."""
    events, types = import_module(f"{package}.events"), import_module(f"{package}.types")
    declared = import_module(f"{package}.state").EVENTS
    told = {name: entry_of(events.describe, kind) for kind, name in enumerate(declared)}
    assert None not in told.values(), [name for name, entry in told.items() if entry is None]
    assert set(told.values()) == set(types.LOG_ENTRIES)
    for unknown in (-1, len(declared)):
        assert entry_of(events.describe, unknown) is None


def entry_of(describe: Callable[..., Any], kind: int) -> type | None:
    """What kind of entry an event makes, whichever small numbers go with it; none for what is no event."""
    for a, b in product(range(24), range(9)):
        try:
            return type(describe((kind, 0, a, b), None))
        except (AssertionError, IndexError, KeyError):
            continue
    return None


def parameters(function: Callable[..., Any]) -> list[str]:
    """The names of what a function takes; what may be left out has a ``=``."""
    found = inspect.signature(function).parameters.values()
    return [
        f"{each.name}{'' if each.default is each.empty else '='}" for each in found if each.name != "self"
    ]


def test_the_functions_of_the_contract_take_the_same_in_every_game(package: str) -> None:
    """Those of the rules are held to the contract wherever a game is loaded."""
    protocols = {"actions": Actions, "view": Views, "position": Positions, "events": Events}
    wanted = {
        (file, name): parameters(function)
        for file, protocol in protocols.items()
        for name, function in vars(protocol).items()
        if inspect.isfunction(function) and not name.startswith("_")
    }
    wanted["draw", "text"] = ["view", "legal="]
    if package != "fifth_game":
        wanted["picture", "svg"] = ["view"]
    if hasattr(import_module(f"{package}.options"), "fit"):
        wanted["options", "fit"] = parameters(any_options)
    found = {
        (file, name): parameters(getattr(import_module(f"{package}.{file}"), name)) for file, name in wanted
    }
    assert found == wanted
