"""The catalogue of the page, and what the server and the games can refuse, read from their sources."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "src" / "parapegma" / "server"
SOURCES = ROOT / "web" / "src"
AREAS: dict[str, dict[str, dict[str, str]]] = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "web" / "words").glob("*.json"))
}
_PLURALS = {"zero", "one", "two", "few", "many", "other"}


@dataclass(frozen=True)
class Refusal:
    """A place in the server that refuses something: the code, which of its sentences, the values it sends."""

    code: str
    case: str | None
    values: frozenset[str]
    where: str

    @property
    def key(self) -> str:
        return self.code if self.case is None else f"{self.code}.{self.case}"


def refusals() -> list[Refusal]:
    """Every refusal that the server's sources make. A code that is not written out is an error."""
    found = []
    for path in sorted(SERVER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem":
                where = f"{path.relative_to(SERVER)}:{node.lineno}"
                values = {word.arg: word.value for word in node.keywords}
                case = values.pop("case", None)
                assert case is None or isinstance(case, ast.Constant), f"{where}: write the case out"
                code = node.args[1]
                assert isinstance(code, ast.Constant), f"{where}: write the code out"
                named = frozenset(name for name in values if name is not None)
                found.append(Refusal(code.value, case and case.value, named, where))
    return found


def other_codes() -> set[str]:
    """Codes of answers that are made otherwise, and of farewells."""
    found: set[str] = set()
    places = {"ProblemBody": 0, "drop": 0, "part_from": 1}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_CODES":
                found.update(ast.literal_eval(node.value).values())
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_GOODBYE":
                found.add(ast.literal_eval(node.value)[0])
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                for given in node.args[places[name] : places[name] + 1] if name in places else []:
                    found.update(
                        part.value
                        for part in ast.walk(given)
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    )
    return found


def arguments(text: str) -> set[tuple[str, str]]:
    """The arguments of a message in ICU format: names with their kinds, and the cases of a selection.

    >>> sorted(arguments("{who} has {n, plural, one {a card} other {{n} cards}}"))
    [('n', ''), ('n', 'plural'), ('who', '')]
    """
    found: set[tuple[str, str]] = set()
    _message(text, 0, found)
    return found


def names(text: str) -> set[str]:
    """The names of the values that a message takes."""
    return {name for name, _ in arguments(text)}


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


def sources() -> Iterator[tuple[str, str]]:
    """The page's files that can say something, by their place below ``web/src``."""
    for path in sorted([*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")]):
        if not path.name.endswith(".d.ts"):
            yield str(path.relative_to(SOURCES)), path.read_text("utf-8")
