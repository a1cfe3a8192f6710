"""The stand-in for msgspec writes the same bytes and refuses the same data."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import msgspec as real
import pytest
from browser_python import run_there

from parapegma.browser import small_msgspec as small

_DECLARED = """
class Base(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    number: int
    words: str = ""

class Take(Base, frozen=True, kw_only=True, tag="take", rename={"left": "from"}):
    left: str
    words: str = "takes"
    more: list[int] = []

class Pass(Base, frozen=True, kw_only=True, tag="pass"):
    played_as: str | None = msgspec.field(name="as", default=None)

class Short(msgspec.Struct, omit_defaults=True, tag="short"):
    a: int = 0
    b: list[int] = []
    c: dict[str, int] = {}
    d: str | None = None
    e: bool = False

class Strict(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=4, pattern="^[a-z]+$")]
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    kinds: list[Literal["x", "y"]] = []
    pace: float = 1
"""


def _structs(msgspec):
    """The same declarations with either of them."""
    space = {"msgspec": msgspec, "Annotated": Annotated, "Literal": Literal}
    exec(compile(_DECLARED, "declared", "exec", dont_inherit=True), space)
    return space


WRITTEN = [
    "Take(number=1, left='E5')",
    "Take(number=1, left='E5', more=[1, 2])",
    "Pass(number=2, words='passes “é”')",
    "Pass(number=2, played_as='wind')",
    "Short()",
    "Short(a=3, b=[1], c={'x': 1}, d='', e=True)",
    "{'a': [1.5, None, True], 'raw': msgspec.Raw(b'[1,2]')}",
    "Strict(key='abc', pace=2.0)",
]


@pytest.mark.parametrize("value", WRITTEN)
def test_the_same_bytes_are_written(value):
    made = [eval(value, {"msgspec": each, **_structs(each)}) for each in (real, small)]
    assert small.json.encode(made[1]) == real.json.encode(made[0])
    assert "Raw" in value or small.to_builtins(made[1]) == real.to_builtins(made[0])


READ = [
    ("Strict", {"key": "abc"}),
    ("Strict", {"key": "abc", "seat": 3, "kinds": ["x"], "pace": 2}),
    ("Strict", {"key": ""}),
    ("Strict", {"key": "ABC"}),
    ("Strict", {"key": "abcde"}),
    ("Strict", {"key": "abc", "seat": 9}),
    ("Strict", {"key": "abc", "seat": "3"}),
    ("Strict", {"key": "abc", "seat": True}),
    ("Strict", {"key": "abc", "kinds": ["z"]}),
    ("Strict", {"key": "abc", "more": 1}),
    ("Strict", {}),
    ("Strict", []),
    ("Take | Pass", {"kind": "take", "number": 1, "from": "E5"}),
    ("Take | Pass", {"kind": "pass", "number": 1, "as": "x"}),
    ("Take | Pass", {"kind": "none", "number": 1}),
    ("Take | Pass", {"number": 1}),
    ("list[int]", [1, "2"]),
    ("dict[str, bool | int]", {"a": True, "b": 2}),
]


@pytest.mark.parametrize(("kind", "data"), READ)
def test_the_same_data_are_read_and_refused(kind, data):
    found = []
    for msgspec in (real, small):
        try:
            value = msgspec.json.decode(json.dumps(data), type=eval(kind, _structs(msgspec)))
            found.append(repr(value))
        except msgspec.ValidationError:
            found.append("refused")
    assert found[0] == found[1]


def fields():
    """All structs of the program: their fields in order, and how they are told from each other."""
    import msgspec

    import parapegma.local.in_worker as entry

    entry.load()
    found = {}

    def walk(parent):
        for each in parent.__subclasses__():
            config = each.__struct_config__
            if each.__module__.startswith("parapegma"):
                name = f"{each.__module__}.{each.__qualname__}"
                found[name] = [list(each.__struct_fields__), config.tag, config.tag_field]
            walk(each)

    walk(msgspec.Struct)
    return found


def test_all_structs_of_the_program_have_the_same_fields():
    there = run_there("test_small_msgspec", "fields")
    here = json.loads(json.dumps(fields()))
    assert len(there) > 200
    assert there == {name: here[name] for name in there}
