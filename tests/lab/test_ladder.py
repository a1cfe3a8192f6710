"""The ladder plays its cells in several sittings, mixes no commits, and writes its table by itself."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from conftest import ROOT
from parapegma import find_game

CELL = "ophiuchus-2-greedy-random"


@pytest.fixture
def ladder(monkeypatch, tmp_path):
    """The program, with its results and its page in a folder of the test."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import ladder as program
    import ladder_table

    page = tmp_path / "bots.md"
    page.write_text(f"before\n\n{ladder_table.BEGIN}\n\nold\n\n{ladder_table.END}\n\nafter\n", "utf-8")
    monkeypatch.setattr(program, "PAGE", page)

    def run(*arguments, commit="one"):
        given = ["--results", str(tmp_path), "--commit", commit, "--cores", "1", "--games", "4"]
        return program.main([*given, *arguments])

    return SimpleNamespace(run=run, page=page, results=tmp_path)


def test_a_cell_is_told_with_its_share_and_interval(ladder, capsys):
    assert ladder.run("--cells", CELL) == 0
    assert capsys.readouterr().out.startswith(f"{CELL}: 4 games, ")


def test_what_was_stopped_goes_on_where_it_was(ladder, capsys):
    assert ladder.run("--cells", CELL, "--minutes", "0") == 3
    assert "time is up during ophiuchus-2-greedy-random (0 of 4 games)" in capsys.readouterr().out
    assert ladder.run("--cells", CELL) == 0
    file = ladder.results / f"{CELL}.jsonl"
    played = file.read_bytes()
    assert len(played.splitlines()) == 5
    assert ladder.run("--cells", CELL, "--minutes", "0") == 0
    assert file.read_bytes() == played


def test_results_of_other_sources_are_refused(ladder, capsys):
    assert ladder.run("--cells", CELL) == 0
    file = ladder.results / f"{CELL}.jsonl"
    head, *games = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(head), "sources": "others"}), *games, ""]), "utf-8")
    assert ladder.run("--cells", CELL) == 2
    assert "played by other sources (others, here " in capsys.readouterr().err


def test_the_table_has_what_was_played_and_says_what_was_not(ladder, capsys):
    assert ladder.run("--cells", f"{CELL},ulysses-3-greedy-random,ophiuchus-1-greedy") == 0
    assert ladder.run("--write") == 0
    page = ladder.page.read_text("utf-8")
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "old" not in page
    assert "commit `one`" in page
    two, three = (line for line in page.splitlines() if line.startswith("| `greedy` against `random`"))
    assert "%" in two.split("|")[3]
    assert two.count("not played") == 2
    assert " × |" in three
    assert "points" in next(line for line in page.splitlines() if line.startswith("| `greedy` |"))


def test_nothing_played_is_no_table(ladder, capsys):
    assert ladder.run("--write") == 2
    assert "no cell in" in capsys.readouterr().err
    assert "old" in ladder.page.read_text("utf-8")


def test_a_pattern_that_fits_no_cell_is_refused(ladder, capsys):
    assert ladder.run("--cells", "chess-*") == 2
    assert "no cell is named 'chess-*'" in capsys.readouterr().err


@pytest.fixture
def network(monkeypatch, tmp_path):
    """Ophiuchus comes with a network of weights by chance, in a copy of the package."""
    import parapegma
    from parapegma.bots import network as networks

    game = find_game("ophiuchus")
    sizes = networks.Shape(networks.features_of(game), game.action_count, game.players[-1], 4, 4)
    random = np.random.default_rng(1)
    arrays = {name: random.integers(-99, 99, shape).astype(kind) for name, kind, shape in sizes.arrays}
    package = tmp_path / "parapegma"
    folder = package / "games" / "ophiuchus"
    folder.mkdir(parents=True)
    data = Path(game.rules.__file__).parents[1] / "data"
    shutil.copytree(data, folder / "data")
    written = folder / "data" / networks.FILE
    networks.write_network(networks.Network(game, arrays), written)
    files = resources.files
    monkeypatch.setattr(
        resources, "files", lambda name: folder if str(name).endswith("ophiuchus") else files(name)
    )
    monkeypatch.setattr(parapegma, "__file__", str(package / "__init__.py"))
    networks.network_of.cache_clear()
    yield written
    networks.network_of.cache_clear()


def test_a_game_that_comes_with_a_network_has_cells_without_search(ladder, network):
    from ladder_cells import all_cells

    looking = [cell for cell in all_cells() if cell.one == "look"]
    assert [cell.name for cell in looking] == [f"ophiuchus-{n}-look-search:1000" for n in (2, 3, 4)]
    assert looking[1].bots == ["look", "search:1000", "search:1000"]


def test_the_table_shows_a_network_without_search(ladder, network):
    assert ladder.run("--cells", "ophiuchus-2-look-search:1000", "--games", "2") == 0
    assert ladder.run("--write", "--games", "2") == 0
    (row,) = (line for line in ladder.page.read_text("utf-8").splitlines() if "`look`" in line)
    assert row.startswith("| `look` against `search:1000` | 2 | ")
    assert "%" in row
    assert "not played" not in row, "the other games come with none"


@pytest.mark.parametrize(("cell", "depends"), [("oracle-master", True), ("adept-novice", False)])
def test_another_network_voids_the_cells_that_ask_it(ladder, network, cell, depends):
    import ladder_sources
    from ladder_cells import Cell

    asked = Cell("ophiuchus", 2, *cell.split("-"))
    before = ladder_sources.sources_of(asked)
    network.write_bytes(network.read_bytes() + b"more")
    ladder_sources._digest.cache_clear()
    assert (ladder_sources.sources_of(asked) != before) is depends


@pytest.mark.parametrize(
    "file", ["games/ophiuchus/rules/scoring.py", "bots/compiled/tree.py", "bots/search.py", "lab/lineups.py"]
)
def test_what_a_game_depends_on_is_among_the_sources_of_its_cells(ladder, file):
    import ladder_sources

    from parapegma.core.compiled.sources import PACKAGE

    files = {path for _, path in ladder_sources._files("ophiuchus", False, PACKAGE)}
    assert PACKAGE / file in files


def test_levels_play_without_their_clocks(ladder):
    from ladder_cells import all_cells

    from parapegma import find_game
    from parapegma.bots import bot_named

    for cell in all_cells():
        assert all(bot_named(bot, find_game(cell.game), 1).limits.seconds is None for bot in cell.bots)


def test_the_page_has_a_place_for_the_table(ladder):
    import ladder_table

    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert page.count(ladder_table.BEGIN) == page.count(ladder_table.END) == 1
