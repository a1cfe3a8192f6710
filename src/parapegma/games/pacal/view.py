"""Pacal's Rocket: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides. Only one thing is ever hidden, and only from people: what ships hold,
where the table plays by memory (R-17). Everybody saw it being put there.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument, copy_of
from parapegma.core.game import Event
from parapegma.core.view_tools import cached_by_fields, cached_by_position, numbers_of, options_of
from parapegma.games.pacal.actions import pattern_cells
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLOURS,
    COLS,
    COVERED_CELLS,
    DISTRICT_NAMES,
    HEIGHTS,
    LAKE,
    LAKE_CELLS,
    MOST_PLAYERS,
    N_DISTRICTS,
    RIVER,
    ROWS,
    SACRED_STONES,
    THRESHOLD,
)
from parapegma.games.pacal.components.board import BOARD
from parapegma.games.pacal.components.constellations import PATTERNS
from parapegma.games.pacal.events import face
from parapegma.games.pacal.options import OPTIONS
from parapegma.games.pacal.rules import scoring, steps
from parapegma.games.pacal.state import (
    BONUS,
    BUILD,
    BUILT,
    CHOSE,
    ENDINGS,
    MOVE,
    NOWHERE,
    OVER,
    PATTERN,
    PHASES,
    SCORED,
    STATE,
)
from parapegma.games.pacal.types import (
    Board,
    Construction,
    District,
    Ends,
    FinalPoints,
    Options,
    Seat,
    View,
    Water,
)

ASKED = (
    "Place your ship in the Sacred district.",
    "Move your ship.",
    "Set your ship on a free cell.",
    "Put a stone into your own ship?",
    "Put a stone into the ship of another player?",
    "Take a visible stone of yours from the board, to use it at once?",
    "Build a pyramid?",
    "Choose the constellation to use.",
    "The height is exhausted: choose a lower one.",
    "The game is over.",
)
"""What the seat to move is asked, by phase."""
LASTING = frozenset({"game", "seat", "players", "threshold", "options", "board"})
"""Parts of a view that stay the same throughout a match, for the same viewer."""
_WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""Steps to the cells that share a side: rows down, columns right."""
_BESIDE = [
    [
        (way, (row + down) * COLS + col + right)
        for way, (down, right) in enumerate(_WAYS)
        if 0 <= row + down < ROWS and 0 <= col + right < COLS
    ]
    for row, col in (divmod(cell, COLS) for cell in range(CELLS))
]
"""For each cell the cells beside it, and by which step."""
_numbers = numbers_of(STATE)
_options = options_of(STATE, OPTIONS, Options)


def cells_of(rows: Any) -> list[str]:
    """The names of a set of cells, given row by row."""
    return [name for row, bits in enumerate(rows.tolist()) if bits for name in _cells_in(row, bits)]


@lru_cache(maxsize=8192)
def _cells_in(row: int, bits: int) -> tuple[str, ...]:
    return tuple(CELL_NAMES[row * COLS + col] for col in range(COLS) if bits >> col & 1)


def cell_or_none(cell: int) -> str | None:
    """A cell's name, or ``None`` for nowhere."""
    return None if cell == NOWHERE else CELL_NAMES[cell]


def sacred_of(bits: int) -> list[int]:
    """The values of a set of sacred stones."""
    return [value for n, value in enumerate(SACRED_STONES) if bits >> n & 1]


@cached_by_fields(STATE, "players", "pyramid")
def pyramids_of(states: States) -> list[dict[str, int]]:
    """Every seat's pyramids: cell and height."""
    found: list[dict[str, int]] = [{} for _ in range(int(states[0]["players"]))]
    built = states["pyramid"][0]
    for cell in built.nonzero()[0].tolist():
        what = int(built[cell])
        found[what >> 3][CELL_NAMES[cell]] = what & 7
    return found


@cached_by_fields(STATE, "players", "combined_waters", "pyramids", "pyramid", "strength", "sacred")
def final_points(states: States) -> list[FinalPoints]:
    """What a final scoring now would give each seat (PR-9)."""
    out = np.zeros((MOST_PLAYERS, 4), np.int64)
    scoring.final_points_at(as_argument(states), as_argument(out))
    return [
        FinalPoints(river=river, lake=lake, districts=districts, sacred=sacred)
        for river, lake, districts, sacred in out.tolist()[: int(states[0]["players"])]
    ]


def view(states: States, seat: int | None) -> View:
    """All that ``seat`` may see; ``None`` is a spectator."""
    return msgspec.structs.replace(_table(states), seat=seat)


@cached_by_position(STATE)
def _table(states: States) -> View:
    """What everyone may see."""
    s = _numbers(states)
    players = s.players
    over = s.phase == OVER
    outlook = final_points(states)
    pattern = None if s.pattern == NOWHERE else s.pattern
    return View(
        seat=None,
        players=players,
        to_move=None if over else s.to_move,
        start=s.start,
        round=s.round,
        die=face(s.die),
        phase=PHASES[s.phase],
        asked=_asked(states, s.phase),
        allowance=s.allowance,
        threshold=int(THRESHOLD[players]),
        last_round=bool(s.last_round),
        options=_options(states),
        board=_board(players),
        districts=_districts(states),
        waters=_waters(states),
        seats=_seats(states, s),
        ends=_ends(states),
        paths=_paths(states, s),
        buildable=cells_of(states["buildable"][0]),
        builds=_builds(states),
        target=None if s.target == NOWHERE else s.target,
        build_cell=cell_or_none(s.build_cell),
        pattern_height=None if pattern is None else PATTERNS[pattern].height,
        constellation=[] if pattern is None else _cells_of_pattern(s.build_cell, pattern),
        outlook=outlook,
        final=outlook if over else None,
        ended=(ENDINGS[s.ended] or None) if over else None,
    )


@cached_by_fields(STATE, "straight", "turning")
def _ends(states: States) -> Ends:
    return Ends(two_stones=cells_of(states["straight"][0]), one_stone=cells_of(states["turning"][0]))


def _cells_of_pattern(cell: int, pattern: int) -> list[str]:
    return [CELL_NAMES[each] for each in pattern_cells(cell, pattern) or []]


def _asked(states: States, phase: int) -> str:
    """The question of the phase; sacred stones are only spoken of where one may be discarded."""
    if phase != MOVE:
        return ASKED[phase]
    choices = engine.legal(states)
    discards = [number for number in choices if steps.SACRED_ACTION <= number < steps.OWN_ACTION]
    if not discards:
        return ASKED[MOVE]
    if len(discards) == len(choices):
        return "Your ship is enclosed: discard a sacred stone."
    return "Move your ship, or discard a sacred stone."


def _seats(states: States, s: Any) -> list[Seat]:
    players = s.players
    scores = engine.scores(states)
    ship, aboard, supply, stock, sacred = (
        states[name][0].tolist() for name in ("ship", "aboard", "supply", "stock", "sacred")
    )
    pyramids = pyramids_of(states)
    return [
        Seat(
            colour=COLOURS[seat],
            score=scores[seat],
            ship=cell_or_none(ship[seat]),
            aboard=None if s.memory and s.phase != OVER else aboard[seat][:players],
            supply=supply[seat],
            stones=cells_of(states["stones"][0, seat, :ROWS]),
            pyramids=pyramids[seat],
            stock={height: stock[seat][height] for height in range(1, HEIGHTS + 1)},
            sacred=sacred_of(sacred[seat]),
        )
        for seat in range(players)
    ]


@cache
def _board(players: int) -> Board:
    """The board as it lies on the table: it never changes during a game."""
    return Board(
        name=BOARD.name,
        rows=list(BOARD.rows),
        sacred=BOARD.sacred,
        lake=[CELL_NAMES[cell] for cell in LAKE_CELLS],
        covered=[CELL_NAMES[cell] for cell in sorted(COVERED_CELLS[players])],
        river=[(CELL_NAMES[one], CELL_NAMES[two]) for one, two in BOARD.river_edges],
        river_bank=[CELL_NAMES[cell] for cell in sorted(BOARD.river_bank)],
        lake_shore=[CELL_NAMES[cell] for cell in sorted(BOARD.lake_shore)],
    )


@cache
def _shown_districts(players: int) -> list[tuple[int, str, int]]:
    """Number, name and value of the districts that are not covered."""
    hidden = {BOARD.letter(cell) for cell in COVERED_CELLS[players]}
    return [
        (number, name, BOARD.values[name]) for number, name in enumerate(DISTRICT_NAMES) if name not in hidden
    ]


@cached_by_fields(STATE, "players", "strength")
def _districts(states: States) -> dict[str, District]:
    """Each district's value, every seat's storeys there, who leads, and what it would give at the end."""
    players = int(states[0]["players"])
    out = np.zeros((N_DISTRICTS, MOST_PLAYERS), np.int64)
    scoring.all_districts_at(as_argument(states), as_argument(out))
    at_the_end = out[:, :players].tolist()
    storeys = states["strength"][0, :, :players].tolist()
    found = {}
    for number, name, value in _shown_districts(players):
        strengths = storeys[number]
        most = max(strengths)
        found[name] = District(
            value=value,
            strengths=strengths,
            leaders=[seat for seat, own in enumerate(strengths) if own == most] if most > 0 else [],
            points=at_the_end[number],
        )
    return found


@cached_by_fields(STATE, "players", "combined_waters", "pyramids", "pyramid")
def _waters(states: States) -> dict[Water, list[int]]:
    """Every seat's storeys at each water, or at both where they are scored together (PR-9.2, R-30)."""
    s = _numbers(states)
    waters: dict[Water, int] = {"river": RIVER, "lake": LAKE}
    if s.combined_waters:
        waters = {"both": RIVER | LAKE}
    return {
        name: [int(scoring.water_strength_at(as_argument(states), seat, bits)) for seat in range(s.players)]
        for name, bits in waters.items()
    }


def _paths(states: States, s: Any) -> dict[str, list[str]]:
    """While a ship moves: for each end cell of a move with turns one way to it, with few turns.

    Which cells are end cells is the rules' matter; a way is only for the eye (PR-4.5).
    """
    if s.phase != MOVE:
        return {}
    free, ends = states["free"][0].tolist(), states["turning"][0].tolist()
    if not any(ends):
        return {}
    best: dict[int, tuple[int, int, list[int]]] = {}

    def walk(path: list[int], steps_left: int, turns: int, last: int) -> None:
        here = path[-1]
        if ends[here // COLS] >> here % COLS & 1:
            known = best.get(here)
            if known is None or (steps_left, turns) < known[:2]:
                best[here] = (steps_left, turns, path)
        if not steps_left:
            return
        before = path[-2] if len(path) > 1 else NOWHERE
        for way, beside in _BESIDE[here]:
            if free[beside // COLS] >> beside % COLS & 1:
                again = beside == before if s.no_reversal else beside in path
                if not again:
                    walk([*path, beside], steps_left - 1, turns + (last not in (-1, way)), way)

    walk([int(states["ship"][0, s.to_move])], s.die, 0, -1)
    named = {CELL_NAMES[cell]: [CELL_NAMES[step] for step in path] for cell, (_, _, path) in best.items()}
    return dict(sorted(named.items()))


def _builds(states: States) -> list[Construction]:
    """While a pyramid may be built: every constellation by building cell, with what it would give now.

    The rules themselves build on copies. Where the height is still to be chosen, it and the points are open.
    """
    if states[0]["phase"] not in (BUILD, PATTERN):
        return []
    found = []
    for number in engine.legal(states):
        if number == steps.PASS_ACTION:
            continue
        copy = copy_of(states)
        happened = engine.apply(copy, number)
        if copy[0]["phase"] == PATTERN:
            found += _builds(copy)
            continue
        found.append(_construction(happened))
    return found


def _construction(happened: tuple[Event, ...]) -> Construction:
    """What a constellation gives, from what happens when it is used."""
    cell, pattern = next((a, b) for kind, _, a, b in happened if kind == CHOSE)
    height, points = None, None
    for kind, _, a, b in happened:
        if kind == BUILT:
            height, points = b // 8, 0
        elif kind in (SCORED, BONUS) and points is not None:
            points += a
    return Construction(
        cell=CELL_NAMES[cell],
        cells=_cells_of_pattern(cell, pattern),
        pattern_height=PATTERNS[pattern].height,
        height=height,
        points=points,
    )
