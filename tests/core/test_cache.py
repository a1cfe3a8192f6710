"""Compiled rules are kept between runs, and never used for other sources, data or versions."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from parapegma.core.compiled import cache


def test_the_folder_changes_with_the_data(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path / "cache"))
    before = cache.cache_folder()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "components.toml").write_text("hand = 4")
    monkeypatch.setenv("PARAPEGMA_DATA", str(tmp_path / "data"))
    one = cache.cache_folder()
    (tmp_path / "data" / "components.toml").write_text("hand = 5")
    assert len({before, one, cache.cache_folder()}) == 3


def test_the_folder_changes_with_a_source_file(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "source"
    (source / "games").mkdir(parents=True)
    (source / "games" / "rules.py").write_text("x = 1")
    (source / "cli").mkdir()
    monkeypatch.setattr(cache, "_PACKAGE", source)
    before = cache.cache_folder()
    (source / "cli" / "main.py").write_text("# no rule reaches this")
    assert cache.cache_folder() == before
    (source / "games" / "rules.py").write_text("x = 2")
    assert cache.cache_folder() != before


def test_every_checkout_has_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PARAPEGMA_CACHE", str(tmp_path / "cache"))
    for name in ("here", "there"):
        (tmp_path / name / "core").mkdir(parents=True)
        (tmp_path / name / "core" / "rules.py").write_text("one = 1")
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path / "here")
    here = cache.source_digest(), cache.cache_folder()
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path / "there")
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
        env={**os.environ, "PARAPEGMA_CACHE": str(blocked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["3", "NullCache"]


def test_sources_carry_no_absolute_path_of_this_machine(root: Path):
    for file in (root / "src").rglob("*.py"):
        assert str(root) not in file.read_text("utf-8"), file
