"""What the page says: every refusal has words, every entry all languages, no key that is used is missing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "parapegma" / "server"
WORDS = ROOT / "web" / "words"
SOURCES = ROOT / "web" / "src"
LANGUAGES = ["en", "es", "it"]
AREAS = {path.stem: json.loads(path.read_text()) for path in sorted(WORDS.glob("*.json"))}
_PLURALS = {"zero", "one", "two", "few", "many", "other"}


def _codes() -> set[str]:
    """The codes of everything that the server refuses, and why it parts from a reader, from its sources."""
    found: set[str] = set()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                found.update(_code_of(node))
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_CODES":
                found.update(ast.literal_eval(node.value).values())
    return found


def _code_of(call: ast.Call) -> Iterator[str]:
    """The code in a call that makes a refusal, where it is written out."""
    places = {"Problem": 1, "ProblemBody": 0, "drop": 0, "part_from": 1}
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    place = places.get(name)
    if place is None or len(call.args) <= place:
        return
    for node in ast.walk(call.args[place]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _arguments(text: str) -> set[tuple[str, str]]:
    """The arguments of a message in ICU format: names with their kinds, and the cases of a selection.

    >>> sorted(_arguments("{who} has {n, plural, one {a card} other {{n} cards}}"))
    [('n', ''), ('n', 'plural'), ('who', '')]
    """
    found: set[tuple[str, str]] = set()
    _message(text, 0, found)
    return found


def _message(text: str, at: int, found: set[tuple[str, str]]) -> int:
    """Read a message up to the brace that ends it."""
    while at < len(text) and text[at] != "}":
        at = _argument(text, at + 1, found) if text[at] == "{" else at + 1
    return at


def _argument(text: str, at: int, found: set[tuple[str, str]]) -> int:
    """Read an argument from after its first brace to after its last."""
    head = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?,?\s*").match(text, at)
    assert head, f"what is this argument? {text[at:]}"
    name, kind = head[1], head[2] or ""
    found.add((name, kind))
    at = head.end()
    while text[at] != "}":
        case = re.compile(r"\s*([=\w]+)\s*\{").match(text, at)
        assert case, f"what is this case? {text[at:]}"
        if kind == "select":
            found.add((name, f"select {case[1]}"))
        elif case[1] not in _PLURALS:
            found.add((name, f"{kind} {case[1]}"))
        at = _message(text, case.end(), found) + 1
        at = at + len(text[at:]) - len(text[at:].lstrip())
    return at + 1


def _keys_in_use() -> dict[str, list[str]]:
    """Every key that is written out in the page's sources, with the files that use it."""
    found: dict[str, list[str]] = {}
    areas = "|".join(AREAS)
    for path in sorted([*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")]):
        for key in re.findall(rf"""\bt\(\s*["']((?:{areas})\.[\w.-]+)["']""", path.read_text()):
            found.setdefault(key, []).append(str(path.relative_to(SOURCES)))
    return found


def test_every_refusal_of_the_server_has_words_on_the_page() -> None:
    codes = _codes()
    assert {"stale", "illegal", "too-slow", "our-mistake", "not-found"} <= codes
    assert codes - AREAS["errors"].keys() == set()


@pytest.mark.parametrize("area", AREAS)
def test_every_entry_speaks_all_languages(area: str) -> None:
    entries: dict[str, dict[str, Any]] = AREAS[area]
    assert {key: sorted(entry) for key, entry in entries.items() if sorted(entry) != LANGUAGES} == {}
    empty = [key for key, entry in entries.items() if not all(text.strip() for text in entry.values())]
    assert empty == []


@pytest.mark.parametrize("area", AREAS)
def test_an_entry_takes_the_same_arguments_in_all_languages(area: str) -> None:
    entries: dict[str, dict[str, str]] = AREAS[area]
    different = {}
    for key, entry in entries.items():
        taken = {language: {name for name, _ in _arguments(text)} for language, text in entry.items()}
        if len(set(map(frozenset, taken.values()))) > 1:
            different[key] = taken
    assert different == {}


@pytest.mark.parametrize("area", AREAS)
def test_a_selection_has_a_case_for_everything_else(area: str) -> None:
    entries: dict[str, dict[str, str]] = AREAS[area]
    for key, entry in entries.items():
        for language, text in entry.items():
            found = _arguments(text)
            selected = {name for name, kind in found if kind == "select"}
            assert selected == {name for name, kind in found if kind == "select other"}, (key, language)


def test_no_key_that_the_page_uses_is_missing() -> None:
    keys = _keys_in_use()
    assert len(keys) > 100
    missing = {
        key: files for key, files in keys.items() if key.partition(".")[2] not in AREAS[key.partition(".")[0]]
    }
    assert missing == {}


def test_arguments_of_a_message_are_found() -> None:
    assert _arguments("{who} has {n, plural, one {a card} other {{n} cards}}") == {
        ("who", ""),
        ("n", ""),
        ("n", "plural"),
    }
    assert _arguments("{you, select, yes {You won} other {{who} won}}") == {
        ("you", "select"),
        ("you", "select yes"),
        ("you", "select other"),
        ("who", ""),
    }
