"""Ophiuchus: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states
from parapegma.core.view_tools import cached_by_position, numbers_of
from parapegma.games.ophiuchus.actions import CARD_NAMES, DIRECTIONS
from parapegma.games.ophiuchus.components import (
    ALL_TILES,
    CARDS,
    GRID,
    PENALTY,
    ROW_LIMIT,
    SOLO_TITLES,
    SYMBOLS,
    TILE_HALVES,
    TILE_NAMES,
)
from parapegma.games.ophiuchus.events import ENDINGS
from parapegma.games.ophiuchus.rules.turn import ways_at
from parapegma.games.ophiuchus.state import AT, CLAIM, FACING, ORIGIN, OVER, SIDE, STATE, TAKE

PHASES = ("take", "at", "facing", "claim", "bonus", "return", "over")
ASKED = (
    "Take up a tile to lay.",
    "Choose a square for half A.",
    "Choose which way half B lies.",
    "Several constellations are matched: claim one.",
    "A row of exactly 13: take a token or draw two.",
    "Put one tile of your hand back.",
    "",
)


LASTING = frozenset({"game", "seat", "players", "options", "limits", "cards", "tiles"})
"""Parts of a view that stay the same throughout a match, through the same eyes."""
_numbers = numbers_of(STATE)


def marks_of(half: int) -> str:
    """The symbols of a half as letters; a blank half is empty."""
    return "".join(symbol for i, symbol in enumerate(SYMBOLS) if half >> i & 1)


# What never changes is made once; nobody may write into it.
_HALVES = [[marks_of(half) for half in TILE_HALVES[name]] for name in TILE_NAMES]
_TILES = {name: [marks_of(half) for half in halves] for name, halves in TILE_HALVES.items()}
_CARDS = {
    card.id: {
        "shape": card.shape,
        "size": card.size,
        "rule": card.rule,
        "symbol": card.symbol,
        "points": card.points,
    }
    for card in CARDS
}


def tiles_of(bits: int) -> list[str]:
    """The names of a set of tiles."""
    return [name for i, name in enumerate(TILE_NAMES) if bits >> i & 1] if bits else []


def cards_of(bits: int) -> list[str]:
    """The names of a set of cards."""
    return [name for i, name in enumerate(CARD_NAMES) if bits >> i & 1] if bits else []


def sky_of(states: States) -> list[dict[str, Any]]:
    """The tiles laid, in order."""
    laid = states["laid"][0].tolist()
    return [_laid(*laid[n]) for n in range(int(states[0]["laid_n"]))]


@lru_cache(maxsize=4096)
def _laid(tile: int, x: int, y: int, facing: int) -> dict[str, Any]:
    """A tile that lies in the sky; nobody may write into it."""
    return {
        "tile": TILE_NAMES[tile],
        "x": x,
        "y": y,
        "facing": DIRECTIONS[facing],
        "halves": _HALVES[tile],
    }


def title_of(score: int) -> str:
    """The title a score earns in the game for one (OP-9.3)."""
    earned = SOLO_TITLES[0][1]
    for least, title in SOLO_TITLES:
        if score >= least:
            earned = title
    return earned


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    seen = dict(_table(states))
    if seat is None:
        return seen
    seen["seat"] = seat
    s = _numbers(states)
    hand = int(states["hand"][0, seat])
    seen["unseen"] = tiles_of(_unseen(states, s, hand))
    if s.phase == OVER:
        return seen
    seen["seats"] = [*seen["seats"]]
    seen["seats"][seat] = {**seen["seats"][seat], "hand": tiles_of(hand)}
    if seat == s.to_move:
        seen["phase"], seen["asked"] = PHASES[s.phase], ASKED[s.phase]
        seen["picked"] = TILE_NAMES[s.picked] if s.picked >= 0 else None
        if s.square >= 0:
            seen["square"] = [s.square % SIDE - ORIGIN, s.square // SIDE - ORIGIN]
        if s.phase in (TAKE, AT, FACING):
            seen["playable"] = tiles_of(s.playable)
            seen["placements"] = _placements(states, s)
    return seen


@cached_by_position(STATE)
def _table(states: States) -> dict[str, Any]:
    """What a spectator may see."""
    s = _numbers(states)
    players = s.players
    over = s.phase == OVER
    # Which tile has been taken up shows only when it lies on the table.
    phase = TAKE if s.phase in (AT, FACING) else s.phase
    points = engine.scores(states)
    hands, won, tokens = (states[name][0].tolist() for name in ("hand", "won", "tokens"))
    return {
        "game": "ophiuchus",
        "seat": None,
        "players": players,
        "to_move": None if over else s.to_move,
        "start": s.start,
        "phase": PHASES[phase],
        "asked": ASKED[phase],
        "options": {
            "thirteen_bonus": bool(s.thirteen_bonus),
            "end_mode": ("reserve_empty", "finish_round", "play_out")[s.end_mode],
            "end_when_all_cards_taken": bool(s.end_when_all_cards_taken),
            "closed_zone": ("side", "corner", "off")[s.closed_zone],
            "deal": "full" if s.full_deal else "standard",
        },
        "sky": sky_of(states),
        "limits": {"grid": GRID, "row": ROW_LIMIT, "penalty": PENALTY},
        "box": {"west": s.west, "east": s.east, "north": s.north, "south": s.south},
        "reserve": s.reserve.bit_count(),
        "supply": s.supply,
        "firmament": cards_of(s.firmament),
        "cards": _CARDS,
        "seats": [
            {
                "hand": tiles_of(hands[i]) if over else None,
                "hand_size": hands[i].bit_count(),
                "cards": cards_of(won[i]),
                "tokens": tokens[i],
                "score": points[i],
            }
            for i in range(players)
        ],
        "tiles": _TILES,
        "unseen": tiles_of(_unseen(states, s, 0)),
        "away": tiles_of(s.away),
        "picked": None,
        "square": None,
        "playable": None,
        "placements": None,
        "matched": cards_of(s.matched) if phase == CLAIM else [],
        "ended": ENDINGS[s.ended] if over else None,
        "title": title_of(points[0]) if over and players == 1 else None,
    }


def _placements(states: States, s: Any) -> dict[str, list[list[Any]]]:
    """Where each tile may lie, and what would follow, by the rules themselves: each way is tried.

    A way is x, y, direction, the sums of the three new rows (along the tile, across half A, across
    half B, OP-1.10), the cards it matches, and whether it earns the bonus. Nothing of it depends on what is
    drawn afterwards, so the mover could work it out from what he sees.
    """
    tiles = engine.legal(states) if s.phase == TAKE else [s.picked]
    room = new_states(STATE, 2)
    room[0] = states[0]
    # A sky of 26 tiles has at most 106 squares beside it, so there are at most 8 * 106 ways.
    squares = np.empty(MOST_CHOICES, np.int64)
    out = np.empty((MOST_CHOICES, 8), np.int64)
    found = {}
    for tile in tiles:
        n = ways_at(as_argument(room), tile, as_argument(squares), as_argument(out))
        found[TILE_NAMES[tile]] = [
            [x, y, DIRECTIONS[facing], [along, across_a, across_b], cards_of(cards), bonus == 1]
            for x, y, facing, along, across_a, across_b, cards, bonus in out[:n].tolist()
        ]
    return found


def _unseen(states: States, s: Any, own: int) -> int:
    """The tiles that lie in no place a seat can see that holds the tiles ``own``."""
    seen: int = s.away | own
    for tile in states["laid"][0, : s.laid_n, 0].tolist():
        seen |= 1 << tile
    return ALL_TILES & ~seen
