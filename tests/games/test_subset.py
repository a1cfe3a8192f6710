"""Rules keep to the subset that a GPU compiler accepts too, whatever Numba would let pass on a CPU."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from conftest import ROOT

SOURCE = ROOT / "src" / "parapegma"
COMPILED = [
    SOURCE / "core" / "compiled" / f"{name}.py"
    for name in ("bits", "entry_points", "events", "rng", "ranking")
]
FILES = [*COMPILED, *sorted(SOURCE.glob("games/*/rules/**/*.py"))]
GAMES = sorted(folder.parent.name for folder in SOURCE.glob("games/*/rules"))

FORBIDDEN = (
    ast.Try, ast.Raise, ast.Assert, ast.With, ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await,
    ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.FunctionDef, ast.ClassDef, ast.Delete,
    ast.Dict, ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.Slice, ast.Starred, ast.JoinedStr,
)  # fmt: skip


def rules_of(file: Path) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(file.read_text("utf-8"))
    return {
        node.name: node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list)
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_rules_use_only_the_subset(file):
    for name, function in rules_of(file).items():
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (node for statement in body for node in ast.walk(statement)):
            assert not isinstance(node, FORBIDDEN), f"{name}, line {node.lineno}: {type(node).__name__}"
            if isinstance(node, ast.Constant):
                assert isinstance(node.value, int), f"{name}, line {node.lineno}: {node.value!r}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                library = isinstance(node.func.value, ast.Name) and node.func.value.id == "np"
                # Invariants are for testing only and need room to count in.
                assert not library or "invariants" in file.as_posix(), (
                    f"{name}, line {node.lineno}: np.{node.func.attr}"
                )


@pytest.mark.parametrize("game", GAMES)
def test_rules_do_not_call_themselves(game):
    calls: dict[str, set[str]] = {}
    for file in SOURCE.glob(f"games/{game}/rules/**/*.py"):
        for name, function in rules_of(file).items():
            named = {
                n.func.id
                for n in ast.walk(function)
                if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
            }
            calls[name] = calls.get(name, set()) | named
    for start in calls:
        reached, waiting = set(), [start]
        while waiting:
            for called in calls.get(waiting.pop(), ()):
                assert called != start, f"{game}: {start} calls itself"
                if called not in reached:
                    reached.add(called)
                    waiting.append(called)
