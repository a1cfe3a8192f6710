"""Writes docs/api.md from the docstrings of what ``parapegma`` exports: ``python docs/make_api.py``."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import parapegma

PAGE = Path(__file__).with_name("api.md")
HEAD = """# What `parapegma` offers

The public face: everything that `import parapegma` gives. Written by `python docs/make_api.py` from the
docstrings; the examples are run by the tests. [Glossary](glossary.md) explains the words.

```python
>>> from parapegma import *
>>> from parapegma.core.compiled.rng import key_of_seed

```
"""
GROUPS = {
    "Playing": ("Match", "Position", "Decision", "Record"),
    "Games": ("Game", "find_game", "all_games"),
    "What a player sees and does": ("View", "Action", "LogEntry"),
    "Bots": ("BotRunner", "Bot", "Evaluation", "Limits"),
    "Errors": (
        "ParapegmaError", "IllegalAction", "OptionError", "PositionError", "RecordError", "BotError",
        "DataError",
    ),
}  # fmt: skip


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [part for name in names for part in _described(name, getattr(parapegma, name))]
    return "\n".join(parts)


def _described(name: str, thing: Any) -> Iterator[str]:
    if inspect.isclass(thing):
        plain = not issubclass(thing, Exception) and not is_dataclass(thing) and not is_protocol(thing)
        own = plain and "__init__" in vars(thing)
        yield f"### {name}{_signature(thing.__init__) if own else ''}\n"
        yield _text(thing)
        for member, found in _members(thing):
            yield f"#### {_heading(name, member, found)}\n"
            yield _text(found)
    else:
        yield f"### {name}{_signature(thing)}\n"
        yield _text(thing)


def is_protocol(kind: type) -> bool:
    """Whether a class says what others must have; nobody makes one of it."""
    return bool(getattr(kind, "_is_protocol", False))


def _members(kind: type) -> list[tuple[str, Any]]:
    """The public methods and properties that a class itself defines, in the order of its source."""
    methods = (classmethod, staticmethod, property)
    return [
        (name, found)
        for name, found in vars(kind).items()
        if not name.startswith("_") and (inspect.isfunction(found) or isinstance(found, methods))
        and name not in getattr(kind, "__dataclass_fields__", {})
    ]  # fmt: skip


def _heading(owner: str, name: str, found: Any) -> str:
    if isinstance(found, property):
        return f"`{owner.lower()}.{name}`"
    if isinstance(found, classmethod | staticmethod):
        return f"`{owner}.{name}{_signature(found.__func__)}`"
    return f"`{owner.lower()}.{name}{_signature(found)}`"


def _signature(function: Any) -> str:
    """Names and defaults; the types stand in the source."""
    parameters = inspect.signature(function).parameters.values()
    shown = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    if shown and shown[0].name in ("self", "cls"):
        shown = shown[1:]
    return str(inspect.Signature(shown))


def _text(thing: Any) -> str:
    """A docstring as Markdown: roles become code, examples a block."""
    text = inspect.getdoc(thing.fget if isinstance(thing, property) else thing) or ""
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text).replace("``", "`")
    blocks: list[str] = []
    for block in text.split("\n\n"):
        code = block.startswith((">>>", "=="))
        blocks.append(f"```python\n{block}\n\n```" if code else block)
    return "\n\n".join(blocks).replace("\n\n```\n\n```python\n", "\n") + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(page(), end="")
    else:
        PAGE.write_text(page(), "utf-8")
