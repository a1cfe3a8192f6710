"""Libraries of other machines play the same games in Node, in browsers and in an emulator as here."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from firefox import in_firefox
from library_games import asked_of, play, plays_of
from site_server import SiteServer

from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.library_format import digest_of_files, libraries_folder
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.compiled.sources import own_games
from parapegma.core.game import find_game
from parapegma.libraries.building import build, intermediate, library_sources
from parapegma.libraries.compiling import compile_object
from parapegma.libraries.targets import TARGETS

GAMES, SEED = 6, 7
# To compile a game for another processor takes a while: the smallest here, all in a soak.
IN_EMULATOR = own_games() if os.environ.get("PARAPEGMA_LONG_GAMES") else ["ulysses"]
FOLDER = Path(__file__).parent


def expected(name: str) -> tuple[int, bytes, list[int], list[int]]:
    """Decisions and last state of some random games in this process; the options and key of the first."""
    game = find_game(name)
    options, key = game.encode(*game.check(None, {})), key_of_seed("elsewhere")
    states, out = new_states(game.state), np.zeros(MOST_CHOICES, np.int64)
    arrays = (states, np.array(options, np.int64), key.copy(), out)
    steps = entry_points.random_games(*map(as_argument, arrays), np.uint64(SEED), GAMES, True)
    return int(steps), states.tobytes(), options, [int(word) for word in key]


@pytest.fixture(scope="module", params=own_games())
def webassembly(request):
    """What a program in another language is asked of a game, and the answers of this process.

    States, legal lists, scores, observations, guesses and searches, of every setting of the game.
    """
    name = request.param
    build(name, TARGETS["wasm32-pyodide"])
    game = find_game(name)
    plays = plays_of(game)
    asked = asked_of(game, str(libraries_folder() / "wasm32-pyodide" / f"{name}.so"), plays)
    return asked, [play(game, each) for each in plays]


def test_webassembly_computes_the_same_in_node(webassembly):
    asked, answers = webassembly
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
    assert node is not None
    done = subprocess.run(
        [node, str(FOLDER / "in_node.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == answers


IN_A_PAGE = """async (asked) => {
  const { digests } = await import(new URL("games.mjs", location));
  return await digests(asked, await (await fetch("game.wasm")).arrayBuffer());
}"""


@pytest.fixture
def empty_page(webassembly, tmp_path):
    """A page with nothing on it, beside the library of the game."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Empty</title><link rel=icon href=data:,>")
    shutil.copy(FOLDER / "games.mjs", tmp_path)
    shutil.copy(webassembly[0]["file"], tmp_path / "game.wasm")
    with SiteServer(tmp_path).running() as site:
        yield site.url


def test_webassembly_computes_the_same_in_chromium(webassembly, empty_page, visit):
    asked, answers = webassembly
    assert visit("", url=empty_page).evaluate(IN_A_PAGE, asked) == answers


def test_webassembly_computes_the_same_in_firefox(webassembly, empty_page):
    asked, answers = webassembly
    told = in_firefox(empty_page, call=f"({IN_A_PAGE})({json.dumps(asked)})")
    assert told == answers


@pytest.mark.parametrize("name", IN_EMULATOR)
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
