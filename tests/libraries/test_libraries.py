"""Libraries: what they compute, how they are built, and what happens without one that fits."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parapegma.core.compiled.library_format import digest_of_files, host_targets, libraries_folder
from parapegma.core.compiled.sources import own_games
from parapegma.libraries.building import build, intermediate, library_sources, lower
from parapegma.libraries.compiling import compile_object, link
from parapegma.libraries.digests import digests_in
from parapegma.libraries.symbols import exported_symbols
from parapegma.libraries.targets import TARGETS

HOST = host_targets()
GAME = "ophiuchus"
# Numba and LLVM take half a minute and more for each game and target: the smallest game here, all in a soak.
# What all games compute is compared with the interpreter (conformance, fuzzing) and with WebAssembly.
SMALLEST = "ulysses"
LONG = bool(os.environ.get("PARAPEGMA_LONG_GAMES"))
BUILT = own_games() if LONG else [SMALLEST]
# To compile and link for another machine takes seconds: one here, whose code is another, all kinds in a soak.
BUILT_AGAIN = (HOST[0], "wasm32", *(("windows-x86-64", "macos-arm64") if LONG else ()))

SAY_MODE = "from parapegma.core.compiled.mode import MODE; print(MODE)"
HIDE_NUMBA = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None; "
PLAY = (
    "from parapegma import Match; m = Match('ophiuchus', players=2, seed=7); m.act('lay T05 1,-1 W');"
    "print(m.scores)"
)


def in_process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    usual = {name: value for name, value in os.environ.items() if not name.startswith("PARAPEGMA_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**usual, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def libraries() -> Path:
    """The libraries of all games for this machine, built if need be."""
    for game in own_games():
        build(game, TARGETS[HOST[0]])
    return libraries_folder()


@pytest.fixture
def copied(libraries: Path, tmp_path: Path) -> Path:
    """The libraries of this machine in another folder, to be spoilt."""
    shutil.copytree(libraries / HOST[0], tmp_path / HOST[0])
    return tmp_path


# --- what they compute ----------------------------------------------------------------------------


if LONG:
    # Numba compiles bots, environments and counting as well, a minute for each game. In test_bounds.py loaded
    # rules are compared with those that Numba compiles, without a soak too.
    @pytest.mark.parametrize("game", BUILT)
    def test_loaded_code_computes_what_compiled_code_computes(libraries, game):
        assert digests_in("loaded", game) == digests_in("compiled", game)


@pytest.mark.parametrize("target", HOST[1:])
def test_the_variant_for_older_processors_computes_the_same(libraries, tmp_path, monkeypatch, target):
    build(SMALLEST, TARGETS[target])
    shutil.copytree(libraries / target, tmp_path / HOST[0])
    usual = digests_in("loaded", SMALLEST)
    monkeypatch.setenv("PARAPEGMA_LIBRARIES", str(tmp_path))
    assert digests_in("loaded", SMALLEST) == usual


def test_loaded_rules_need_no_compiler(libraries):
    code = f"{HIDE_NUMBA}{SAY_MODE}; {PLAY}; m.ask('search:50'); print('numba' in sys.modules and 'bad')"
    done = in_process(code.replace("'numba' in sys.modules and 'bad'", "sys.modules['numba']"))
    assert done.stdout.split("\n")[0] == "loaded"
    assert done.stdout.split("\n")[2] == "None"
    assert done.stderr == ""


# --- which of them are used -----------------------------------------------------------------------


def test_libraries_that_fit_are_loaded_without_a_word(libraries):
    done = in_process(SAY_MODE)
    assert (done.stdout, done.stderr) == ("loaded\n", "")


@pytest.mark.parametrize("mode", ["interpreted", "loaded", "compiled"])
def test_a_mode_can_be_asked_for(libraries, mode):
    assert in_process(SAY_MODE, PARAPEGMA_MODE=mode).stdout == f"{mode}\n"


def test_a_mode_that_does_not_exist_is_refused():
    done = subprocess.run(
        [sys.executable, "-c", SAY_MODE],
        env={**os.environ, "PARAPEGMA_MODE": "quick"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "PARAPEGMA_MODE is 'quick', but must be one of interpreted, loaded, compiled" in done.stderr


def spoil_nothing_left(folder: Path) -> str:
    shutil.rmtree(folder / HOST[0])
    return "there is no library of "


def spoil_one_missing(folder: Path) -> str:
    (folder / HOST[0] / f"{GAME}.json").unlink()
    return f"there is no library of {GAME} for this machine"


def spoil_other_sources(folder: Path) -> str:
    file = folder / HOST[0] / f"{GAME}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "digest": "0" * 64}))
    return f"the library of {GAME} does not fit its sources and data"


def spoil_other_format(folder: Path) -> str:
    file = folder / HOST[0] / f"{GAME}.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "format": -1}))
    return f"the library of {GAME} does not fit its sources and data"


def spoil_half_a_file(folder: Path) -> str:
    file = folder / HOST[0] / f"{GAME}.so"
    file.write_bytes(file.read_bytes()[:5000])
    return f"the library of {GAME} is damaged"


def spoil_one_byte(folder: Path) -> str:
    file = folder / HOST[0] / f"{GAME}.so"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    return f"the library of {GAME} is damaged"


def spoil_library_gone(folder: Path) -> str:
    (folder / HOST[0] / f"{GAME}.so").unlink()
    return f"the library of {GAME} is damaged"


def spoil_broken_manifest(folder: Path) -> str:
    (folder / HOST[0] / f"{GAME}.json").write_text("{")
    return f"there is no library of {GAME} for this machine"


SPOILERS = [
    spoil_nothing_left, spoil_one_missing, spoil_other_sources, spoil_other_format, spoil_half_a_file,
    spoil_one_byte, spoil_library_gone, spoil_broken_manifest,
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILERS)
def test_without_a_library_that_fits_numba_compiles_and_it_is_said_once(copied, tmp_path, spoil):
    problem = spoil(copied)
    # What has been said is remembered in Numba's cache folder.
    folders = {"PARAPEGMA_LIBRARIES": str(copied), "PARAPEGMA_CACHE": str(tmp_path / "cache")}
    code = f"{SAY_MODE}; import parapegma.core.compiled.jit"
    first, second = in_process(code, **folders), in_process(code, **folders)
    assert first.stdout == second.stdout == "compiled\n"
    assert first.stderr.startswith("Rules are compiled by Numba: ")
    assert problem in first.stderr
    assert first.stderr.count("\n") == 1
    assert second.stderr == ""


@pytest.mark.parametrize("spoil", SPOILERS)
def test_without_numba_the_game_is_interpreted_and_nothing_is_lost(copied, spoil):
    problem = spoil(copied)
    done = in_process(HIDE_NUMBA + PLAY, PARAPEGMA_LIBRARIES=str(copied))
    assert done.stdout == in_process(PLAY, PARAPEGMA_MODE="interpreted").stdout
    assert done.stderr.startswith("Rules are interpreted, which is slow: ")
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_library_that_cannot_be_opened_is_named_and_the_game_interpreted(copied):
    file = copied / HOST[0] / f"{GAME}.so"
    file.write_bytes(b"x" * file.stat().st_size)
    # As if it had been built like this: what it holds is what its manifest says.
    manifest = file.with_suffix(".json")
    content = json.loads(manifest.read_text()) | {"sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    manifest.write_text(json.dumps(content))
    done = in_process(HIDE_NUMBA + PLAY, PARAPEGMA_LIBRARIES=str(copied))
    assert done.stdout == in_process(PLAY, PARAPEGMA_MODE="interpreted").stdout
    assert done.stderr.startswith(f"Rules of {GAME} are interpreted, which is slow: {file}: ")
    assert done.stderr.count("\n") == 1


def test_other_data_files_do_not_fit_a_library(libraries, tmp_path):
    from parapegma.core.compiled.sources import PACKAGE

    name = next(name for name in library_sources(GAME) if name.endswith(".toml"))
    replaced = tmp_path / GAME / Path(name).name
    replaced.parent.mkdir()
    shutil.copy(PACKAGE / name, replaced)
    assert in_process(SAY_MODE, PARAPEGMA_DATA=str(tmp_path)).stdout == "loaded\n", "the same data"
    replaced.write_text(replaced.read_text() + "\n# a word\n")
    assert in_process(SAY_MODE, PARAPEGMA_DATA=str(tmp_path)).stdout == "compiled\n"


# --- how they are built ---------------------------------------------------------------------------


def test_a_library_that_fits_is_not_built_again(libraries):
    assert build(GAME, TARGETS[HOST[0]]) is None


@pytest.mark.parametrize("game", BUILT)
def test_building_again_gives_the_same_bytes(libraries, tmp_path, game):
    """From the rules to files, in another process and another folder than those that are there."""
    targets = [TARGETS[name] for name in BUILT_AGAIN]
    for target in targets:
        build(game, target)
    lower(game, tmp_path)
    described, text = intermediate(game, str(digest_of_files(game, library_sources(game))))
    again = (tmp_path / f"{game}.ll").read_text()
    assert again == text
    assert json.loads((tmp_path / f"{game}.json").read_text()) == described
    for target in targets:
        compiled, linked = tmp_path / f"{game}.o", tmp_path / f"{game}{target.suffix}"
        compiled.write_bytes(compile_object(again, target))
        link(compiled, linked, target, list(described["entry_points"]))
        assert linked.read_bytes() == (libraries / target.name / linked.name).read_bytes(), target.name


@pytest.mark.parametrize("game", BUILT)
@pytest.mark.parametrize("target", TARGETS.values(), ids=list(TARGETS))
def test_every_target_exports_every_entry_point(libraries, target, game):
    build(game, target)
    place = libraries / target.name
    manifest = json.loads((place / f"{game}.json").read_text())
    assert exported_symbols(place / manifest["file"], target) >= set(manifest["entry_points"])
    assert manifest["digest"] == digest_of_files(game, library_sources(game))


COUNTING = """define i64 @length(ptr %text) {
entry:
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i8, ptr %text, i64 %n
  %byte = load i8, ptr %place
  %next = add i64 %n, 1
  %end = icmp eq i8 %byte, 0
  br i1 %end, label %out, label %loop
out:
  ret i64 %n
}
"""
CALLING = """declare double @log(double)
define double @worth(double %points) {
  %result = call double @log(double %points)
  ret double %result
}
"""


@pytest.mark.parametrize("name", ["wasm32", "windows-x86-64", HOST[0]])
def test_a_library_needs_nothing_that_another_machine_may_lack(name, capfd):
    # LLVM knows this loop, and would call the C library's strlen instead.
    assert compile_object(COUNTING, TARGETS[name])
    with pytest.raises(subprocess.CalledProcessError):
        compile_object(CALLING, TARGETS[name])
    assert f"the rules call log, which {name} does not have" in capfd.readouterr().err


def test_the_symbols_of_a_library_are_those_that_are_exported(libraries):
    found = exported_symbols(libraries / HOST[0] / f"{GAME}.so", TARGETS[HOST[0]])
    described, _ = intermediate(GAME, str(digest_of_files(GAME, library_sources(GAME))))
    assert found == set(described["entry_points"])


SAY_WHAT_IS_INTERPRETED = """
import sys
from parapegma import Match, all_games
from parapegma.core.compiled.library import _ENTRY_POINTS
for game in all_games():
    Match(game, seed=1).view(None)
matches = [Match(game, seed=2) for game in all_games()]
ran = set()
sys.setprofile(lambda frame, *_: ran.add(f"{frame.f_globals.get('__name__')}:{frame.f_code.co_qualname}"))
for match in matches:
    match.act(match.position.legal()[0])
    for seat in (None, 0):
        match.view(seat)
sys.setprofile(None)
print(*(ran & set(_ENTRY_POINTS)))
"""


def test_nothing_that_views_ask_is_interpreted_once_all_games_are_loaded(libraries):
    """A function without a state is looked for in its own game's library, not in the first one opened."""
    done = in_process(SAY_WHAT_IS_INTERPRETED, PARAPEGMA_MODE="loaded")
    assert (done.stdout, done.stderr) == ("\n", "")
