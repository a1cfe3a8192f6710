"""The catalogue of the page, and what the server can refuse, read from its sources."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "parapegma" / "server"
LOCAL = ROOT / "src" / "parapegma" / "local"
PAGE = ROOT / "web"
AREAS: dict[str, dict[str, dict[str, str]]] = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((PAGE / "messages").glob("*.json"))
}


def arguments() -> dict[str, dict[str, str]]:
    """Every message with the values that it takes, as the build of the page has read them."""
    found: dict[str, dict[str, str]] = json.loads((PAGE / "message-arguments.json").read_text("utf-8"))
    return found


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
    """Every refusal that the server and the host in a browser make. A code must be written out."""
    found = []
    for path in sorted([*SERVER.rglob("*.py"), *LOCAL.rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Problem":
                where = f"{path.relative_to(SERVER.parent)}:{node.lineno}"
                values = {word.arg: word.value for word in node.keywords}
                case = values.pop("case", None)
                assert case is None or isinstance(case, ast.Constant), f"{where}: write the case out"
                code = node.args[1]
                assert isinstance(code, ast.Constant), f"{where}: write the code out"
                named = frozenset(name for name in values if name is not None)
                which = None if case is None else str(case.value)
                found.append(Refusal(str(code.value), which, named, where))
    return found


def other_codes() -> set[str]:
    """Codes of answers that are made otherwise, and of farewells."""
    found: set[str] = set()
    places = {"ProblemBody": 0, "drop": 0, "drop_person": 1}
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
