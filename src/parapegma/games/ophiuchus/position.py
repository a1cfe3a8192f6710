"""Ophiuchus: a whole position as readable data, both ways.

A position set up by hand may name only some parts. The sky, hands, cards and tokens it does not name
stay as they were dealt; tiles it claims elsewhere are replaced, and the Reserve is what is left over
(or, given as a number, that many of it; tiles then left over are ``away``, out of play).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.ophiuchus.components import ALL_CARDS, ALL_TILES, CARD_NAMES, TILE_NAMES, TOKENS
from parapegma.games.ophiuchus.reasons import CODES, because
from parapegma.games.ophiuchus.rules import turn
from parapegma.games.ophiuchus.rules.steps import sky
from parapegma.games.ophiuchus.state import (
    AT,
    CLAIM,
    DIRECTIONS,
    ENDINGS,
    FACING,
    NOT_ENDED,
    ORIGIN,
    OVER,
    PHASES,
    RESERVE_EMPTY,
    SIDE,
    TAKE,
)
from parapegma.games.ophiuchus.view import cards_of, tiles_of, title_of

PARTS = (
    "sky", "hands", "reserve", "away", "cards", "firmament", "tokens", "supply", "start", "to_move",
    "phase", "picked", "square", "matched", "bonus", "ended", "cannot_hold",
)  # fmt: skip
_PLACED = re.compile(r"(\w+)@(-?\d+),(-?\d+)([ESWN])")


def read(states: States) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "sky": [f"{TILE_NAMES[t]}@{x},{y}{DIRECTIONS[d]}" for t, x, y, d in s["laid"][: s["laid_n"]]],
        "hands": {seat: tiles_of(int(s["hand"][seat])) for seat in seats},
        "reserve": tiles_of(int(s["reserve"])),
        "away": tiles_of(int(s["away"])),
        "cards": {seat: cards_of(int(s["won"][seat])) for seat in seats},
        "firmament": cards_of(int(s["firmament"])),
        "tokens": {seat: int(s["tokens"][seat]) for seat in seats},
        "supply": int(s["supply"]),
        "start": int(s["start"]),
        "to_move": int(s["to_move"]),
        "phase": PHASES[s["phase"]],
        "picked": TILE_NAMES[s["picked"]] if s["picked"] >= 0 else None,
        "square": [int(s["square"]) % SIDE - ORIGIN, int(s["square"]) // SIDE - ORIGIN]
        if s["square"] >= 0
        else None,
        "matched": cards_of(int(s["matched"])),
        "bonus": bool(s["bonus_due"]),
        "ended": ENDINGS[s["ended"]] or None,
        "cannot_hold": {
            knower: {
                holder: tiles_of(int(s["cannot_hold"][knower, holder]))
                for holder in seats
                if holder != knower
            }
            for knower in seats
        },
    }


def facts(states: States) -> dict[str, Any]:
    """What a scenario may check besides the position itself."""
    s = states[0]
    players = int(s["players"])
    scores = engine.scores(states)
    return {
        "hand_sizes": {seat: int(s["hand"][seat]).bit_count() for seat in range(players)},
        "reserve_size": int(s["reserve"]).bit_count(),
        "firmament_size": int(s["firmament"]).bit_count(),
        "rows": sorted((int(n) for n in sky.rows_of_last(as_argument(states))), reverse=True),
        "placements": {
            name: int(sky.placements(as_argument(states), tile)) for tile, name in enumerate(TILE_NAMES)
        },
        "title": title_of(scores[0]) if players == 1 else None,
    }


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one that is described."""
    position_parser.only(data, PARTS)
    s = states[0]
    players = int(s["players"])
    dealt = read(states)
    s["start"] = position_parser.whole(data.get("start", dealt["start"]), "start", 0, players - 1)
    s["to_move"] = position_parser.whole(data.get("to_move", dealt["to_move"]), "to_move", 0, players - 1)
    _build_sky(states, data.get("sky", dealt["sky"]))
    _build_tiles(states, data)
    _build_cards(states, data)
    _build_tokens(states, data)
    _build_knowledge(states, data.get("cannot_hold", {}))
    _build_phase(states, data)


def _build_sky(states: States, placed: Any) -> None:
    """Lay the tiles one by one, so that only a sky that can arise is accepted (OP-2.4, OP-4)."""
    s = states[0]
    if not isinstance(placed, list) or not placed:
        raise PositionError(f"sky must be a list of placements such as T08@0,0E, not {placed!r}")
    for field in ("laid", "laid_n", "west", "east", "north", "south", "occupied", "cell", "runs"):
        s[field] = 0
    for n, text in enumerate(placed):
        found = _PLACED.fullmatch(str(text))
        if not found:
            raise PositionError(f"sky: {text!r} is not understood; a placement is written T08@3,0W")
        tile = position_parser.name(found[1], "sky", TILE_NAMES)
        x, y, facing = int(found[2]), int(found[3]), DIRECTIONS.index(found[4])
        if tile in s["laid"][:n, 0]:
            raise PositionError(f"sky: {found[1]} occurs twice")
        if n == 0:
            if (x, y, facing) != (0, 0, 0):
                raise PositionError(f"sky: the start tile lies at 0,0E, not at {x},{y}{found[4]}")
        else:
            reason = int(sky.reason_at(as_argument(states), tile, x, y, facing))
            if reason:
                raise PositionError(f"sky: {text} cannot lie there: {because(CODES[reason])}")
        sky.lay_at(as_argument(states), tile, x, y, facing)


def _build_tiles(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    players = int(s["players"])
    taken = {"the sky": sum(1 << int(tile) for tile in s["laid"][: s["laid_n"], 0])}

    def tiles(value: Any, where: str) -> int:
        found = position_parser.bits(value, where, TILE_NAMES)
        for place, others in taken.items():
            if found & others:
                raise PositionError(f"{tiles_of(found & others)[0]} is both in {place} and in {where}")
        taken[where] = found
        return found

    named = position_parser.by_seat(data.get("hands", {}), "hands", players, tiles)
    away = tiles(data["away"], "away") if "away" in data else 0
    reserve = data.get("reserve")
    named_reserve = tiles(reserve, "reserve") if isinstance(reserve, list) else None
    pool = ALL_TILES
    for others in taken.values():
        pool &= ~others
    sizes = {seat: int(s["hand"][seat]).bit_count() for seat in range(players) if seat not in named}
    hands = named | {seat: int(s["hand"][seat]) & pool for seat in sizes}
    for seat in sizes:
        pool &= ~hands[seat]
    for seat, size in sizes.items():
        while hands[seat].bit_count() < size:
            if not pool:
                raise PositionError(f"there are not enough tiles left for the hand of seat {seat}")
            hands[seat] |= pool & -pool
            pool &= pool - 1
    for seat, hand in hands.items():
        s["hand"][seat] = hand
    if named_reserve is not None:
        s["reserve"] = named_reserve
    elif reserve is None:
        s["reserve"] = pool
    else:
        size = position_parser.whole(reserve, "reserve", 0, pool.bit_count())
        s["reserve"] = sum(1 << i for i in [i for i in range(32) if pool >> i & 1][:size])
    s["away"] = away | (pool & ~int(s["reserve"]))


def _build_cards(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    players = int(s["players"])
    if "cards" not in data and "firmament" not in data:
        return
    seen = 0

    def cards(value: Any, where: str) -> int:
        nonlocal seen
        found = position_parser.bits(value, where, CARD_NAMES)
        if found & seen:
            raise PositionError(f"{cards_of(found & seen)[0]} is won twice")
        seen |= found
        return found

    named = position_parser.by_seat(data.get("cards", {}), "cards", players, cards)
    for seat in range(players):
        s["won"][seat] = named.get(seat, 0)
    s["firmament"] = ALL_CARDS & ~seen
    if "firmament" in data:
        firmament = position_parser.bits(data["firmament"], "firmament", CARD_NAMES)
        if firmament != ALL_CARDS & ~seen:
            odd = cards_of(firmament ^ (ALL_CARDS & ~seen))[0]
            raise PositionError(f"{odd} must be either in the firmament or won by one seat")


def _build_tokens(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    players = int(s["players"])
    total = TOKENS if s["thirteen_bonus"] else 0
    won = position_parser.by_seat(
        data.get("tokens", {}),
        "tokens",
        players,
        lambda value, where: position_parser.whole(value, where, 0, total),
    )
    for seat in range(players):
        s["tokens"][seat] = won.get(seat, 0)
    supply = position_parser.whole(data.get("supply", total - sum(won.values())), "supply", 0, total)
    if supply + sum(won.values()) != total:
        raise PositionError(
            f"tokens do not add up: supply {supply} and won {sum(won.values())} must make {total}"
        )
    s["supply"] = supply


def _build_knowledge(states: States, data: Any) -> None:
    s = states[0]
    players = int(s["players"])
    s["cannot_hold"] = 0

    def of_knower(value: Any, where: str) -> dict[int, int]:
        return position_parser.by_seat(
            value, where, players, lambda v, w: position_parser.bits(v, w, TILE_NAMES)
        )

    for knower, holders in position_parser.by_seat(data, "cannot_hold", players, of_knower).items():
        for holder, tiles in holders.items():
            if tiles & int(s["hand"][holder]):
                raise PositionError(
                    f"cannot_hold: seat {holder} does hold {tiles_of(tiles & int(s['hand'][holder]))[0]}"
                )
            s["cannot_hold"][knower, holder] = tiles


def _build_phase(states: States, data: Mapping[str, Any]) -> None:
    """Where in the turn the position is; at the beginning of a turn, begin it."""
    s = states[0]
    phase = position_parser.name(data.get("phase", "take"), "phase", PHASES)
    s["phase"] = phase
    s["ended"] = NOT_ENDED
    s["event_n"] = 0
    hand = int(s["hand"][s["to_move"]])
    s["playable"] = int(turn.tiles_playable(as_argument(states), hand)) if phase in (AT, FACING) else 0
    s["bonus_due"] = bool(data.get("bonus", False))
    s["matched"] = (
        position_parser.bits(data.get("matched", []), "matched", CARD_NAMES) if phase == CLAIM else 0
    )
    s["picked"] = -1
    s["square"] = -1
    if phase in (AT, FACING):
        s["picked"] = position_parser.name(data.get("picked"), "picked", TILE_NAMES)
        if not int(s["playable"]) >> int(s["picked"]) & 1:
            raise PositionError(f"picked: {data['picked']} is not in hand or fits nowhere")
    if phase == FACING:
        square = data.get("square")
        if not isinstance(square, list) or len(square) != 2:
            raise PositionError(f"square must be [x, y], not {square!r}")
        x, y = (position_parser.whole(part, "square", 1 - ORIGIN, ORIGIN - 1) for part in square)
        s["square"] = (y + ORIGIN) * SIDE + x + ORIGIN
    if (phase == CLAIM and int(s["matched"]) & ~int(s["firmament"])) or (phase == CLAIM and not s["matched"]):
        raise PositionError("matched must name cards of the firmament in the phase claim")
    if phase == OVER:
        s["ended"] = position_parser.name(data.get("ended") or "nobody can lay", "ended", ENDINGS)
    elif phase == TAKE:
        if s["end_mode"] == RESERVE_EMPTY and not s["reserve"]:
            raise PositionError("with an empty reserve the game is over in the end_mode reserve_empty")
        turn.begin_at(as_argument(states), int(s["to_move"]))
    elif not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {PHASES[phase]}")
