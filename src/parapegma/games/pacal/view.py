"""Pacal's Rocket: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides. Only one thing is ever hidden, and only from people: what ships hold,
where the table plays by memory (R-17). Everybody saw it being put there.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument, copy_of
from parapegma.core.view_tools import cached_by_position, numbers_of
from parapegma.games.pacal.actions import pattern_cells
from parapegma.games.pacal.board import BOARD
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
from parapegma.games.pacal.constellations import PATTERNS
from parapegma.games.pacal.events import ENDINGS, face
from parapegma.games.pacal.rules import points, steps
from parapegma.games.pacal.state import (
    BONUS,
    BUILD,
    BUILT,
    CHOSE,
    MOVE,
    NOWHERE,
    OVER,
    PATTERN,
    SCORED,
    STATE,
)

PHASES = ("place", "move", "set", "own", "other", "recover", "build", "pattern", "height", "over")
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
"""Parts of a view that stay the same throughout a match, through the same eyes."""
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


def pyramids_of(states: States) -> list[dict[str, int]]:
    """Every seat's pyramids: cell and height."""
    found: list[dict[str, int]] = [{} for _ in range(int(states[0]["players"]))]
    built = states["pyramid"][0]
    for cell in built.nonzero()[0].tolist():
        what = int(built[cell])
        found[what >> 3][CELL_NAMES[cell]] = what & 7
    return found


def final_points(states: States) -> list[dict[str, int]]:
    """What a final scoring now would give each seat (PR-9)."""
    out = np.zeros((MOST_PLAYERS, 4), np.int64)
    points.final_points_at(as_argument(states), as_argument(out))
    names = ("river", "lake", "districts", "sacred")
    return [dict(zip(names, row, strict=True)) for row in out.tolist()[: int(states[0]["players"])]]


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    return {**_table(states), "seat": seat}


@cached_by_position(STATE)
def _table(states: States) -> dict[str, Any]:
    """What everyone may see."""
    s = _numbers(states)
    players = s.players
    over = s.phase == OVER
    outlook = final_points(states)
    return {
        "game": "pacal",
        "seat": None,
        "players": players,
        "to_move": None if over else s.to_move,
        "start": s.start,
        "round": s.round,
        "die": face(s.die),
        "phase": PHASES[s.phase],
        "asked": _asked(states, s.phase),
        "allowance": s.allowance,
        "threshold": int(THRESHOLD[players]),
        "last_round": bool(s.last_round),
        "options": _options(states, s),
        "board": _board(players),
        "districts": _districts(states, players),
        "waters": _waters(states, s),
        "seats": _seats(states, s),
        "ends": {"two_stones": cells_of(states["straight"][0]), "one_stone": cells_of(states["turning"][0])},
        "paths": _paths(states, s),
        "buildable": cells_of(states["buildable"][0]),
        "builds": _builds(states),
        "target": None if s.target == NOWHERE else s.target,
        "build_cell": cell_or_none(s.build_cell),
        "pattern_height": None if s.pattern == NOWHERE else PATTERNS[s.pattern].height,
        "constellation": []
        if s.pattern == NOWHERE
        else [CELL_NAMES[cell] for cell in pattern_cells(s.build_cell, s.pattern) or []],
        "outlook": outlook,
        "final": outlook if over else None,
        "ended": ENDINGS[s.ended] if over else None,
    }


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


def _seats(states: States, s: Any) -> list[dict[str, Any]]:
    players = s.players
    scores = engine.scores(states)
    ship, aboard, supply, stock, sacred = (
        states[name][0].tolist() for name in ("ship", "aboard", "supply", "stock", "sacred")
    )
    pyramids = pyramids_of(states)
    return [
        {
            "colour": COLOURS[seat],
            "score": scores[seat],
            "ship": cell_or_none(ship[seat]),
            # What the ship holds, by the colour's seat; hidden where people have to remember it.
            "aboard": None if s.memory and s.phase != OVER else aboard[seat][:players],
            "supply": supply[seat],
            "stones": cells_of(states["stones"][0, seat, :ROWS]),
            "pyramids": pyramids[seat],
            "stock": {height: stock[seat][height] for height in range(1, HEIGHTS + 1)},
            "sacred": sacred_of(sacred[seat]),
        }
        for seat in range(players)
    ]


def _options(states: States, s: Any) -> dict[str, Any]:
    return {
        "expert": bool(s.expert),
        "ship_contents": "memory" if s.memory else "open",
        "two_stones": "independent" if s.independent else "own_first",
        "duplicate_insert": "forbid" if s.forbid_duplicates else "allow",
        "path_rule": "no_reversal" if s.no_reversal else "self_avoiding",
        "first_round_sacred": bool(s.first_round_sacred),
        "auto_lowest_sacred": bool(s.lowest_sacred),
        "gaps_must_be_empty": bool(s.empty_gaps),
        "tie_scores": bool(s.tie_scores),
        "water_scoring": "combined" if s.combined_waters else "separate",
        "two_player_end": "finish_round" if s.finish_round else "immediate",
        "die_faces": " ".join(str(face(die)) for die in states["faces"][0].tolist()),
        "max_rounds": s.max_rounds,
    }


@cache
def _board(players: int) -> dict[str, Any]:
    """The board as it lies on the table: it never changes during a game."""
    return {
        "name": BOARD.name,
        "rows": list(BOARD.rows),
        "sacred": BOARD.sacred,
        "lake": [CELL_NAMES[cell] for cell in LAKE_CELLS],
        "covered": [CELL_NAMES[cell] for cell in sorted(COVERED_CELLS[players])],
        "river": [[CELL_NAMES[one], CELL_NAMES[two]] for one, two in BOARD.river_edges],
        "river_bank": [CELL_NAMES[cell] for cell in sorted(BOARD.river_bank)],
        "lake_shore": [CELL_NAMES[cell] for cell in sorted(BOARD.lake_shore)],
    }


@cache
def _shown_districts(players: int) -> list[tuple[int, str, int]]:
    """Number, name and value of the districts that are not covered."""
    hidden = {BOARD.letter(cell) for cell in COVERED_CELLS[players]}
    return [
        (number, name, BOARD.values[name]) for number, name in enumerate(DISTRICT_NAMES) if name not in hidden
    ]


def _districts(states: States, players: int) -> dict[str, Any]:
    """Each district's value, every seat's storeys there, who leads, and what it would give at the end."""
    out = np.zeros((N_DISTRICTS, MOST_PLAYERS), np.int64)
    points.all_districts_at(as_argument(states), as_argument(out))
    at_the_end = out[:, :players].tolist()
    storeys = states["strength"][0, :, :players].tolist()
    found = {}
    for number, name, value in _shown_districts(players):
        strengths = storeys[number]
        most = max(strengths)
        found[name] = {
            "value": value,
            "strengths": strengths,
            "leaders": [seat for seat, own in enumerate(strengths) if own == most] if most > 0 else [],
            "points": at_the_end[number],
        }
    return found


def _waters(states: States, s: Any) -> dict[str, list[int]]:
    """Every seat's storeys at each water, or at both where they are scored together (PR-9.2, R-30)."""
    waters = {"both": RIVER | LAKE} if s.combined_waters else {"river": RIVER, "lake": LAKE}
    return {
        name: [int(points.water_strength_at(as_argument(states), seat, bits)) for seat in range(s.players)]
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


def _builds(states: States) -> list[dict[str, Any]]:
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
        what: dict[str, Any] = {"cell": None, "cells": [], "height": None, "points": None}
        for kind, _, a, b in happened:
            if kind == CHOSE:
                cells = [CELL_NAMES[cell] for cell in pattern_cells(a, b) or []]
                what |= {"cell": CELL_NAMES[a], "cells": cells, "pattern_height": PATTERNS[b].height}
            elif kind == BUILT:
                what |= {"height": b // 8, "points": 0}
            elif kind in (SCORED, BONUS):
                what["points"] += a
        found.append(what)
    return found
