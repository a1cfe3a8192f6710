"""Pacal's Rocket: a whole position as readable data, both ways.

A position set up by hand names the parts that differ from a board without stones and pyramids. It is
at the beginning of a turn (``phase: turn``, the ship is lifted now) unless it names another phase.
Supplies and stocks are what is not on the board. Ships that are not named stand on free cells of the
last rows, out of the way; in round 1, before their first turn, in the Sacred district.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.games.pacal.actions import named, pattern_cells
from parapegma.games.pacal.components import (
    CELLS,
    COLS,
    DISTRICT_NAMES,
    HEIGHTS,
    LAKE,
    RIVER,
    ROWS,
    SACRED_STONES,
    THRESHOLD,
)
from parapegma.games.pacal.components.constellations import N_PATTERNS, PATTERNS
from parapegma.games.pacal.events import face
from parapegma.games.pacal.position.pieces import (
    build_placing,
    build_pyramids,
    build_ships,
    build_stones,
    check_counts,
    clear_board,
    die_of,
    sacred_stones_of,
)
from parapegma.games.pacal.position.turn import TURN, build_phase, check_first_round, check_last_round
from parapegma.games.pacal.rules import scoring
from parapegma.games.pacal.rules.steps import building
from parapegma.games.pacal.state import (
    ENDINGS,
    MOVE,
    NOWHERE,
    OVER,
    PHASES,
    PLACE,
    SET_DOWN,
)
from parapegma.games.pacal.types import FinalPoints
from parapegma.games.pacal.view import cell_or_none, cells_of, final_points, pyramids_of, sacred_of

PARTS = (
    "ships", "stones", "aboard", "pyramids", "supply", "stock", "sacred", "points", "round", "start",
    "to_move", "die", "phase", "allowance", "target", "build_cell", "constellation", "last_round", "ended",
)  # fmt: skip


def read(states: States) -> dict[str, Any]:
    """The whole position."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "ships": {seat: cell_or_none(int(s["ship"][seat])) for seat in seats},
        "stones": {seat: cells_of(s["stones"][seat][:ROWS]) for seat in seats},
        "aboard": {
            seat: {colour: int(s["aboard"][seat][colour]) for colour in seats if s["aboard"][seat][colour]}
            for seat in seats
        },
        "pyramids": {
            seat: [f"{height}@{cell}" for cell, height in own.items()]
            for seat, own in enumerate(pyramids_of(states))
        },
        "supply": {seat: int(s["supply"][seat]) for seat in seats},
        "stock": {
            seat: {height: int(s["stock"][seat][height]) for height in range(1, HEIGHTS + 1)}
            for seat in seats
        },
        "sacred": {seat: sacred_of(int(s["sacred"][seat])) for seat in seats},
        "points": {seat: int(s["score"][seat]) for seat in seats},
        "round": int(s["round"]),
        "start": int(s["start"]),
        "to_move": int(s["to_move"]),
        "die": face(int(s["die"])),
        "phase": PHASES[s["phase"]],
        "allowance": int(s["allowance"]),
        "target": None if s["target"] == NOWHERE else int(s["target"]),
        "build_cell": cell_or_none(int(s["build_cell"])),
        "constellation": None
        if s["pattern"] == NOWHERE
        else named(pattern_cells(int(s["build_cell"]), int(s["pattern"])) or []),
        "last_round": bool(s["last_round"]),
        "ended": ENDINGS[s["ended"]] or None,
    }


def facts(states: States) -> dict[str, Any]:
    """What a scenario may check besides the position itself."""
    s = states[0]
    players = int(s["players"])
    final = final_points(states)
    return {
        "two_stones": cells_of(s["straight"]),
        "one_stone": cells_of(s["turning"]),
        "end_cells": int(sum(int(row).bit_count() for row in s["straight"] | s["turning"])),
        "choices": 0 if s["phase"] == OVER else len(engine.legal(states)),
        "free_cells": int(sum(int(row).bit_count() for row in s["free"])),
        "stock_left": {seat: int(s["stock"][seat].sum()) for seat in range(players)},
        "buildable": cells_of(s["buildable"]),
        "heights": {seat: _heights(states, seat) for seat in range(players)},
        "strengths": {
            name: [int(n) for n in s["strength"][number][:players]]
            for number, name in enumerate(DISTRICT_NAMES)
        },
        "water_strengths": {
            name: [
                int(scoring.water_strength_at(as_argument(states), seat, water)) for seat in range(players)
            ]
            for name, water in (("river", RIVER), ("lake", LAKE), ("both", RIVER | LAKE))
        },
        "final": {name: [getattr(seat, name) for seat in final] for name in FinalPoints.__struct_fields__},
        "final_districts": {
            name: [
                int(scoring.district_points_at(as_argument(states), seat, number)) for seat in range(players)
            ]
            for number, name in enumerate(DISTRICT_NAMES)
        },
        "threshold": int(THRESHOLD[players]),
    }


def _heights(states: States, seat: int) -> list[int]:
    """The heights of the constellations a seat has now."""
    found: set[int] = set()
    own = states[0]["stones"][seat] | states[0]["pyramids"][seat]
    for cell in (cell for cell in range(CELLS) if int(own[cell // COLS]) >> cell % COLS & 1):
        for pattern in range(N_PATTERNS):
            if PATTERNS[pattern].height not in found and building.is_constellation_at(
                as_argument(states), seat, cell, pattern
            ):
                found.add(PATTERNS[pattern].height)
    return sorted(found)


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one that is described."""
    position_parser.only(data, PARTS)
    s = states[0]
    players = int(s["players"])
    s["event_n"] = 0
    s["start"] = position_parser.whole(data.get("start", int(s["start"])), "start", 0, players - 1)
    s["to_move"] = position_parser.whole(data.get("to_move", int(s["start"])), "to_move", 0, players - 1)
    if data.get("phase") == PHASES[PLACE] or set(data) <= {"start", "to_move"}:
        build_placing(states, data)
        return
    s["round"] = position_parser.whole(data.get("round", 2), "round", 1, int(s["max_rounds"]))
    s["die"] = die_of(states, data.get("die"))
    s["last_round"] = position_parser.truth(data, "last_round", False)
    scores = position_parser.by_seat(
        data.get("points", {}),
        "points",
        players,
        lambda value, where: position_parser.whole(value, where, 0, 9999),
    )
    sacred = position_parser.by_seat(data.get("sacred", {}), "sacred", players, sacred_stones_of)
    for seat in range(players):
        s["score"][seat] = scores.get(seat, 0)
        s["sacred"][seat] = sacred.get(seat, (1 << len(SACRED_STONES)) - 1)
    phase = data.get("phase", TURN)
    if phase != TURN:
        position_parser.name(phase, "phase", PHASES)
    clear_board(states)
    build_pyramids(states, data.get("pyramids", {}))
    build_ships(states, data.get("ships", {}))
    build_stones(states, data, lifted=phase in (PHASES[MOVE], PHASES[SET_DOWN]))
    check_counts(states, data)
    if phase != PHASES[OVER]:
        check_first_round(states, phase)
        check_last_round(states)
    build_phase(states, data, phase)
