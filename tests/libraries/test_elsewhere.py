"""Libraries of other machines play the same games in Node, in browsers and in an emulator as here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from firefox import in_firefox
from library_games import asked_of, digests_of, in_numbers, play, plays_of
from site_server import SiteServer

from parapegma.core.compiled.library_format import libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.core.game import find_game
from parapegma.libraries.building import build
from parapegma.libraries.targets import TARGETS

# To compile a game for another processor takes a while: the smallest here, all in a soak.
IN_EMULATOR = own_games() if os.environ.get("PARAPEGMA_LONG_GAMES") else ["ulysses"]
FOLDER = Path(__file__).parent
ARM = Path("/usr/aarch64-linux-gnu")
"""Where Debian puts the C library of ARM Linux."""


def asked_and_answers(name: str, target: str) -> tuple[dict[str, Any], list[str]]:
    """What a program in another language is asked of a game, and the answers of this process.

    States, legal lists, scores, observations, guesses and searches, of every setting of the game.
    """
    build(name, TARGETS[target])
    game = find_game(name)
    plays = plays_of(game)
    file = libraries_folder() / target / f"{name}.so"
    return asked_of(game, str(file), plays), [play(game, each) for each in plays]


@pytest.fixture(scope="module", params=own_games())
def webassembly(request):
    return asked_and_answers(request.param, "wasm32-pyodide")


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
    assert in_firefox(empty_page, {"call": IN_A_PAGE, "argument": asked}) == [answers]


@pytest.fixture(scope="module")
def program_for_arm(tmp_path_factory) -> list[str]:
    """A program of ARM Linux that loads a library and plays, and what it takes to run it here."""
    program = tmp_path_factory.mktemp("arm") / "games"
    # The oldest C library that the wheel for such machines promises to do with.
    how = ["-O1", "-Wall", "-Werror", "-target", "aarch64-linux-gnu.2.17"]
    zig = [sys.executable, "-m", "ziglang", "cc", *how]
    subprocess.run([*zig, str(FOLDER / "games.c"), "-o", str(program), "-ldl"], check=True)
    emulator = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    assert emulator, "this test needs an emulator of ARM; make test installs it where it can"
    assert ARM.is_dir(), "this test needs the C library of ARM Linux; make test installs it where it can"
    return [emulator, "-L", str(ARM), str(program)]


@pytest.mark.parametrize("name", IN_EMULATOR)
def test_the_library_for_arm_computes_the_same_in_an_emulator(name, program_for_arm):
    asked, answers = asked_and_answers(name, "linux-arm64")
    command = [*program_for_arm, asked["file"]]
    done = subprocess.run(command, input=in_numbers(asked).encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert list(digests_of(done.stdout)) == answers
