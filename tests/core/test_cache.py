"""Compiled rules are kept between runs, and never used for other sources, data or versions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parapegma.core.compiled import cache, sources
from parapegma.core.compiled.cache import Kind

KINDS: tuple[Kind, ...] = ("rules", "bots")


@pytest.fixture
def package(tmp_path, monkeypatch) -> Path:
    """A copy of the package in which files may be changed; digests are taken of it."""
    copied = tmp_path / "parapegma"
    keep_out = shutil.ignore_patterns("__pycache__", "page", "migrations", "*.svg")
    shutil.copytree(sources.PACKAGE, copied, ignore=keep_out)
    monkeypatch.setattr(cache, "PACKAGE", copied)
    for name in ("compiled_files", "data_files"):
        of_package = getattr(sources, name)
        monkeypatch.setattr(cache, name, lambda of=of_package, **kind: of(copied, **kind))
    return copied


def digests() -> dict[Kind, str]:
    return {kind: cache.source_digest(kind) for kind in KINDS}


def compiled(package: Path, kind: Kind) -> set[Path]:
    return {file for _, file in sources.compiled_files(package, bots=kind == "bots")}


def package_of(package: Path, file: Path) -> str:
    return file.relative_to(package).parts[0]


def test_a_word_in_what_people_read_leaves_compiled_code_as_it_is(package):
    """Every file that compiled code does not import is changed, one package after the other."""
    used = compiled(package, "rules") | compiled(package, "bots")
    others = sorted(set(package.rglob("*.py")) - used)
    packages = {package_of(package, file) for file in others}
    assert {"core", "games", "bots", "envs", "lab", "server", "cli", "testing"} <= packages
    before = digests()
    for each in sorted(packages):
        for file in others:
            if package_of(package, file) == each:
                file.write_text(file.read_text("utf-8") + "\n# a word\n", "utf-8")
        assert digests() == before, f"a word in {each} changes what is compiled"


def test_what_people_read_most_is_not_compiled(package):
    """So that the test above cannot pass because everything counts as compiled."""
    used = {file.relative_to(package).as_posix() for file in compiled(package, "bots")}
    for file in ("core/match.py", "core/canvas.py", "core/game.py", "core/position.py", "core/engine.py",
                 "bots/search.py", "games/pacal/view.py", "games/pacal/draw.py", "games/pacal/events.py",
                 "__init__.py", "core/__init__.py"):  # fmt: skip
        assert file not in used


def test_a_word_in_a_compiled_file_compiles_anew(package):
    rules, bots = compiled(package, "rules"), compiled(package, "bots")
    assert rules < bots
    before = digests()
    # One file of every folder: each asks for all files to be read again.
    for file in {each.parent: each for each in sorted(bots)}.values():
        text = file.read_text("utf-8")
        file.write_text(text + "\n# a word\n", "utf-8")
        after = digests()
        file.write_text(text, "utf-8")
        assert after["bots"] != before["bots"], file
        assert (after["rules"] != before["rules"]) == (file in rules), file


def test_rules_heuristics_and_search_are_all_among_what_is_compiled(package):
    rules = {file.relative_to(package).as_posix() for file in compiled(package, "rules")}
    thinking = {file.relative_to(package).as_posix() for file in compiled(package, "bots")} - rules
    assert {"core/compiled/rng.py", "core/compiled/entry_points.py"} <= rules
    for game in (package / "games").glob("*/rules"):
        # An __init__ that only describes its folder is imported by nobody.
        files = [file for file in game.rglob("*.py") if file.name != "__init__.py"]
        own = {file.relative_to(package).as_posix() for file in files}
        assert own <= rules, f"not all rules of {game.parent.name} are among what is compiled"
        assert f"games/{game.parent.name}/heuristics.py" in thinking
    assert "bots/compiled/tree.py" in thinking


def test_every_compiled_function_lies_in_a_file_that_counts(package):
    """Whatever is marked as a rule anywhere changes the digest when it is changed."""
    marked = {file for file in package.rglob("*.py") if "\n@rule\n" in file.read_text("utf-8")}
    assert marked
    assert marked <= compiled(package, "bots")


def test_the_digest_follows_a_new_import(package):
    helper = package / "core" / "helper.py"
    helper.write_text("three = 3\n", "utf-8")
    before = digests()
    helper.write_text("three = 4\n", "utf-8")
    assert digests() == before
    bits = package / "core" / "compiled" / "bits.py"
    bits.write_text(bits.read_text("utf-8") + "\nfrom parapegma.core.helper import three\n", "utf-8")
    imported = digests()
    helper.write_text("three = 5\n", "utf-8")
    assert digests()["rules"] != imported["rules"]


@pytest.mark.parametrize(
    "text",
    [
        "from parapegma.core.helper import three\n",
        "import parapegma.core.helper as short; four = 4\n",
        "from parapegma.core.helper import (  # one (or two)\n    three,\n)\n\nprint(three)  # imported\n",
        "from parapegma.core import \\\n    helper\n",
        "def later():\n    try:\n        pass\n    finally:\n        from parapegma.core import helper\n",
        "match 1:\n    case 2:\n        import parapegma.core.helper\n",
    ],
)
def test_an_import_is_followed_however_it_is_written(package, text):
    helper = package / "core" / "helper.py"
    helper.write_text("three = 3\n", "utf-8")
    bits = package / "core" / "compiled" / "bits.py"
    bits.write_text(bits.read_text("utf-8") + "\n" + text, "utf-8")
    assert helper in compiled(package, "rules")


def test_what_a_text_says_of_imports_is_none(package):
    helper = package / "core" / "helper.py"
    helper.write_text("three = 3\n", "utf-8")
    bits = package / "core" / "compiled" / "bits.py"
    lines = 'WORDS = """\nfrom parapegma.core.helper import three\nimport parapegma.core.helper\n"""\n'
    bits.write_text(bits.read_text("utf-8") + "\n" + lines, "utf-8")
    assert helper not in compiled(package, "rules")


def data_kept(package: Path) -> Iterator[Path]:
    yield from (file for file in package.glob("games/*/data/*.toml") if file.name != "heuristics.toml")


def test_the_digest_changes_with_data_but_not_with_weights(package):
    for file in [*data_kept(package)][:3]:
        before = digests()
        file.write_text(file.read_text("utf-8") + "\n# a word\n", "utf-8")
        assert all(digests()[kind] != before[kind] for kind in KINDS), file
    before = digests()
    for file in package.glob("games/*/data/heuristics.toml"):
        file.write_text(file.read_text("utf-8") + "\n# a word\n", "utf-8")
    assert digests() == before


def test_the_folder_changes_with_other_data(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path / "cache"))
    before = cache.cache_folder()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "components.toml").write_text("hand = 4")
    monkeypatch.setenv("PARAPEGMA_DATA", str(tmp_path / "data"))
    one = cache.cache_folder()
    (tmp_path / "data" / "components.toml").write_text("hand = 5")
    assert len({before, one, cache.cache_folder()}) == 3


def test_every_checkout_has_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path / "cache"))
    here = cache.source_digest(), cache.cache_folder()
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "elsewhere")
    assert here[0] == cache.source_digest(), "what compiled code is made of does not depend on where it lies"
    assert here[1] != cache.cache_folder()


def test_folders_nobody_used_for_a_month_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path))
    old, recent = tmp_path / "rules-old", tmp_path / "rules-recent"
    for folder in (old, recent):
        folder.mkdir()
    month_ago = time.time() - 31 * 24 * 3600
    os.utime(old, (month_ago, month_ago))
    cache.cache_folder()
    assert not old.exists()
    assert recent.exists()


def test_a_cache_that_cannot_be_written_does_not_stop_a_game(tmp_path):
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    code = "from parapegma.core.compiled.bits import count; print(count(7), count._cache.__class__.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PARAPEGMA_CACHE": str(blocked), "PARAPEGMA_MODE": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["3", "NullCache"]


def test_sources_carry_no_absolute_path_of_this_machine(root: Path):
    for file in (root / "src").rglob("*.py"):
        assert str(root) not in file.read_text("utf-8"), file
