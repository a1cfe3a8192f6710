"""Pacal's Rocket: the data file read and checked; each problem is named by its key."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from pathlib import Path

from parapegma.core.compiled import data

PLAYERS = range(2, 6)
LONGEST = 15
"""Rows and columns of a board at most: the rules keep four sets of cells of a row in one integer."""
LONGEST_MOVE = 5
"""The highest number on the die: up to here a path can only cross itself in a circle of four cells."""
ARROWS = "arrows"
_USUAL_DISTRICTS = 16
_CELL = re.compile(r"([A-O])(\d{1,2})")
_KEYS = (
    "name", "colours", "stones", "pyramids", "sacred_stones", "die", "penultimate_bonus", "water_prizes",
    "second_in_district", "sacred", "lake", "rows", "river_edges", "river_bank", "lake_shore", "values",
    "tiles", "covers", "thresholds",
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """The contents of the data file. Cells are numbered row by row from the north-west corner."""

    name: str
    digest: str
    colours: tuple[str, ...]
    stones: int
    pyramids: tuple[int, ...]
    sacred_stones: tuple[int, ...]
    die: tuple[str, ...]
    penultimate_bonus: int
    water_prizes: tuple[int, ...]
    second_in_district: int
    sacred: str
    lake: str
    rows: tuple[str, ...]
    values: dict[str, int]
    river_edges: tuple[tuple[int, int], ...]
    river_bank: frozenset[int]
    lake_shore: frozenset[int]
    tiles: dict[str, tuple[str, ...]]
    covers: dict[int, tuple[str, ...]]
    thresholds: dict[int, int]

    def letter(self, cell: int) -> str:
        row, col = divmod(cell, len(self.rows[0]))
        return self.rows[row][col]

    def cells(self) -> range:
        return range(len(self.rows) * len(self.rows[0]))

    def cells_of(self, letter: str) -> set[int]:
        """The cells of a district, or of the lake."""
        return {cell for cell in self.cells() if self.letter(cell) == letter}

    def covered(self, players: int) -> set[int]:
        """The cells under the tiles that are used with so many players (PR-2.1)."""
        hidden = {district for tile in self.covers[players] for district in self.tiles[tile]}
        return {cell for cell in self.cells() if self.letter(cell) in hidden}

    def land(self, players: int) -> set[int]:
        """The cells that are neither lake nor covered (PR-1.2)."""
        return set(self.cells()) - self.cells_of(self.lake) - self.covered(players)

    def neighbours(self, cell: int) -> list[int]:
        """The cells that share a side (PR-1.1)."""
        cols = len(self.rows[0])
        row, col = divmod(cell, cols)
        beside = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        return [r * cols + c for r, c in beside if 0 <= r < len(self.rows) and 0 <= c < cols]

    def connected(self, cells: set[int]) -> bool:
        """Whether one can go from any of the cells to any other."""
        reached: set[int] = set()
        waiting = [min(cells)] if cells else []
        while waiting:
            cell = waiting.pop()
            if cell not in reached:
                reached.add(cell)
                waiting += [beside for beside in self.neighbours(cell) if beside in cells]
        return reached == cells


def read_board(source: data.Data) -> Board:
    """The board a data file describes; a broken file is refused with the key that is wrong."""
    source.only(*_KEYS)
    rows = _rows(source)
    sacred, lake = _letter(source, "sacred"), _letter(source, "lake")
    board = Board(
        name=source.get("name", str),
        digest=source.digest(),
        colours=_colours(source),
        stones=source.whole("stones", 1, 20),
        pyramids=_wholes(source, "pyramids", 5, 5, 0, 20),
        sacred_stones=_wholes(source, "sacred_stones", 1, 6, 1, 99),
        die=_die(source),
        penultimate_bonus=source.whole("penultimate_bonus", 0, 99),
        water_prizes=_wholes(source, "water_prizes", 1, len(PLAYERS) + 1, 0, 99),
        second_in_district=source.whole("second_in_district", 0, 99),
        sacred=sacred,
        lake=lake,
        rows=rows,
        values=_values(source, rows, sacred, lake),
        river_edges=_edges(source, rows),
        river_bank=_cells(source, "river_bank", rows),
        lake_shore=_cells(source, "lake_shore", rows),
        tiles=_tiles(source, rows, sacred, lake),
        covers=_covers(source),
        thresholds=_thresholds(source),
    )
    _check_pieces(source, board)
    _check_districts(source, board)
    _check_waters(source, board)
    for players in PLAYERS:
        _check_land(source, board, players)
    return board


def cell_at(text: str, rows: int, cols: int) -> int | None:
    """The number of a cell such as ``F9``, or ``None`` if there is no such cell."""
    found = _CELL.fullmatch(text.upper())
    if not found:
        return None
    row, col = int(found[2]) - 1, ord(found[1]) - ord("A")
    return row * cols + col if 0 <= row < rows and col < cols else None


# --- the parts of the file ---------------------------------------------------------------------


def _texts(source: data.Data, key: str) -> tuple[str, ...]:
    found = source.get(key, list)
    for value in found:
        if not isinstance(value, str):
            source.refuse(key, f"has {value!r}, but must be a list of texts")
    return tuple(found)


def _wholes(source: data.Data, key: str, least: int, most: int, low: int, high: int) -> tuple[int, ...]:
    found = source.get(key, list)
    if not least <= len(found) <= most:
        source.refuse(key, f"has {len(found)} numbers, but must have {least} to {most}")
    for value in found:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            source.refuse(key, f"has {value!r}, but must be whole numbers from {low} to {high}")
    return tuple(found)


def _letter(source: data.Data, key: str) -> str:
    value: str = source.get(key, str)
    if len(value) != 1:
        source.refuse(key, f"is {value!r}, but must be one letter")
    return value


def _colours(source: data.Data) -> tuple[str, ...]:
    found = _texts(source, "colours")
    if len(found) != PLAYERS[-1] or len(set(found)) != len(found):
        source.refuse("colours", f"must be {PLAYERS[-1]} different names")
    return found


def _die(source: data.Data) -> tuple[str, ...]:
    found = _texts(source, "die")
    problem = die_problem(found)
    if problem:
        source.refuse("die", problem)
    return found


def die_problem(faces: tuple[str, ...]) -> str | None:
    """What is wrong with the faces of a die, if anything."""
    if len(faces) != 6:
        return f"has {len(faces)} faces, but a die has six"
    for face in faces:
        if face != ARROWS and face not in map(str, range(1, LONGEST_MOVE + 1)):
            return f"shows {face!r}, but a face is a number from 1 to {LONGEST_MOVE} or {ARROWS}"
    return None


def _rows(source: data.Data) -> tuple[str, ...]:
    rows = _texts(source, "rows")
    if not 5 <= len(rows) <= LONGEST:
        source.refuse("rows", f"has {len(rows)} rows, but must have 5 to {LONGEST}")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            source.refuse("rows", f"row {number} has {len(row)} cells, but row 1 has {len(rows[0])}")
    if not 5 <= len(rows[0]) <= LONGEST:
        source.refuse("rows", f"has {len(rows[0])} columns, but must have 5 to {LONGEST}")
    return rows


def _values(source: data.Data, rows: tuple[str, ...], sacred: str, lake: str) -> dict[str, int]:
    part = source.part("values")
    letters = sorted({letter for row in rows for letter in row} - {lake})
    part.only(*letters)
    if sacred not in letters:
        source.refuse("sacred", f"is {sacred!r}, but no cell of the rows is")
    return {letter: part.whole(letter, 1, 99) for letter in letters}


def _cell(source: data.Data, key: str, rows: tuple[str, ...], text: object) -> int:
    cell = cell_at(text, len(rows), len(rows[0])) if isinstance(text, str) else None
    if cell is None:
        source.refuse(key, f"has {text!r}, which is no cell of the board")
    return cell


def _cells(source: data.Data, key: str, rows: tuple[str, ...]) -> frozenset[int]:
    return frozenset(_cell(source, key, rows, text) for text in source.get(key, list))


def _edges(source: data.Data, rows: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    found = []
    for pair in source.get("river_edges", list):
        if not isinstance(pair, list) or len(pair) != 2:
            source.refuse("river_edges", f"has {pair!r}, but must be pairs of cells")
        one, two = sorted(_cell(source, "river_edges", rows, text) for text in pair)
        if two - one != len(rows[0]) and not (two - one == 1 and two % len(rows[0])):
            source.refuse("river_edges", f"has {pair!r}, which do not share a side")
        found.append((one, two))
    return tuple(found)


def _tiles(source: data.Data, rows: tuple[str, ...], sacred: str, lake: str) -> dict[str, tuple[str, ...]]:
    part = source.part("tiles")
    letters = {letter for row in rows for letter in row} - {sacred, lake}
    found = {tile: _texts(part, tile) for tile in part.values}
    for tile, districts in found.items():
        for district in districts:
            if district not in letters:
                part.refuse(tile, f"hides {district!r}, but a tile hides whole districts, not the Sacred one")
    return found


def _covers(source: data.Data) -> dict[int, tuple[str, ...]]:
    part = source.part("covers")
    part.only(*map(str, PLAYERS))
    found = {players: _texts(part, str(players)) for players in PLAYERS}
    for players, tiles in found.items():
        for tile in tiles:
            if tile not in source.part("tiles").values:
                part.refuse(str(players), f"names the tile {tile!r}, which does not exist")
    return found


def _thresholds(source: data.Data) -> dict[int, int]:
    part = source.part("thresholds")
    part.only(*map(str, PLAYERS))
    return {players: part.whole(str(players), 1, 999) for players in PLAYERS}


# --- how the parts fit together ----------------------------------------------------------------


def _check_pieces(source: data.Data, board: Board) -> None:
    if sum(board.pyramids) < 3 or sum(board.pyramids) > 40:
        source.refuse("pyramids", f"has {sum(board.pyramids)} pieces, but must have 3 to 40")
    if list(board.sacred_stones) != sorted(set(board.sacred_stones)):
        source.refuse("sacred_stones", "must be different numbers, the lowest first")


def _check_districts(source: data.Data, board: Board) -> None:
    for district in board.values:
        if not board.connected(board.cells_of(district)):
            source.refuse("rows", f"the cells of district {district} do not hang together")
    if len(board.cells_of(board.sacred)) < PLAYERS[-1]:
        source.refuse("sacred", f"the Sacred district must have at least {PLAYERS[-1]} cells, one per ship")
    if len(board.values) != _USUAL_DISTRICTS:
        warnings.warn(
            f"{source.file}: rows: {len(board.values)} districts; usual are {_USUAL_DISTRICTS}", stacklevel=2
        )
    if len(board.values) > 30:
        source.refuse("rows", f"has {len(board.values)} districts, but must have at most 30")


def _check_waters(source: data.Data, board: Board) -> None:
    for key, cells in (("river_bank", board.river_bank), ("lake_shore", board.lake_shore)):
        if cells & board.cells_of(board.lake):
            source.refuse(key, "must be land: pyramids are built there")


def _check_land(source: data.Data, board: Board, players: int) -> None:
    land = board.land(players)
    if not board.connected(land):
        source.refuse(f"covers.{players}", f"with {players} players the land falls apart")
    left = set(board.cells()) - board.covered(players)
    cols = len(board.rows[0])
    lines = [[cell for cell in left if cell // cols == row] for row in range(len(board.rows))]
    lines += [[cell // cols for cell in left if cell % cols == col] for col in range(cols)]
    for line in lines:
        if line and max(line) - min(line) != len(line) - 1:
            source.refuse(f"covers.{players}", f"with {players} players a row or column is interrupted")
    needed = players * sum(board.pyramids) + len(board.cells_of(board.sacred)) + 2
    if len(land) < needed:
        source.refuse(f"covers.{players}", f"{players} players need {needed} land cells, not {len(land)}")


BOARD = read_board(data.load(str(Path(__file__).parent), "pacal", "board.toml"))
