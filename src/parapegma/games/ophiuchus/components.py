"""Ophiuchus: tiles and cards from the data file, as names for people and tables for the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from parapegma.core.compiled import data
from parapegma.core.compiled.jit import table

MOST_PLAYERS = 4
LONGEST_LINE = 9
"""No card asks for more: the rules keep six bits for each length in one integer."""


@dataclass(frozen=True)
class Card:
    """A constellation card: a pattern of ``size`` stars and what it is worth (OP-1.4, OP-1.5)."""

    id: str
    shape: Literal["line", "square"]
    size: int
    rule: Literal["given", "equal", "different"]
    symbol: str
    points: int


def _half(tiles: data.Data, tile: str, text: object) -> int:
    """The marks of one half as a bit per symbol (OP-1.3)."""
    if not isinstance(text, str):
        tiles.refuse(tile, f"has a half {text!r}, but a half is text such as 'ROY' or ''")
    mask = 0
    for symbol in text:
        if symbol not in SYMBOLS:
            tiles.refuse(tile, f"shows {symbol!r}, which is none of the symbols {' '.join(SYMBOLS)}")
        bit = 1 << SYMBOLS.index(symbol)
        if mask & bit:
            tiles.refuse(tile, f"shows {symbol!r} twice on one half; each symbol at most once")
        mask |= bit
    return mask


def _tiles(source: data.Data) -> dict[str, tuple[int, int]]:
    tiles = source.part("tiles")
    found = {}
    for tile in tiles.values:
        if not re.fullmatch("[A-Z0-9]+", tile):
            tiles.refuse(tile, "is no name for a tile; names are capital letters and digits, such as T08")
        halves = tiles.get(tile, list)
        if len(halves) != 2:
            tiles.refuse(tile, f"has {len(halves)} halves, but a tile has two")
        a, b = (_half(tiles, tile, half) for half in halves)
        if a.bit_count() + b.bit_count() > ROW_LIMIT:
            tiles.refuse(tile, f"has more than {ROW_LIMIT} marks (row_limit) and could never lie")
        found[tile] = (a, b)
    needed = max(n * players for players, n in FULL_DEAL.items()) + 1
    needed = max(needed, HAND * MOST_PLAYERS + 1)
    if not needed <= len(found) <= 31:
        source.refuse("tiles", f"has {len(found)} tiles, but the deals need {needed} to 31")
    return found


def _card(source: data.Data) -> Card:
    source.only("id", "shape", "size", "rule", "symbol", "points")
    shape: Any = source.choice("shape", ("line", "square"))
    rule: Any = source.choice("rule", ("given", "equal", "different"))
    size = source.whole("size", 2, min(GRID, LONGEST_LINE))
    if shape == "square" and (size != 4 or rule == "given"):
        source.refuse("shape", "a square has size 4 and the rule equal or different")
    if rule == "different" and size > len(SYMBOLS):
        source.refuse("size", f"is {size}, but there are only {len(SYMBOLS)} different symbols")
    symbol = source.choice("symbol", SYMBOLS) if rule == "given" else ""
    if rule != "given" and "symbol" in source.values:
        source.refuse("symbol", "belongs to the rule given only")
    name = source.get("id", str)
    if not re.fullmatch("[a-z0-9]+", name):
        source.refuse("id", f"is {name!r}, but must be small letters and digits, such as 'leo'")
    return Card(name, shape, size, rule, symbol, source.whole("points", 1, 99))


def _cards(source: data.Data) -> tuple[Card, ...]:
    found = tuple(_card(part) for part in source.parts("cards"))
    names = [card.id for card in found]
    for name in names:
        if names.count(name) > 1:
            source.refuse("cards", f"the id {name!r} occurs twice")
    if not 1 <= len(found) <= 30:
        source.refuse("cards", f"has {len(found)} cards, but must have 1 to 30")
    return found


def _symbols(source: data.Data) -> tuple[str, ...]:
    found = source.get("symbols", list)
    if any(not isinstance(s, str) or len(s) != 1 for s in found) or len(found) != 6 or len(set(found)) != 6:
        source.refuse("symbols", "must be six different letters")
    return tuple(found)


def _full_deal(source: data.Data) -> dict[int, int]:
    part = source.part("full_deal")
    part.only("2", "3", "4")
    return {players: part.whole(str(players), 1, 30) for players in (2, 3, 4)}


def _solo_titles(source: data.Data) -> tuple[tuple[int, str], ...]:
    parts = source.parts("solo_titles")
    for part in parts:
        part.only("from", "title")
    found = tuple((part.whole("from", -99, 999), str(part.get("title", str))) for part in parts)
    if not found or list(found) != sorted(found):
        source.refuse("solo_titles", "must be a list of titles by rising score")
    return found


_SOURCE = data.load(__file__, "ophiuchus", "components.toml")
_SOURCE.only(
    "symbols", "row_limit", "grid", "tokens", "hand", "penalty", "full_deal", "tiles", "cards", "solo_titles"
)  # fmt: skip

SYMBOLS = _symbols(_SOURCE)
ROW_LIMIT = _SOURCE.whole("row_limit", 1, 15)
"""At most 15, so that a row's sum fits four bits."""
GRID = _SOURCE.whole("grid", 4, 14)
"""At most 14, so that a line of the canvas fits 32 bits."""
TOKENS = _SOURCE.whole("tokens", 0, 99)
HAND = _SOURCE.whole("hand", 1, 6)
PENALTY = _SOURCE.whole("penalty", 0, 9)
FULL_DEAL = _full_deal(_SOURCE)
TILE_HALVES = _tiles(_SOURCE)
CARDS = _cards(_SOURCE)
SOLO_TITLES = _solo_titles(_SOURCE)
SOLO_FROM = table([least for least, _ in SOLO_TITLES], np.int64)
"""The score from which each title of the game for one is earned."""
DIGEST = _SOURCE.digest()

TILE_NAMES = tuple(TILE_HALVES)
N_TILES = len(TILE_NAMES)
ALL_TILES = (1 << N_TILES) - 1
CARD_NAMES = tuple(card.id for card in CARDS)
N_CARDS = len(CARDS)
ALL_CARDS = (1 << N_CARDS) - 1

# What the rules read. A tile's half is a bit per symbol, its marks are their number.
HALF = table(list(TILE_HALVES.values()), np.int64)
MARKS = table([[half.bit_count() for half in halves] for halves in TILE_HALVES.values()], np.int64)
SAME_HALVES = table([a == b for a, b in TILE_HALVES.values()], np.int64)
POINTS = table([card.points for card in CARDS], np.int64)
DEAL = table([0, 0, *(FULL_DEAL[n] for n in (2, 3, 4))], np.int64)

LINE, SQUARE = 0, 1
GIVEN, EQUAL, DIFFERENT = 0, 1, 2
CARD_SHAPE = table([("line", "square").index(card.shape) for card in CARDS], np.int64)
CARD_RULE = table([("given", "equal", "different").index(card.rule) for card in CARDS], np.int64)
CARD_SIZE = table([card.size for card in CARDS], np.int64)
CARD_SYMBOL = table([SYMBOLS.index(card.symbol) if card.symbol else 0 for card in CARDS], np.int64)


def _cards_with(shape: str, *rules: str) -> int:
    return sum(1 << i for i, card in enumerate(CARDS) if card.shape == shape and card.rule in rules)


LINES_ALIKE = _cards_with("line", "given", "equal")
LINES_DIFFERENT = _cards_with("line", "different")
SQUARES = _cards_with("square", "equal", "different")

WITHOUT = table([sum(1 << sub for sub in range(64) if not sub >> c & 1) for c in range(6)], np.uint64)
"""For each symbol, the set of symbol subsets that lack it, one bit per subset (OP-5.5)."""
