"""Ulysses: the action cards of a position set up by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parapegma.core import position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.ulysses.components import CARD_COUNTS, CARD_TYPES, N_CARDS
from parapegma.games.ulysses.rules.knowledge import on_table_at
from parapegma.games.ulysses.state import TYPES

Cards = list[int]
"""How many cards of each type."""
LETTERS = "CTWPZN"
"""One letter for each type of card."""


def short(numbers: list[int]) -> str:
    """Cards in short: the letter of each type and how many.

    >>> short([3, 0, 1, 0, 0, 0])
    'C3 W1'
    """
    return " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, numbers, strict=True) if n)


def from_short(text: str) -> list[int] | None:
    """The numbers behind a short text, or nothing if it is not one.

    >>> from_short("W1 C3")
    [3, 0, 1, 0, 0, 0]
    """
    numbers = [0] * len(LETTERS)
    for part in text.split():
        found = re.fullmatch(rf"([{LETTERS}])(\d+)", part)
        if not found:
            return None
        numbers[LETTERS.index(found[1])] += int(found[2])
    return numbers


def read_short(value: Any, where: str) -> Cards:
    """Cards written in short."""
    cards = from_short(value) if isinstance(value, str) else None
    if cards is None:
        raise PositionError(f"{where} must be cards in short such as 'C3 Z1', not {value!r}")
    return cards


def build_cards(states: States, data: Mapping[str, Any]) -> None:
    """Every card in exactly one place (UL-1.1): what is named first, the deck from what is left."""
    s = states[0]
    players = int(s["players"])
    rest: list[int] = []

    def hand(value: Any, where: str) -> Cards | None:
        return None if value == "rest" else read_short(value, where)

    named = position_parser.by_seat(data.get("hands", {}), "hands", players, hand)
    table = [int(on_table_at(as_argument(states), card)) for card in range(TYPES)]
    left = _Left(table)
    hands: dict[int, Cards] = {}
    for seat, cards in named.items():
        if cards is None:
            rest.append(seat)
        else:
            hands[seat] = left.take(cards, f"the hand of seat {seat}")
    deck = _pile(left, data, "deck")
    discard = _pile(left, data, "discard")
    for seat in range(players):
        if seat not in named:
            hands[seat] = left.take_about(s["hand"][seat].tolist(), f"the hand of seat {seat}")
    if discard is None:
        wanted = data.get(
            "discard", 0 if "discard" in data or deck is None else sum(left.cards) - _number(data)
        )
        discard = left.take_number(_size(wanted, "discard"), "the discard pile")
    if deck is None:
        deck = left.take_number(_number(data), "the deck") if "deck" in data else left.take_all()
    if rest:
        hands[rest.pop()] = left.take_all()
    if rest:
        raise PositionError("only one hand can be the rest")
    if sum(left.cards):
        raise PositionError(
            f"{sum(left.cards)} of {N_CARDS} cards are nowhere; let the deck or a hand take the rest"
        )
    for seat, cards in hands.items():
        s["hand"][seat] = cards
        s["hand_n"][seat] = sum(cards)
    s["deck"], s["deck_n"] = deck, sum(deck)
    s["discard"], s["discard_n"] = discard, sum(discard)
    _build_memory(s, data, table)


class _Left:
    """The cards that have no place yet."""

    def __init__(self, table: Cards) -> None:
        self.cards = list(CARD_COUNTS)
        self.take(table, "the discussion")

    def take(self, cards: Cards, where: str) -> Cards:
        for card, n in enumerate(cards):
            self.cards[card] -= n
            if self.cards[card] < 0:
                raise PositionError(
                    f"{where}: there are only {CARD_COUNTS[card]} {CARD_TYPES[card]} cards in the game"
                )
        return cards

    def take_about(self, cards: Cards, where: str) -> Cards:
        """The cards that were dealt, or others where they are gone."""
        found = [min(n, self.cards[card]) for card, n in enumerate(cards)]
        self.take(found, where)
        missing = self.take_number(sum(cards) - sum(found), where)
        return [a + b for a, b in zip(found, missing, strict=True)]

    def take_number(self, n: int, where: str) -> Cards:
        """So many cards, always of the type that has most left."""
        found = [0] * TYPES
        if n > sum(self.cards):
            raise PositionError(f"{where} cannot have {n} cards: only {sum(self.cards)} are left")
        for _ in range(n):
            card = self.cards.index(max(self.cards))
            self.cards[card] -= 1
            found[card] += 1
        return found

    def take_all(self) -> Cards:
        found, self.cards = self.cards, [0] * TYPES
        return found


def _pile(left: _Left, data: Mapping[str, Any], part: str) -> Cards | None:
    """A deck or discard pile written out; nothing if it is a number or not named."""
    value = data.get(part)
    return left.take(read_short(value, part), f"the {part}") if isinstance(value, str) else None


def _size(value: Any, where: str) -> int:
    return position_parser.whole(value, where, 0, N_CARDS)


def _number(data: Mapping[str, Any]) -> int:
    value = data.get("deck", 0)
    return 0 if isinstance(value, str) else _size(value, "deck")


def _build_memory(s: Any, data: Mapping[str, Any], table: Cards) -> None:
    """What is remembered since the last shuffle; by default that there has been none, the active player
    having played all that is gone.
    """
    players = int(s["players"])
    memory = [part for part in ("shuffled", "drew", "played") if part in data]
    if memory:
        if len(memory) < 3:
            raise PositionError("shuffled, drew and played are given together or not at all")
        s["shuffled"] = read_short(data["shuffled"], "shuffled")
        for part in ("drew", "played"):
            cards = position_parser.by_seat(data[part], part, players, read_short)
            for seat in range(players):
                s[part][seat] = cards.get(seat, [0] * TYPES)
    elif {"hands", "deck", "discard", "cards_for"} & set(data):
        s["shuffled"] = CARD_COUNTS
        s["played"] = 0
        s["played"][int(s["active"])] = s["discard"] + table
        s["drew"] = s["hand"] + s["played"]
