"""Pacal's Rocket: ships, stones and pyramids of a position set up by hand (PR-1, PR-2.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parapegma.core import position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.pacal.components import (
    CELL_NAMES,
    CELLS,
    COLS,
    HEIGHTS,
    LAND_CELLS,
    PYRAMIDS,
    ROWS,
    SACRED_ROWS,
    SACRED_STONES,
    STONES,
)
from parapegma.games.pacal.components.board import cell_at
from parapegma.games.pacal.events import face
from parapegma.games.pacal.rules.steps import pieces
from parapegma.games.pacal.state import (
    ARROWS,
    NOT_ROLLED,
    NOWHERE,
)

_PYRAMID = re.compile(r"([1-5])@(\w+)")


def die_of(states: States, value: Any) -> int:
    """What the die shows: one of the faces that the table agreed on."""
    if value is None:
        return NOT_ROLLED
    rolled = ARROWS if value == "arrows" else position_parser.whole(value, "die", 1, ARROWS - 1)
    faces = sorted(set(states[0]["faces"].tolist()))
    if rolled not in faces:
        named = ", ".join(str(face(number)) for number in faces)
        raise PositionError(f"die must be one of the die_faces, {named}, not {value!r}")
    return rolled


def sacred_stones_of(value: Any, where: str) -> int:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of values, not {value!r}")
    for item in value:
        if item not in SACRED_STONES or value.count(item) > 1:
            raise PositionError(f"{where}: {item!r} must be one of {SACRED_STONES}, each once")
    return sum(1 << SACRED_STONES.index(item) for item in value)


def cell_of(value: Any, where: str) -> int:
    cell = cell_at(value, ROWS, COLS) if isinstance(value, str) else None
    if cell is None:
        raise PositionError(f"{where}: there is no cell {value!r}; cells are A1 to {CELL_NAMES[-1]}")
    return cell


def _land(states: States, value: Any, where: str) -> int:
    cell = cell_of(value, where)
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


def is_sacred(cell: int) -> bool:
    return bool(int(SACRED_ROWS[cell // COLS]) >> cell % COLS & 1)


def turns_before(states: States, seat: int) -> int:
    """How many turns of a round come before that of a seat."""
    s = states[0]
    return (seat - int(s["start"])) % int(s["players"])


def clear_board(states: States) -> None:
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


def build_pyramids(states: States, value: Any) -> None:
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


def build_ships(states: States, value: Any, placing: bool = False) -> None:
    s = states[0]
    players = int(s["players"])

    def ship(item: Any, where: str) -> int:
        return NOWHERE if item is None and placing else _land(states, item, where)

    ships = position_parser.by_seat(value, "ships", players, ship)
    free = [cell for cell in reversed(range(CELLS)) if int(s["free"][cell // COLS]) >> cell % COLS & 1]
    sacred = [cell for cell in free if is_sacred(cell)]
    stands = {seat: cell for seat, cell in ships.items() if cell != NOWHERE}
    for seat in range(players):
        if seat not in ships and not placing:
            waits = s["round"] == 1 and turns_before(states, seat) >= turns_before(states, int(s["to_move"]))
            stands[seat] = next(cell for cell in (sacred if waits else free) if cell not in stands.values())
    for seat, cell in stands.items():
        if not int(s["free"][cell // COLS]) >> cell % COLS & 1:
            raise PositionError(f"ships: {CELL_NAMES[cell]} holds a pyramid or another ship")
        s["ship"][seat] = cell
        s["free"][cell // COLS] &= ~(1 << cell % COLS)


def build_stones(states: States, data: Mapping[str, Any], lifted: bool) -> None:
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
            value, f"{where}: stones", players, lambda v, w: position_parser.whole(v, w, 0, STONES)
        )

    for ship, colours in position_parser.by_seat(data.get("aboard", {}), "aboard", players, contents).items():
        for colour, stones in colours.items():
            if stones and lifted and ship == mover:
                raise PositionError(f"aboard of seat {ship}: the ship is lifted; its stones are visible")
            s["aboard"][ship][colour] += stones
            s["supply"][colour] -= stones


def check_counts(states: States, data: Mapping[str, Any]) -> None:
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


def build_placing(states: States, data: Mapping[str, Any]) -> None:
    """Ships are being placed: those named stand already, clockwise from the start player (PR-2.5)."""
    s = states[0]
    players = int(s["players"])
    for part in data:
        if part not in ("stones", "aboard", "pyramids"):
            continue
        if any(position_parser.by_seat(data[part], part, players, lambda value, where: value).values()):
            raise PositionError(f"{part}: the board is empty while ships are placed")
    build_ships(states, data.get("ships", {}), placing=True)
    for distance in range(players):
        seat = (int(s["start"]) + distance) % players
        placed = distance < (int(s["to_move"]) - int(s["start"])) % players
        if placed != (int(s["ship"][seat]) != NOWHERE):
            raise PositionError(
                f"ships: from the start player to seat {int(s['to_move'])} all have been placed"
            )
