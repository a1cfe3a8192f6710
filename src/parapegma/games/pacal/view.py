"""Pacal's Rocket: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides. Only one thing is ever hidden, and only from people: what ships hold,
where the table plays by memory (R-17). Everybody saw it being put there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.states import States, copy_of, handed
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
    RIVER,
    ROWS,
    SACRED_STONES,
    THRESHOLD,
)
from parapegma.games.pacal.constellations import PATTERNS
from parapegma.games.pacal.events import ENDINGS, face
from parapegma.games.pacal.rules import points, steps
from parapegma.games.pacal.state import BONUS, BUILD, BUILT, CHOSE, MOVE, NOWHERE, OVER, PATTERN, SCORED

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
_WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""Steps to the cells that share a side: rows down, columns right."""


def cells_of(rows: Any) -> list[str]:
    """The names of a set of cells, given row by row."""
    bits = rows.tolist()
    return [CELL_NAMES[cell] for cell in range(CELLS) if bits[cell // COLS] >> cell % COLS & 1]


def cell_or_none(cell: int) -> str | None:
    """A cell's name, or ``None`` for nowhere."""
    return None if cell == NOWHERE else CELL_NAMES[cell]


def sacred_of(bits: int) -> list[int]:
    """The values of a set of sacred stones."""
    return [value for n, value in enumerate(SACRED_STONES) if bits >> n & 1]


def pyramids_of(states: States, seat: int) -> dict[str, int]:
    """A seat's pyramids: cell and height."""
    return {
        CELL_NAMES[cell]: what & 7
        for cell, what in enumerate(states[0]["pyramid"].tolist())
        if what and what >> 3 == seat
    }


def final_points(states: States) -> list[dict[str, int]]:
    """What a final scoring now would give each seat (PR-9)."""
    out = np.zeros((MOST_PLAYERS, 4), np.int64)
    points.final_points_at(handed(states), handed(out))
    names = ("river", "lake", "districts", "sacred")
    return [
        {name: int(out[seat, n]) for n, name in enumerate(names)} for seat in range(int(states[0]["players"]))
    ]


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    s = states[0]
    players = int(s["players"])
    over = s["phase"] == OVER
    return {
        "game": "pacal",
        "seat": seat,
        "players": players,
        "to_move": None if over else int(s["to_move"]),
        "start": int(s["start"]),
        "round": int(s["round"]),
        "die": face(int(s["die"])),
        "phase": PHASES[s["phase"]],
        "asked": _asked(states),
        "allowance": int(s["allowance"]),
        "threshold": int(THRESHOLD[players]),
        "last_round": bool(s["last_round"]),
        "options": _options(states),
        "board": _board(players),
        "districts": _districts(states),
        "waters": _waters(states),
        "seats": [_seat(states, other, engine.scores(states)[other]) for other in range(players)],
        "ends": {"two_stones": cells_of(s["straight"]), "one_stone": cells_of(s["turning"])},
        "paths": _paths(states),
        "buildable": cells_of(s["buildable"]),
        "builds": _builds(states),
        "target": None if s["target"] == NOWHERE else int(s["target"]),
        "build_cell": cell_or_none(int(s["build_cell"])),
        "pattern_height": None if s["pattern"] == NOWHERE else PATTERNS[int(s["pattern"])].height,
        "constellation": []
        if s["pattern"] == NOWHERE
        else [CELL_NAMES[cell] for cell in pattern_cells(int(s["build_cell"]), int(s["pattern"])) or []],
        "outlook": final_points(states),
        "final": final_points(states) if over else None,
        "ended": ENDINGS[s["ended"]] if over else None,
    }


def _asked(states: States) -> str:
    """The question of the phase; sacred stones are only spoken of where one may be discarded."""
    if states[0]["phase"] != MOVE:
        return ASKED[states[0]["phase"]]
    choices = engine.legal(states)
    discards = [number for number in choices if steps.SACRED_ACTION <= number < steps.OWN_ACTION]
    if not discards:
        return ASKED[MOVE]
    if len(discards) == len(choices):
        return "Your ship is enclosed: discard a sacred stone."
    return "Move your ship, or discard a sacred stone."


def _seat(states: States, seat: int, score: int) -> dict[str, Any]:
    s = states[0]
    players = int(s["players"])
    return {
        "colour": COLOURS[seat],
        "score": score,
        "ship": cell_or_none(int(s["ship"][seat])),
        # What the ship holds, by the colour's seat; hidden where people have to remember it.
        "aboard": None
        if s["memory"] and s["phase"] != OVER
        else [int(n) for n in s["aboard"][seat][:players]],
        "supply": int(s["supply"][seat]),
        "stones": cells_of(s["stones"][seat][:ROWS]),
        "pyramids": pyramids_of(states, seat),
        "stock": {height: int(s["stock"][seat][height]) for height in range(1, HEIGHTS + 1)},
        "sacred": sacred_of(int(s["sacred"][seat])),
    }


def _options(states: States) -> dict[str, Any]:
    s = states[0]
    return {
        "expert": bool(s["expert"]),
        "ship_contents": "memory" if s["memory"] else "open",
        "two_stones": "independent" if s["independent"] else "own_first",
        "duplicate_insert": "forbid" if s["forbid_duplicates"] else "allow",
        "path_rule": "no_reversal" if s["no_reversal"] else "self_avoiding",
        "first_round_sacred": bool(s["first_round_sacred"]),
        "auto_lowest_sacred": bool(s["lowest_sacred"]),
        "gaps_must_be_empty": bool(s["empty_gaps"]),
        "tie_scores": bool(s["tie_scores"]),
        "water_scoring": "combined" if s["combined_waters"] else "separate",
        "two_player_end": "finish_round" if s["finish_round"] else "immediate",
        "die_faces": " ".join(str(face(int(die))) for die in s["faces"]),
        "max_rounds": int(s["max_rounds"]),
    }


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


def _districts(states: States) -> dict[str, Any]:
    """Each district's value, every seat's storeys there, who leads, and what it would give at the end."""
    s = states[0]
    players = int(s["players"])
    hidden = {BOARD.letter(cell) for cell in COVERED_CELLS[players]}
    found = {}
    for number, name in enumerate(DISTRICT_NAMES):
        if name in hidden:
            continue
        strengths = [int(n) for n in s["strength"][number][:players]]
        found[name] = {
            "value": BOARD.values[name],
            "strengths": strengths,
            "leaders": [seat for seat in range(players) if 0 < strengths[seat] == max(strengths)],
            "points": [
                int(points.district_points_at(handed(states), seat, number)) for seat in range(players)
            ],
        }
    return found


def _waters(states: States) -> dict[str, list[int]]:
    """Every seat's storeys at each water, or at both where they are scored together (PR-9.2, R-30)."""
    s = states[0]
    waters = {"both": RIVER | LAKE} if s["combined_waters"] else {"river": RIVER, "lake": LAKE}
    return {
        name: [int(points.water_strength_at(handed(states), seat, bits)) for seat in range(int(s["players"]))]
        for name, bits in waters.items()
    }


def _paths(states: States) -> dict[str, list[str]]:
    """While a ship moves: for each end cell of a move with turns one way to it, with few turns.

    Which cells are end cells is the rules' matter; a way is only for the eye (PR-4.5).
    """
    s = states[0]
    if s["phase"] != MOVE:
        return {}
    free, ends = set(cells_of(s["free"])), set(cells_of(s["turning"]))
    best: dict[str, tuple[int, int, list[str]]] = {}

    def walk(path: list[str], steps_left: int, turns: int, last: tuple[int, int] | None) -> None:
        here = path[-1]
        found = (steps_left, turns, path)
        if here in ends and (here not in best or found[:2] < best[here][:2]):
            best[here] = found
        for way in _WAYS if steps_left else ():
            beside = chr(ord(here[0]) + way[1]) + str(int(here[1:]) + way[0])
            again = beside in path if not s["no_reversal"] else path[-2:-1] == [beside]
            if beside in free and not again:
                walk([*path, beside], steps_left - 1, turns + (last not in (None, way)), way)

    if ends:
        walk([CELL_NAMES[int(s["ship"][s["to_move"]])]], int(s["die"]), 0, None)
    return {cell: path for cell, (_, _, path) in sorted(best.items())}


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
