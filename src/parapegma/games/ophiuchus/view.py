"""Ophiuchus: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from typing import Any

from parapegma.core import engine
from parapegma.core.states import States, copy_of, handed
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
from parapegma.games.ophiuchus.rules.sky import rows_of_last
from parapegma.games.ophiuchus.state import (
    AT,
    BONUS,
    CLAIM,
    CLAIMED,
    FACING,
    ORIGIN,
    OVER,
    RETURN,
    SIDE,
    TAKE,
    TOOK_TOKEN,
)

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


def tiles_of(bits: int) -> list[str]:
    """The names of a set of tiles."""
    return [name for i, name in enumerate(TILE_NAMES) if bits >> i & 1]


def cards_of(bits: int) -> list[str]:
    """The names of a set of cards."""
    return [name for i, name in enumerate(CARD_NAMES) if bits >> i & 1]


def sky_of(states: States) -> list[dict[str, Any]]:
    """The tiles laid, in order."""
    s = states[0]
    return [
        {
            "tile": TILE_NAMES[tile],
            "x": int(x),
            "y": int(y),
            "facing": DIRECTIONS[facing],
            "halves": [marks_of(half) for half in TILE_HALVES[TILE_NAMES[tile]]],
        }
        for tile, x, y, facing in s["laid"][: s["laid_n"]]
    ]


def marks_of(half: int) -> str:
    """The symbols of a half as letters; a blank half is empty."""
    return "".join(symbol for i, symbol in enumerate(SYMBOLS) if half >> i & 1)


def title_of(score: int) -> str:
    """The title a score earns in the game for one (OP-9.3)."""
    earned = SOLO_TITLES[0][1]
    for least, title in SOLO_TITLES:
        if score >= least:
            earned = title
    return earned


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    s = states[0]
    players = int(s["players"])
    over = s["phase"] == OVER
    mover = int(s["to_move"])
    own = seat == mover and not over
    phase = int(s["phase"])
    if phase in (AT, FACING) and not own:
        # Which tile has been taken up shows only when it lies on the table.
        phase = TAKE
    points = engine.scores(states)
    return {
        "game": "ophiuchus",
        "seat": seat,
        "players": players,
        "to_move": None if over else mover,
        "start": int(s["start"]),
        "phase": PHASES[phase],
        "asked": ASKED[phase],
        "options": {
            "thirteen_bonus": bool(s["thirteen_bonus"]),
            "end_mode": ("reserve_empty", "finish_round", "play_out")[s["end_mode"]],
            "end_when_all_cards_taken": bool(s["end_when_all_cards_taken"]),
            "closed_zone": ("side", "corner", "off")[s["closed_zone"]],
            "deal": "full" if s["full_deal"] else "standard",
        },
        "sky": sky_of(states),
        "limits": {"grid": GRID, "row": ROW_LIMIT, "penalty": PENALTY},
        "box": {side: int(s[side]) for side in ("west", "east", "north", "south")},
        "reserve": int(s["reserve"]).bit_count(),
        "supply": int(s["supply"]),
        "firmament": cards_of(int(s["firmament"])),
        "cards": {
            card.id: {
                "shape": card.shape,
                "size": card.size,
                "rule": card.rule,
                "symbol": card.symbol,
                "points": card.points,
            }
            for card in CARDS
        },
        "seats": [
            {
                "hand": tiles_of(int(s["hand"][i])) if over or i == seat else None,
                "hand_size": int(s["hand"][i]).bit_count(),
                "cards": cards_of(int(s["won"][i])),
                "tokens": int(s["tokens"][i]),
                "score": points[i],
            }
            for i in range(players)
        ],
        "tiles": {name: [marks_of(half) for half in halves] for name, halves in TILE_HALVES.items()},
        "unseen": tiles_of(_unseen(states, seat)),
        "away": tiles_of(int(s["away"])),
        "picked": TILE_NAMES[s["picked"]] if own and s["picked"] >= 0 else None,
        "square": [int(s["square"]) % SIDE - ORIGIN, int(s["square"]) // SIDE - ORIGIN]
        if own and s["square"] >= 0
        else None,
        "playable": tiles_of(int(s["playable"])) if own and phase in (TAKE, AT, FACING) else None,
        "placements": _placements(states) if own and phase in (TAKE, AT, FACING) else None,
        "matched": cards_of(int(s["matched"])) if phase == CLAIM else [],
        "ended": ENDINGS[s["ended"]] if over else None,
        "title": title_of(points[0]) if over and players == 1 else None,
    }


def _placements(states: States) -> dict[str, list[list[Any]]]:
    """Where each tile may lie, and what would follow, by the rules themselves: each way is tried.

    A way is x, y, direction, the sums of the three new rows (along the tile, across half A, across
    half B, OP-1.10), the cards it matches, and whether it earns the bonus. Nothing of it depends on what is
    drawn afterwards, so the mover could work it out from what he sees.
    """
    phase = int(states[0]["phase"])
    if phase != TAKE:
        return {TILE_NAMES[int(states[0]["picked"])]: _ways(states)}
    found = {}
    for tile in engine.legal(states):
        taken = copy_of(states)
        engine.apply(taken, tile)
        found[TILE_NAMES[tile]] = _ways(taken)
    return found


def _ways(states: States) -> list[list[Any]]:
    """The ways to lay the tile that was taken up."""
    found: list[list[Any]] = []
    for number in engine.legal(states):
        tried = copy_of(states)
        events = engine.apply(tried, number)
        s = tried[0]
        phase = int(s["phase"])
        if phase == FACING:
            found += _ways(tried)
            continue
        _, x, y, facing = s["laid"][s["laid_n"] - 1].tolist()
        rows = [int(total) for total in rows_of_last(handed(tried))]
        won = [CARD_NAMES[a] for kind, _, a, _ in events if kind == CLAIMED]
        cards = cards_of(int(s["matched"])) if phase == CLAIM else won
        kinds = [kind for kind, *_ in events]
        bonus = TOOK_TOKEN in kinds or phase in (BONUS, RETURN) or (phase == CLAIM and bool(s["bonus_due"]))
        found.append([x, y, DIRECTIONS[facing], rows, cards, bonus])
    return found


def _unseen(states: States, seat: int | None) -> int:
    """The tiles that lie in no place this seat can see."""
    s = states[0]
    seen = int(s["away"]) | (0 if seat is None else int(s["hand"][seat]))
    for tile in s["laid"][: s["laid_n"], 0]:
        seen |= 1 << int(tile)
    return ALL_TILES & ~seen
