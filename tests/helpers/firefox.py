"""A second browser for tests: Firefox as it is packaged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from page_browser import SIZES

_PROGRAM = Path(__file__).with_suffix(".mjs")
_NAMES = ("firefox-esr", "firefox")

Step = dict[str, Any]


def in_firefox(
    url: str, *steps: Step, size: str = "desk", here: dict[str, Callable[[], object]] | None = None
) -> list[Any]:
    """Visit a page there, and tell what came of each step. What goes wrong in the page is an error.

    A step is one of ``{"call": function, "argument": ...}``, ``{"until": function}``, ``{"reload": True}``,
    ``{"play": {...}}`` and ``{"here": name}``: then the function of that name is called in this process.
    """
    path = next((path for name in _NAMES if (path := shutil.which(name))), None)
    assert path, "these tests need Firefox; make test installs it where it can"
    node = Path(sys.executable).with_name("node")
    wish = {"firefox": path, "url": url, "size": SIZES[size], "timeout": 240_000, "steps": steps}
    pipe = subprocess.PIPE
    command = [str(node), str(_PROGRAM)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as visiting:
        visiting.stdin.write(json.dumps(wish) + "\n")
        visiting.stdin.flush()
        answer: dict[str, Any] = {}
        for line in visiting.stdout:
            answer = json.loads(line)
            if "here" in answer:
                (here or {})[answer["here"]]()
                visiting.stdin.write("\n")
                visiting.stdin.flush()
        complaint = visiting.stderr.read()
    assert visiting.returncode == 0, complaint[-3000:]
    assert answer["wrong"] == []
    return answer["told"]
