"""A second browser for tests: Firefox as it is packaged."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from page_browser import SIZES

_PROGRAM = Path(__file__).with_suffix(".mjs")
_NAMES = ("firefox-esr", "firefox")


def in_firefox(url: str, size: str = "desk", **asked: Any) -> Any:
    """What a page tells there: ``call`` and ``argument``, or ``play``. What goes wrong in it is an error."""
    path = next((path for name in _NAMES if (path := shutil.which(name))), None)
    assert path, "these tests need Firefox; make test installs it where it can"
    node = Path(sys.executable).with_name("node")
    wish = {"firefox": path, "url": url, "size": SIZES[size], "timeout": 240_000, **asked}
    done = subprocess.run([str(node), str(_PROGRAM)], input=json.dumps(wish), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["wrong"] == []
    return answer["told"]
