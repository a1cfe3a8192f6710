"""The board's data file: what is broken is named, and our own board is what its page says."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path

import pytest

import parapegma.games.pacal
from parapegma.core.compiled.data import Data
from parapegma.errors import DataError
from parapegma.games.pacal.components import CELL_NAMES, COLS, ROWS
from parapegma.games.pacal.components.board import BOARD, PLAYERS, cell_at, read_board

FILE = Path(parapegma.games.pacal.__file__).parent / "data" / "board.toml"
VALUES = tomllib.loads(FILE.read_text("utf-8"))


def changed(**changes):
    """The board file with some keys changed; ``covers__4`` is a key within a table."""
    values = copy.deepcopy(VALUES)
    for key, value in changes.items():
        table, _, inner = key.partition("__")
        if inner:
            values[table][inner] = value
        else:
            values[table] = value
    return Data(FILE, values)


def without(key):
    values = copy.deepcopy(VALUES)
    del values[key]
    return Data(FILE, values)


ROWS_OF_BOARD = VALUES["rows"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (without("lake"), "lake: is missing"),
        (changed(lakes="~"), "lakes: is not known"),
        (changed(rows=[*ROWS_OF_BOARD[:-1], "jjjj"]), "rows: row 11 has 4 cells, but row 1 has 11"),
        (changed(rows=ROWS_OF_BOARD[:3]), "rows: has 3 rows, but must have 5 to 15"),
        (changed(rows=["oaabbbbccee", *ROWS_OF_BOARD[1:]]), "cells of district o do not hang together"),
        (changed(values__S=0), "values.S: is 0, but must be from 1 to 99"),
        (changed(values__z=3), "values.z: is not known"),
        (changed(sacred="X"), "sacred: is 'X', but no cell of the rows is"),
        (changed(sacred="n"), None),
        (changed(lake_shore=["C2"]), "lake_shore: must be land"),
        (changed(river_bank=["L1"]), "river_bank: has 'L1', which is no cell of the board"),
        (changed(river_edges=[["A1", "C1"]]), "river_edges: has ['A1', 'C1'], which do not share a side"),
        (changed(tiles__4=["S"]), "tiles.4: hides 'S', but a tile hides whole districts"),
        (changed(covers__4=["5"]), "covers.4: names the tile '5', which does not exist"),
        (changed(tiles__4=["l"]), "covers.4: with 4 players a row or column is interrupted"),
        (changed(thresholds__2="many"), "thresholds.2: is 'many', but must be a whole number"),
        (changed(die=["2", "3"]), "die: has 2 faces, but a die has six"),
        (
            changed(die=["2", "3", "3", "4", "6", "arrows"]),
            "die: shows '6', but a face is a number from 1 to 5",
        ),
        (changed(pyramids=[1, 3, 3]), "pyramids: has 3 numbers, but must have 5 to 5"),
        (changed(pyramids=[8, 8, 8, 8, 8]), "covers.2: 2 players need 91 land cells, not 71"),
        (changed(sacred_stones=[6, 4, 2]), "sacred_stones: must be different numbers, the lowest first"),
        (changed(colours=["green"] * 5), "colours: must be 5 different names"),
        (changed(water_prizes=[12, 8, -4]), "water_prizes: has -4"),
        (changed(stones=0), "stones: is 0, but must be from 1 to 20"),
    ],
)
def test_a_broken_board_is_refused_with_its_key(source, message):
    if message is None:
        # Five cells are just enough for five ships, but a tile hides them.
        message = "tiles.2/3: hides 'n'"
    with pytest.raises(DataError) as refused:
        read_board(source)
    assert message in str(refused.value)
    assert str(FILE) in str(refused.value)


def test_another_number_of_districts_is_only_warned_of():
    rows = [row.replace("n", "m") for row in ROWS_OF_BOARD]
    values = {name: value for name, value in VALUES["values"].items() if name != "n"}
    tiles = {"2": ["j", "k"], "2/3": ["e", "f"], "4": ["o"]}
    source = changed(rows=rows, values=values, tiles=tiles, covers={"2": [], "3": [], "4": [], "5": []})
    with pytest.warns(UserWarning, match="15 districts"):
        read_board(source)


@pytest.mark.rules("PR-1.1", "PR-1.2", "PR-2.1")
def test_the_board_has_what_its_page_says():
    """Section 1.4 and 1.5; PR-1.1, PR-1.2, PR-2.1."""
    assert len(BOARD.values) == 16
    assert sum(BOARD.values.values()) == 79
    assert {len(BOARD.cells_of(name)) - value for name, value in BOARD.values.items()} == {2}
    assert len(BOARD.cells_of(BOARD.lake)) == 10
    assert [len(BOARD.land(players)) for players in PLAYERS] == [71, 85, 99, 111]
    for hidden in (BOARD.covered(players) for players in PLAYERS):
        assert not hidden & (BOARD.river_bank | BOARD.lake_shore | BOARD.cells_of(BOARD.lake))


def test_the_board_is_its_own_mirror_image():
    """Section 1.4: north equals west, south equals east."""

    def mirrored(cell):
        row, col = divmod(cell, COLS)
        return col * COLS + row

    for cells in (BOARD.cells_of(BOARD.lake), BOARD.river_bank, BOARD.lake_shore):
        assert {mirrored(cell) for cell in cells} == cells
    for cell in BOARD.cells():
        one, two = BOARD.letter(cell), BOARD.letter(mirrored(cell))
        assert one == BOARD.lake == two or BOARD.values[one] == BOARD.values[two]


def test_bank_and_shore_are_what_they_are_called():
    """Section 1.4: a land cell with a side on the river; a land cell that shares a side with the lake."""
    assert {cell for edge in BOARD.river_edges for cell in edge} == BOARD.river_bank
    lake = BOARD.cells_of(BOARD.lake)
    land = BOARD.land(5)
    assert {cell for water in lake for cell in BOARD.neighbours(water)} & land == BOARD.lake_shore


def test_no_single_cell_cuts_the_land_in_two():
    """Section 1.5; and without ships and pyramids there is no dead end."""
    for players in PLAYERS:
        land = BOARD.land(players)
        assert all(BOARD.connected(land - {cell}) for cell in land)
        assert all(len(set(BOARD.neighbours(cell)) & land) >= 2 for cell in land)


def test_cells_have_names_that_read_back():
    assert [cell_at(name, ROWS, COLS) for name in CELL_NAMES] == list(range(ROWS * COLS))
    assert [cell_at(name, ROWS, COLS) for name in ("L1", "A12", "A0", "9F", "")] == [None] * 5
