"""Libraries of other machines: run in Node and in an emulator, they play the same games as here."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.library_format import digest_of_files
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.compiled.sources import own_games
from parapegma.core.game import find_game
from parapegma.libraries.building import build, intermediate, library_sources
from parapegma.libraries.compiling import compile_object
from parapegma.libraries.targets import TARGETS

GAMES, SEED = 6, 7
FOLDER = Path(__file__).parent


def expected(name: str) -> tuple[int, bytes, list[int], list[int]]:
    """Decisions and last state of some random games in this process; the options and key of the first."""
    game = find_game(name)
    options, key = game.encode(*game.check(None, {})), key_of_seed("elsewhere")
    states, out = new_states(game.state), np.zeros(MOST_CHOICES, np.int64)
    arrays = (states, np.array(options, np.int64), key.copy(), out)
    steps = entry_points.random_games(*map(as_argument, arrays), np.uint64(SEED), GAMES, True)
    return int(steps), states.tobytes(), options, [int(word) for word in key]


@pytest.mark.parametrize("name", own_games())
def test_webassembly_plays_the_same_games_in_node(name, tmp_path):
    built = build(name, TARGETS["wasm32"], tmp_path)
    assert built is not None
    steps, state, options, key = expected(name)
    asked = {
        "file": str(built.path),
        "bytes": len(state),
        "options": [str(each) for each in options],
        "key": [str(each) for each in key],
        "choices": MOST_CHOICES,
        "seed": str(SEED),
        "games": str(GAMES),
    }
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
    assert node is not None
    done = subprocess.run(
        [node, str(FOLDER / "random_games.mjs"), json.dumps(asked)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"steps": str(steps), "state": state.hex()}


@pytest.mark.parametrize("name", own_games())
def test_code_for_arm_plays_the_same_games_in_an_emulator(name, tmp_path):
    """The code of the library, linked with a small program instead of being loaded by one."""
    steps, state, options, key = expected(name)
    _, text = intermediate(name, str(digest_of_files(name, library_sources(name))))
    (tmp_path / "game.o").write_bytes(compile_object(text, TARGETS["linux-arm64"]))
    numbers = {
        "STATE_BYTES": len(state),
        "OPTIONS": ",".join(map(str, options)),
        "KEY": ",".join(f"{each}u" for each in key),
        "CHOICES": MOST_CHOICES,
        "SEED": SEED,
        "GAMES": GAMES,
    }
    zig = [sys.executable, "-m", "ziglang"]
    defined = [f"-D{name}={value}" for name, value in numbers.items()]
    how = [
        "-c",
        "-O1",
        "-ffreestanding",
        "-fno-builtin",
        "-fno-sanitize=all",
        "-target",
        "aarch64-linux-none",
    ]
    program = FOLDER / "random_games.c"
    subprocess.run([*zig, "cc", *how, *defined, str(program), "-o", str(tmp_path / "main.o")], check=True)
    objects = [str(tmp_path / "main.o"), str(tmp_path / "game.o")]
    subprocess.run([*zig, "ld.lld", "-static", *objects, "-o", str(tmp_path / "program")], check=True)
    done = subprocess.run(["qemu-aarch64", str(tmp_path / "program")], capture_output=True, check=True)
    assert struct.unpack("<q", done.stdout[:8]) == (steps,)
    assert done.stdout[8:] == state
