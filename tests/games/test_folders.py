"""Every game folder has the same files, so that whoever knows one finds everything in the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import ROOT

GAMES = sorted(path.parent for path in (ROOT / "src/parapegma/games").glob("*/__init__.py"))

REQUIRED = {"actions", "draw", "events", "options", "position", "rules", "state", "types", "view"}
OPTIONAL = {"components", "data", "heuristics", "layout", "picture", "reasons", "statistics"}
"""What a small game may leave out; the four games here have all of it."""

RULES = {"invariants", "knowledge", "observation", "scoring", "setup", "steps", "turn"}
"""Inside ``rules/``: the game's own topics are files of ``steps/``."""


def modules(folder: Path) -> set[str]:
    """The names of the modules in a folder, each a file or a package, and of its data."""
    found = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    return found - {"__init__", "__pycache__"}


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_has_the_same_modules_as_all_others(folder: Path) -> None:
    assert modules(folder) == REQUIRED | OPTIONAL


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_rules_of_a_game_have_the_same_modules_as_all_others(folder: Path) -> None:
    assert modules(folder / "rules") == RULES
