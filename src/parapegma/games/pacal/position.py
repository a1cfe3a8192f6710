"""Pacal's Rocket: a whole position as readable data, both ways.

A position set up by hand names the parts that differ from a board without stones and pyramids. It is
at the beginning of a turn (``phase: turn``, the ship is lifted now) unless it names another phase.
Supplies and stocks are what is not on the board. Ships that are not named stand on free cells of the
last rows, out of the way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.pacal.actions import named, pattern_cells
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLS,
    DISTRICT_NAMES,
    HEIGHTS,
    LAKE,
    LAND_CELLS,
    PYRAMIDS,
    RIVER,
    ROWS,
    SACRED_STONES,
    STONES,
    THRESHOLD,
)
from parapegma.games.pacal.components.board import cell_at
from parapegma.games.pacal.components.constellations import N_PATTERNS, PATTERNS
from parapegma.games.pacal.events import face
from parapegma.games.pacal.rules import scoring, turn
from parapegma.games.pacal.rules.steps import building, moves, pieces
from parapegma.games.pacal.state import (
    ARROWS,
    BUILD,
    ENDINGS,
    HEIGHT,
    MOVE,
    NOT_ENDED,
    NOT_ROLLED,
    NOWHERE,
    OTHER,
    OVER,
    OWN,
    PATTERN,
    PHASES,
    PLACE,
    RECOVER,
    SET_DOWN,
)
from parapegma.games.pacal.types import FinalPoints
from parapegma.games.pacal.view import cell_or_none, cells_of, final_points, pyramids_of, sacred_of

PARTS = (
    "ships", "stones", "aboard", "pyramids", "supply", "stock", "sacred", "points", "round", "start",
    "to_move", "die", "phase", "allowance", "target", "build_cell", "constellation", "last_round", "ended",
)  # fmt: skip
TURN = "turn"
_PYRAMID = re.compile(r"([1-5])@(\w+)")


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


# --- building ------------------------------------------------------------------------------------


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one that is described."""
    position_parser.only(data, PARTS)
    s = states[0]
    players = int(s["players"])
    s["event_n"] = 0
    s["start"] = position_parser.whole(data.get("start", int(s["start"])), "start", 0, players - 1)
    s["to_move"] = position_parser.whole(data.get("to_move", int(s["start"])), "to_move", 0, players - 1)
    if data.get("phase") == PHASES[PLACE] or set(data) <= {"start", "to_move"}:
        _build_placing(states, data)
        return
    s["round"] = position_parser.whole(data.get("round", 2), "round", 1, int(s["max_rounds"]))
    s["die"] = _die(data.get("die"))
    s["last_round"] = bool(data.get("last_round", False))
    scores = position_parser.by_seat(
        data.get("points", {}),
        "points",
        players,
        lambda value, where: position_parser.whole(value, where, 0, 9999),
    )
    sacred = position_parser.by_seat(data.get("sacred", {}), "sacred", players, _sacred)
    for seat in range(players):
        s["score"][seat] = scores.get(seat, 0)
        s["sacred"][seat] = sacred.get(seat, (1 << len(SACRED_STONES)) - 1)
    phase = data.get("phase", TURN)
    if phase != TURN:
        position_parser.name(phase, "phase", PHASES)
    _clear_board(states)
    _build_pyramids(states, data.get("pyramids", {}))
    _build_ships(states, data.get("ships", {}))
    _build_stones(states, data, lifted=phase in (PHASES[MOVE], PHASES[SET_DOWN]))
    _check_counts(states, data)
    _build_phase(states, data, phase)


def _build_placing(states: States, data: Mapping[str, Any]) -> None:
    """Ships are being placed: those named stand already, clockwise from the start player (PR-2.5)."""
    s = states[0]
    players = int(s["players"])
    for part in data:
        if part in ("stones", "aboard", "pyramids") and any(data[part].values()):
            raise PositionError(f"{part}: the board is empty while ships are placed")
    _build_ships(states, data.get("ships", {}), placing=True)
    for distance in range(players):
        seat = (int(s["start"]) + distance) % players
        placed = distance < (int(s["to_move"]) - int(s["start"])) % players
        if placed != (int(s["ship"][seat]) != NOWHERE):
            raise PositionError(
                f"ships: from the start player to seat {int(s['to_move'])} all have been placed"
            )


def _cell(value: Any, where: str) -> int:
    cell = cell_at(value, ROWS, COLS) if isinstance(value, str) else None
    if cell is None:
        raise PositionError(f"{where}: there is no cell {value!r}; cells are A1 to {CELL_NAMES[-1]}")
    return cell


def _land(states: States, value: Any, where: str) -> int:
    cell = _cell(value, where)
    if cell not in LAND_CELLS[int(states[0]["players"])]:
        raise PositionError(f"{where}: {CELL_NAMES[cell]} is lake or covered")
    return cell


def _cells(states: States, value: Any, where: str) -> list[int]:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of cells, not {value!r}")
    found = [_land(states, item, where) for item in value]
    for cell in found:
        if found.count(cell) > 1:
            raise PositionError(f"{where}: {CELL_NAMES[cell]} occurs twice")
    return found


def _die(value: Any) -> int:
    if value is None:
        return NOT_ROLLED
    return ARROWS if value == "arrows" else position_parser.whole(value, "die", 1, ARROWS - 1)


def _sacred(value: Any, where: str) -> int:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of values, not {value!r}")
    for item in value:
        if item not in SACRED_STONES or value.count(item) > 1:
            raise PositionError(f"{where}: {item!r} must be one of {SACRED_STONES}, each once")
    return sum(1 << SACRED_STONES.index(item) for item in value)


def _clear_board(states: States) -> None:
    s = states[0]
    for field in (
        "aboard",
        "stones",
        "pyramids",
        "pyramid",
        "strength",
        "straight",
        "turning",
        "buildable",
        "heights",
    ):
        s[field] = 0
    s["supply"] = STONES
    s["stock"] = [int(PYRAMIDS[height]) for height in range(HEIGHTS + 1)]
    land = LAND_CELLS[int(s["players"])]
    for row in range(ROWS):
        s["free"][row] = sum(1 << col for col in range(COLS) if row * COLS + col in land)
    s["ship"] = NOWHERE


def _build_pyramids(states: States, value: Any) -> None:
    s = states[0]

    def pyramids(items: Any, where: str) -> list[tuple[int, int]]:
        if not isinstance(items, list):
            raise PositionError(f"{where} must be a list such as [3@F9], not {items!r}")
        found = []
        for item in items:
            parts = _PYRAMID.fullmatch(str(item))
            if not parts:
                raise PositionError(f"{where}: {item!r} is not understood; a pyramid is written 3@F9")
            found.append((_land(states, parts[2], where), int(parts[1])))
        return found

    for seat, built in position_parser.by_seat(value, "pyramids", int(s["players"]), pyramids).items():
        for cell, height in built:
            if s["pyramid"][cell]:
                raise PositionError(f"pyramids: two stand on {CELL_NAMES[cell]}")
            if not s["stock"][seat][height]:
                raise PositionError(
                    f"pyramids of seat {seat}: there are only {int(PYRAMIDS[height])} of {height}"
                )
            pieces.set_pyramid_at(as_argument(states), seat, cell, height)


def _build_ships(states: States, value: Any, placing: bool = False) -> None:
    s = states[0]
    players = int(s["players"])

    def ship(item: Any, where: str) -> int:
        return NOWHERE if item is None and placing else _land(states, item, where)

    ships = position_parser.by_seat(value, "ships", players, ship)
    free = [cell for cell in reversed(range(CELLS)) if int(s["free"][cell // COLS]) >> cell % COLS & 1]
    stands = {seat: cell for seat, cell in ships.items() if cell != NOWHERE}
    for seat in range(players):
        if seat not in ships and not placing:
            stands[seat] = next(cell for cell in free if cell not in stands.values())
    for seat, cell in stands.items():
        if not int(s["free"][cell // COLS]) >> cell % COLS & 1:
            raise PositionError(f"ships: {CELL_NAMES[cell]} holds a pyramid or another ship")
        s["ship"][seat] = cell
        s["free"][cell // COLS] &= ~(1 << cell % COLS)


def _build_stones(states: States, data: Mapping[str, Any], lifted: bool) -> None:
    """Visible stones, and those on ships' cells; a lifted ship's cell is like any other."""
    s = states[0]
    players = int(s["players"])
    mover = int(s["to_move"])
    standing = {int(s["ship"][seat]): seat for seat in range(players) if not (lifted and seat == mover)}
    found = position_parser.by_seat(
        data.get("stones", {}), "stones", players, lambda v, w: _cells(states, v, w)
    )
    for seat, cells in found.items():
        for cell in cells:
            if s["pyramid"][cell]:
                raise PositionError(f"stones of seat {seat}: a pyramid stands on {CELL_NAMES[cell]}")
            if cell in standing:
                # A stone where a ship stands is hidden on the ship's cell (PR-1.4).
                s["aboard"][standing[cell]][seat] += 1
            else:
                pieces.turn_stone_at(as_argument(states), seat, cell)
            s["supply"][seat] -= 1

    def contents(value: Any, where: str) -> dict[int, int]:
        return position_parser.by_seat(
            value, where, players, lambda v, w: position_parser.whole(v, w, 0, STONES)
        )

    for ship, colours in position_parser.by_seat(data.get("aboard", {}), "aboard", players, contents).items():
        for colour, stones in colours.items():
            if stones and lifted and ship == mover:
                raise PositionError(f"aboard of seat {ship}: the ship is lifted; its stones are visible")
            s["aboard"][ship][colour] += stones
            s["supply"][colour] -= stones


def _check_counts(states: States, data: Mapping[str, Any]) -> None:
    """Supplies and stocks follow from the board; if they are named, they must agree."""
    s = states[0]
    players = int(s["players"])
    for seat in range(players):
        if s["supply"][seat] < 0:
            raise PositionError(f"stones: seat {seat} has only {STONES}")
    supply = position_parser.by_seat(
        data.get("supply", {}), "supply", players, lambda v, w: position_parser.whole(v, w, 0, STONES)
    )
    for seat, stones in supply.items():
        if stones != s["supply"][seat]:
            raise PositionError(
                f"supply of seat {seat}: {stones} does not fit; {int(s['supply'][seat])} are left"
            )

    def pieces_left(value: Any, where: str) -> dict[int, int]:
        if not isinstance(value, Mapping):
            raise PositionError(f"{where} must be given by height, not {value!r}")
        return {
            position_parser.whole(
                int(height) if str(height).isdigit() else height, where, 1, HEIGHTS
            ): position_parser.whole(number, where, 0, 99)
            for height, number in value.items()
        }

    for seat, stock in position_parser.by_seat(data.get("stock", {}), "stock", players, pieces_left).items():
        for height, number in stock.items():
            if number != s["stock"][seat][height]:
                left = int(s["stock"][seat][height])
                raise PositionError(f"stock of seat {seat}: {left} of height {height} are left, not {number}")


def _build_phase(states: States, data: Mapping[str, Any], phase: str) -> None:
    """Where in the turn the position is; at the beginning of a turn, begin it."""
    s = states[0]
    seat = int(s["to_move"])
    s["ended"] = NOT_ENDED
    s["target"] = s["build_cell"] = s["pattern"] = NOWHERE
    s["allowance"] = position_parser.whole(data.get("allowance", 0), "allowance", 0, 2)
    if phase == TURN:
        s["allowance"] = 0
        turn.begin_turn_at(as_argument(states), int(s["die"]) != NOT_ROLLED)
        return
    if s["die"] == NOT_ROLLED:
        raise PositionError(f"die must be named in the phase {phase}")
    s["phase"] = PHASES.index(phase)
    number = int(s["phase"])
    if number == OVER:
        s["ended"] = position_parser.name(data.get("ended") or ENDINGS[2], "ended", ENDINGS)
        return
    if number == MOVE:
        moves.find_ends_at(as_argument(states), seat)
    elif number in (BUILD, PATTERN, HEIGHT):
        building.find_buildable_at(as_argument(states), seat)
    if number == RECOVER:
        target = data.get("target", seat)
        s["target"] = position_parser.whole(target, "target", 0, int(s["players"]) - 1)
    if number in (OWN, OTHER, RECOVER) and "allowance" not in data:
        s["allowance"] = 1 if number == OWN else 2
    if number in (PATTERN, HEIGHT):
        s["build_cell"] = _cell(data.get("build_cell"), "build_cell")
    if number == HEIGHT:
        s["pattern"] = _constellation(states, data.get("constellation"))
    if not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {phase}")


def _constellation(states: States, value: Any) -> int:
    cell = int(states[0]["build_cell"])
    wanted = sorted(_cell(text, "constellation") for text in str(value).split())
    for pattern in range(N_PATTERNS):
        if pattern_cells(cell, pattern) == wanted:
            return pattern
    raise PositionError(f"constellation: {value!r} is no pattern with {CELL_NAMES[cell]}")
