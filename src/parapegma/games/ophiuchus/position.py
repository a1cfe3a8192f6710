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
from parapegma.games.ophiuchus.components import (
    ALL_CARDS,
    ALL_TILES,
    CARD_NAMES,
    HAND,
    ROW_LIMIT,
    TILE_NAMES,
    TOKENS,
)
from parapegma.games.ophiuchus.reasons import CODES, because
from parapegma.games.ophiuchus.rules import turn
from parapegma.games.ophiuchus.rules.steps import alignments, sky
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    DIRECTIONS,
    ENDED_CARDS,
    ENDED_HANDS_EMPTY,
    ENDED_RESERVE,
    ENDED_ROUND,
    ENDED_STUCK,
    ENDINGS,
    FACING,
    FINISH_ROUND,
    NOT_ENDED,
    ORIGIN,
    OVER,
    PHASES,
    RESERVE_EMPTY,
    RETURN,
    SIDE,
    TAKE,
)
from parapegma.games.ophiuchus.view import cards_of, tiles_of, title_of

PARTS = (
    "sky", "hands", "reserve", "away", "cards", "firmament", "tokens", "supply", "start", "to_move",
    "phase", "picked", "square", "matched", "bonus", "ended", "cannot_hold",
)  # fmt: skip
IN_HAND = {CLAIM: -1, BONUS: -1, RETURN: 1}
"""Phases in which the mover holds fewer or more tiles than between turns."""
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
    phase = position_parser.name(data.get("phase", PHASES[TAKE]), "phase", PHASES)
    formed = _build_sky(states, data.get("sky", dealt["sky"]))
    _build_tiles(states, data, phase)
    _build_cards(states, data)
    _build_tokens(states, data)
    _build_knowledge(states, data.get("cannot_hold", {}))
    _build_phase(states, data, phase)
    _build_claim(states, data)
    _build_bonus(states, data, formed)
    _check_hand(states)
    if phase not in (TAKE, OVER) and not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {PHASES[phase]}")


def _build_sky(states: States, placed: Any) -> bool:
    """Lay the tiles one by one, so that only a sky that can arise is accepted (OP-2.4, OP-4).

    Whether the last tile, unless it is the start tile, forms a row of exactly 13 (OP-6.2).
    """
    s = states[0]
    formed = False
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
        formed = bool(sky.lay_at(as_argument(states), tile, x, y, facing)) and n > 0
    return formed


def _build_tiles(states: States, data: Mapping[str, Any], phase: int) -> None:
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
    if int(s["to_move"]) in sizes:
        sizes[int(s["to_move"])] += IN_HAND.get(phase, 0)
    hands = named | {seat: _lowest(int(s["hand"][seat]) & pool, size) for seat, size in sizes.items()}
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


def _lowest(tiles: int, most: int) -> int:
    """So many of some tiles, a bit each."""
    while tiles.bit_count() > most:
        tiles ^= 1 << tiles.bit_length() - 1
    return tiles


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
            value, f"{where}: tiles", players, lambda v, w: position_parser.bits(v, w, TILE_NAMES)
        )

    for knower, holders in position_parser.by_seat(data, "cannot_hold", players, of_knower).items():
        for holder, tiles in holders.items():
            if tiles & int(s["hand"][holder]):
                raise PositionError(
                    f"cannot_hold: seat {holder} does hold {tiles_of(tiles & int(s['hand'][holder]))[0]}"
                )
            s["cannot_hold"][knower, holder] = tiles


def _build_phase(states: States, data: Mapping[str, Any], phase: int) -> None:
    """Where in the turn the position is; at the beginning of a turn, begin it."""
    s = states[0]
    s["phase"] = phase
    s["ended"] = NOT_ENDED
    s["event_n"] = 0
    hand = int(s["hand"][s["to_move"]])
    s["playable"] = int(turn.tiles_playable(as_argument(states), hand)) if phase in (AT, FACING) else 0
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
    if phase in IN_HAND and s["laid_n"] < 2:
        raise PositionError(
            f"phase {PHASES[phase]}: the sky has only its start tile, so nobody has laid one yet"
        )
    ended = position_parser.ending(data, phase == OVER, ENDINGS)
    if phase == OVER:
        s["ended"] = _ending_of(states)
        if ended not in (NOT_ENDED, int(s["ended"])):
            raise PositionError(
                f"ended: this game has ended by {ENDINGS[s['ended']]!r}, not {ENDINGS[ended]!r}"
            )
    elif phase == TAKE:
        if s["end_mode"] == RESERVE_EMPTY and not s["reserve"]:
            raise PositionError("with an empty reserve the game is over in the end_mode reserve_empty")
        turn.begin_at(as_argument(states), int(s["to_move"]))


def _ending_of(states: States) -> int:
    """How a game that is over ended: it follows from the table (OP-8.1, OP-8.2, OP-8.7 to OP-8.9)."""
    s = states[0]
    if s["end_when_all_cards_taken"] and not s["firmament"]:
        return ENDED_CARDS
    if s["end_mode"] == RESERVE_EMPTY and not s["reserve"]:
        return ENDED_RESERVE
    if s["end_mode"] == FINISH_ROUND and not s["reserve"]:
        last = (int(s["start"]) - 1) % int(s["players"])
        if s["to_move"] != last:
            raise PositionError(
                f"phase over: the round ends with the turn of seat {last}, so to_move must be {last} (OP-8.8)"
            )
        return ENDED_ROUND
    for seat in range(int(s["players"])):
        playable = int(turn.tiles_playable(as_argument(states), int(s["hand"][seat])))
        if playable:
            raise PositionError(
                f"phase over: the game goes on, for seat {seat} can lay {tiles_of(playable)[0]} (OP-8.2)"
            )
    if s["hand"].any():
        return ENDED_STUCK
    if s["reserve"]:
        raise PositionError("hands: while there are tiles in the reserve nobody's hand is empty (OP-7.1)")
    return ENDED_HANDS_EMPTY


def _build_claim(states: States, data: Mapping[str, Any]) -> None:
    """The cards to choose from are those that the tile laid last matches (OP-5.1, OP-5.8, OP-5.9)."""
    s = states[0]
    s["matched"] = 0
    if s["phase"] != CLAIM:
        return
    found = int(alignments.cards_of_last_at(as_argument(states)))
    given = position_parser.bits(data["matched"], "matched", CARD_NAMES) if "matched" in data else found
    if given & ~int(s["firmament"]):
        taken = cards_of(given & ~int(s["firmament"]))[0]
        raise PositionError(f"matched must name cards of the firmament in the phase claim; {taken} is won")
    names = ", ".join(cards_of(found)) or "no card"
    if given != found:
        raise PositionError(
            f"matched: {_last_tile(states)} matches {names}, not {', '.join(cards_of(given))}"
        )
    if found.bit_count() < 2:
        raise PositionError(
            f"phase claim: {_last_tile(states)} matches {names}; there is a choice only among several cards"
        )
    s["matched"] = found


def _build_bonus(states: States, data: Mapping[str, Any], formed: bool) -> None:
    """A bonus is due for a row of exactly 13, and chosen if there are two (OP-6.1, OP-6.3, OP-6.7)."""
    s = states[0]
    phase = int(s["phase"])
    name = PHASES[phase]
    if phase in (BONUS, RETURN) and not s["thirteen_bonus"]:
        raise PositionError(f"phase {name}: there is no bonus with the option thirteen_bonus = false (OP-6)")
    if phase in (BONUS, RETURN) and not formed:
        rows = ", ".join(str(int(row)) for row in sky.rows_of_last(as_argument(states)))
        raise PositionError(
            f"phase {name}: {_last_tile(states)} forms no row of exactly {ROW_LIMIT}; its rows have {rows}"
        )
    if phase == BONUS and not s["supply"]:
        raise PositionError("phase bonus: no token is left, so two are drawn without a choice (OP-6.7)")
    if phase == BONUS and int(s["reserve"]).bit_count() < 2:
        left = int(s["reserve"]).bit_count()
        raise PositionError(
            f"phase bonus: the reserve has {left}, but needs 2; the token is taken without a choice (OP-6.7)"
        )
    due = bool(s["thirteen_bonus"]) and formed and phase in (CLAIM, BONUS)
    if position_parser.truth(data, "bonus", due) != due:
        raise PositionError(
            f"bonus must be {str(due).lower()} in the phase {name}: it is true after a row of exactly"
            f" {ROW_LIMIT}, until the token is taken or two are drawn"
        )
    s["bonus_due"] = due


def _check_hand(states: States) -> None:
    """Within a turn of the standard deal the hand lacks the tile just laid, or has two just drawn."""
    s = states[0]
    phase, seat = int(s["phase"]), int(s["to_move"])
    if phase not in IN_HAND or s["full_deal"] or (phase == CLAIM and not s["reserve"]):
        return
    size, held = HAND + IN_HAND[phase], int(s["hand"][seat]).bit_count()
    if held != size:
        why = "has drawn two" if phase == RETURN else "has laid a tile and not drawn yet"
        raise PositionError(
            f"hands of seat {seat}: in the phase {PHASES[phase]} it {why} and holds {size} tiles, not {held}"
        )


def _last_tile(states: States) -> str:
    s = states[0]
    return f"the tile laid last, {TILE_NAMES[int(s['laid'][int(s['laid_n']) - 1, 0])]},"
