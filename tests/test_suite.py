"""The tests themselves: they mirror the sources, and what is said of their files is so."""

from __future__ import annotations

import pytest

from conftest import LONGEST, ROOT

TESTS = ROOT / "tests"
DATA = {"golden", "records", "scenarios"}
"""Folders of data, with what makes and reads it."""
HELPERS = {"helpers"}
OF_THE_PAGE = {"page"}
"""Tests of the page in a browser; its own logic is tested in web/."""


def test_folders_of_tests_mirror_those_of_the_package() -> None:
    tested = {folder.name for folder in TESTS.iterdir() if folder.is_dir() and folder.name != "__pycache__"}
    packages = {folder.parent.name for folder in (ROOT / "src" / "parapegma").glob("*/__init__.py")}
    assert tested - DATA - HELPERS - OF_THE_PAGE <= packages
    assert packages <= tested, "a package has no tests"


def test_folders_within_them_mirror_packages_or_games() -> None:
    """Where something lives tells where it is tested; what concerns a whole package lies above."""
    for folder in TESTS.glob("*/*/"):
        inside = folder.relative_to(TESTS)
        if not (DATA | HELPERS | OF_THE_PAGE) & set(inside.parts) and folder.name != "__pycache__":
            assert (ROOT / "src" / "parapegma" / inside / "__init__.py").exists(), f"{inside} mirrors nothing"


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_files_exist(name: str) -> None:
    assert list(TESTS.rglob(f"{name}.py"))


def test_what_lies_beside_the_tests_is_a_test() -> None:
    for file in TESTS.rglob("*.py"):
        if not (HELPERS | DATA) & set(file.parts) and file.name not in ("conftest.py", "__init__.py"):
            known = file.name.startswith("test_") or file.name in (
                "screenshots.py",
                "print_rulebooks.py",
                "pictures.py",
                "positions.py",
            )
            assert known, f"{file} is neither a test nor among the helpers"
