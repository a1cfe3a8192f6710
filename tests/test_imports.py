"""Who imports whom: layers as in docs/architecture.md, two parts of core, no cycles."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import grimp
import pytest

from conftest import ROOT


def test_the_contracts_of_imports_are_kept():
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def test_the_contracts_speak_of_every_package():
    """Otherwise a new package could import what it likes."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = {each["name"]: each for each in tomllib.load(file)["tool"]["importlinter"]["contracts"]}
    packages = {
        f"parapegma.{file.parent.name}" for file in (ROOT / "src" / "parapegma").glob("*/__init__.py")
    }
    layers = contracts["What is above may import what is below, never the other way round"]["layers"]
    assert packages <= {name for layer in layers for name in layer.split(" | ")}
    for name, left_out in (
        ("Nothing but the games names a game", {"parapegma.games"}),
        ("The raw layer under positions is for core and games", {"parapegma.core", "parapegma.games"}),
    ):
        assert set(contracts[name]["source_modules"]) == packages - left_out


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("parapegma", exclude_type_checking_imports=True, cache_dir=None)


def cycles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Sets of modules that import each other, directly or through others."""

    def reach(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            for each in imports[waiting.pop()] - found:
                found.add(each)
                waiting.append(each)
        return found

    reached = {module: reach(module) for module in imports}
    tied = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in imports
        if module in reached[module]
    }
    return sorted(sorted(each) for each in tied)


def test_a_cycle_would_be_found():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def test_no_modules_import_each_other_in_a_circle(graph):
    """Imports within functions count, too; those for the type checker alone do not."""
    assert cycles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []


def test_every_module_of_core_belongs_to_one_of_the_two_parts(graph):
    """Compiled modules import each other, errors, and nothing else of the package."""
    compiled = {module for module in graph.modules if module.startswith("parapegma.core.compiled.")}
    assert len(compiled) > 10
    for module in compiled:
        for used in graph.find_modules_directly_imported_by(module):
            assert used.startswith("parapegma.core.compiled") or used == "parapegma.errors", (
                f"{module}: {used}"
            )


def test_folders_of_compiled_functions_import_nothing_that_people_read(graph):
    compiled = {module for module in graph.modules if ".compiled." in module}
    assert {module.split(".")[1] for module in compiled} == {"bots", "core", "envs", "lab"}
    for module in compiled:
        for used in graph.find_modules_directly_imported_by(module):
            assert ".compiled" in used or used == "parapegma.errors", f"{module}: {used}"


def test_no_packages_import_each_other_in_a_circle(graph):
    """Modules and packages that lie side by side, each taken as one; the rules of a game are one thing."""
    parents = {module.rpartition(".")[0] for module in graph.modules} & set(graph.modules)
    tied = {}
    for parent in sorted(parent for parent in parents if not parent.endswith(".rules")):
        beside = graph.find_children(parent)
        imports: dict[str, set[str]] = {each: set() for each in beside}
        for module in graph.find_descendants(parent):
            here = child_of(parent, module)
            for used in graph.find_modules_directly_imported_by(module):
                if used.startswith(f"{parent}.") and child_of(parent, used) != here:
                    imports[here].add(child_of(parent, used))
        if found := cycles(imports):
            tied[parent] = found
    assert tied == {}


def child_of(parent: str, module: str) -> str:
    """Which of the things in a package a module belongs to."""
    return f"{parent}.{module.removeprefix(f'{parent}.').partition('.')[0]}"
