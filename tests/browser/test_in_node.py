"""The site's own Python, with the rules as WebAssembly, tells what any other Python tells."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from site_server import SITE

from parapegma.browser import tour

PYTHON = next(iter(SITE.glob("python-*")), None)

GAMES = [
    ("ophiuchus", ["me", "novice"], 30),
    ("ophiuchus", ["me", "light", "greedy", "random"], 12),
    ("pacal", ["me", "novice", "light"], 20),
    ("ptolemaeus", ["novice", "me"], 20),
    ("ptolemaeus", ["me"], 12),
    ("ulysses", ["me", "novice", "light"], 20),
]


def test_a_tour_in_the_browsers_python_tells_the_same():
    assert PYTHON is not None, "make site builds it"
    node = Path(sys.executable).with_name("node")
    command = [
        str(node),
        str(Path(__file__).with_name("tour.mjs")),
        str(PYTHON),
        tour.__file__,
        json.dumps(GAMES),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    there = json.loads(done.stdout.splitlines()[-1])
    for asked, told in zip(GAMES, there, strict=True):
        assert told == tour.tour(*asked), asked
