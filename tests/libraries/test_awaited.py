"""Games that begin without a library are interpreted until it is built; then their tables go on in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from parapegma.core.compiled.library_format import host_targets, libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS

PLAY = """
import json, shutil, sys
from parapegma import Match
from parapegma.core.compiled import library, mode

built, empty = sys.argv[1:]
matches = [Match(game, seed=1) for game in ("ophiuchus", "ulysses")]
said = [mode.MODE, sorted(mode.AWAITED)]

def play(match, decisions):
    for n in range(decisions):
        if not match.over:
            legal = match.position.legal()
            match.act(legal[n % len(legal)])

def in_library(match):
    return hasattr(match.position.states.argument.library, "library")

for match in matches:
    play(match, 5)
before = [in_library(match) for match in matches]
shutil.copytree(built, empty, dirs_exist_ok=True)
left = library.open_awaited()
after = [in_library(match) for match in matches]
for match in matches:
    play(match, 10_000)
print(json.dumps([*said, before, sorted(left), after, [match.record() for match in matches]]))
"""


def test_a_table_goes_on_in_the_library_that_was_built_meanwhile(tmp_path: Path) -> None:
    for game in own_games():
        build(game, TARGETS[host_targets()[0]])
    empty = tmp_path / "libraries"
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(libraries_folder()), str(empty)],
        env={**os.environ, "PARAPEGMA_LIBRARIES": str(empty), "PARAPEGMA_AWAIT_LIBRARIES": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    mode, awaited, before, left, after, records = json.loads(done.stdout)
    assert (mode, awaited) == ("loaded", sorted(own_games()))
    # Only games that have been asked for are opened.
    assert (before, after, left) == ([False, False], [True, True], ["pacal", "ptolemaeus"])
    assert done.stderr == "", "nobody is told of what will be there in a minute"
    # The same games as from the beginning in a library.
    from parapegma import Match

    for record in records:
        again = Match.replay(record)
        assert again.over
        assert again.record() == record
