"""Ptolemaeus: the cards of a position as readable data, both ways (see position.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core import position_parser
from parapegma.core.compiled.arrays import States
from parapegma.errors import PositionError
from parapegma.games.ptolemaeus.components import (
    BONUS_KINDS,
    COPIES,
    DISPLAY,
    ECLIPSIS,
    EVENT_NAMES,
    FACES,
    N_EVENTS,
    N_FACES,
    OBJECTIVE_NAMES,
)
from parapegma.games.ptolemaeus.rules.invariants import MOST_STEPS
from parapegma.games.ptolemaeus.view import cards_of, names_of

CARD_PARTS = (
    "hands", "display", "deck", "top", "discards", "away", "bonus", "bonus_deck", "bonus_top",
    "bonus_discards", "bonus_away", "objectives", "event_card", "event_deck", "event_top", "events_used",
)  # fmt: skip


def read_cards(states: States) -> dict[str, Any]:
    """All cards; decks from the top."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "hands": {seat: cards_of(int(s["hand"][seat])) for seat in seats},
        "display": [FACES[face] if face >= 0 else None for face in s["display"]],
        "deck": [FACES[face] for face in reversed(s["deck"][: s["deck_n"]])],
        "discards": cards_of(int(s["discards"])),
        "away": cards_of(int(s["away"])),
        "bonus": {seat: cards_of(int(s["bonus"][seat]), BONUS_KINDS) for seat in range(int(s["sides"]))},
        "bonus_deck": [BONUS_KINDS[kind] for kind in reversed(s["bonus_deck"][: s["bonus_deck_n"]])],
        "bonus_discards": cards_of(int(s["bonus_discards"]), BONUS_KINDS),
        "bonus_away": cards_of(int(s["bonus_away"]), BONUS_KINDS),
        "objectives": {seat: OBJECTIVE_NAMES[s["objective"][seat]] for seat in seats},
        "event_card": EVENT_NAMES[s["event_card"]] if s["event_card"] >= 0 else None,
        "event_deck": [EVENT_NAMES[card] for card in reversed(s["event_deck"][: s["event_deck_n"]])],
        "events_used": names_of(int(s["event_used"]), EVENT_NAMES),
    }


def build_cards(states: States, data: Mapping[str, Any]) -> None:
    """Constellation cards, bonus cards, objectives and event cards."""
    _build_constellations(states, data)
    _build_bonus(states, data)
    _build_objectives(states, data)
    _build_events(states, data)


class _Pool:
    """How many cards of each kind are not yet in a place."""

    def __init__(self, counts: list[int], names: tuple[str, ...]) -> None:
        self.left = counts
        self.names = names

    def take(self, value: Any, where: str) -> list[int]:
        """The cards a place is said to have; there must be so many."""
        if not isinstance(value, list):
            raise PositionError(f"{where} must be a list of cards, not {value!r}")
        found = [position_parser.name(card, where, self.names) for card in value]
        for card in found:
            self.left[card] -= 1
            if self.left[card] < 0:
                raise PositionError(f"{where}: there are not so many cards {self.names[card]}")
        return found

    def keep(self, dealt: list[int]) -> list[int]:
        """What a place keeps of its dealt cards: those that no named place has taken."""
        kept = []
        for card in dealt:
            if self.left[card] > 0:
                self.left[card] -= 1
                kept.append(card)
        return kept

    def fill(self, cards: list[int], size: int, where: str) -> list[int]:
        """Cards that were taken away are replaced by any others."""
        while len(cards) < size:
            card = next((i for i, n in enumerate(self.left) if n), None)
            if card is None:
                raise PositionError(f"there are not enough cards left for {where}")
            self.left[card] -= 1
            cards.append(card)
        return cards

    def rest(self) -> list[int]:
        """All that is left over."""
        cards = [card for card, n in enumerate(self.left) for _ in range(n)]
        self.left = [0] * len(self.left)
        return cards


def _pack(cards: list[int]) -> int:
    return sum(1 << 4 * card for card in cards)


def _listed(pack: int, kinds: int) -> list[int]:
    return [card for card in range(kinds) for _ in range(pack >> 4 * card & 15)]


def _set_deck(field: Any, cards: list[int]) -> int:
    """Write a deck, the top card last; return its size."""
    field[:] = 0
    field[: len(cards)] = list(reversed(cards))
    return len(cards)


def _build_constellations(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    seats = range(int(s["players"]))
    dealt_deck = [int(face) for face in reversed(s["deck"][: s["deck_n"]])]
    pool = _Pool([int(COPIES[face]) for face in range(N_FACES)], FACES)
    hands = position_parser.by_seat(data.get("hands", {}), "hands", len(seats), pool.take)
    display = _named_display(pool, data["display"]) if "display" in data else None
    discards = pool.take(data["discards"], "discards") if "discards" in data else None
    away = pool.take(data.get("away", []), "away")
    deck = pool.take(data["deck"], "deck") if "deck" in data else None
    top = pool.take(data.get("top", []), "top")
    if deck is not None and top:
        raise PositionError("top is for a deck that is not named")
    kept = {seat: pool.keep(_listed(int(s["hand"][seat]), N_FACES)) for seat in seats if seat not in hands}
    if display is None:
        display = [int(face) for face in s["display"] if face >= 0]
        display = pool.fill(pool.keep(display), DISPLAY, "the display")
    for seat, cards in kept.items():
        hands[seat] = pool.fill(cards, int(s["hand_n"][seat]), f"the hand of seat {seat}")
    if discards is None:
        discards = pool.keep(_listed(int(s["discards"]), N_FACES))
    if deck is None:
        deck = top + pool.keep(dealt_deck)
        deck += pool.rest()
    away += pool.rest()
    for seat, cards in hands.items():
        s["hand"][seat] = _pack(cards)
        s["hand_n"][seat] = len(cards)
    s["display"] = display
    s["discards"] = _pack(discards)
    s["away"] = _pack(away)
    s["deck_n"] = _set_deck(s["deck"], deck)


def _named_display(pool: _Pool, value: Any) -> list[int]:
    """The face-up cards; ``null`` is an empty slot, and so are slots that are not named."""
    if not isinstance(value, list) or len(value) > DISPLAY:
        raise PositionError(f"display must be a list of at most {DISPLAY} cards, not {value!r}")
    slots = [-1] * DISPLAY
    for slot, card in enumerate(value):
        if card is not None:
            slots[slot] = pool.take([card], "display")[0]
    return slots


def _build_bonus(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    sides = range(int(s["sides"]))
    total = int(s["bonus_total"])
    pool = _Pool([total >> 4 * kind & 15 for kind in range(len(BONUS_KINDS))], BONUS_KINDS)
    dealt_deck = [int(kind) for kind in reversed(s["bonus_deck"][: s["bonus_deck_n"]])]
    hands = position_parser.by_seat(data.get("bonus", {}), "bonus", len(sides), pool.take)
    discards = pool.take(data.get("bonus_discards", []), "bonus_discards")
    away = pool.take(data.get("bonus_away", []), "bonus_away")
    deck = pool.take(data["bonus_deck"], "bonus_deck") if "bonus_deck" in data else None
    top = pool.take(data.get("bonus_top", []), "bonus_top")
    if deck is not None and top:
        raise PositionError("bonus_top is for a deck that is not named")
    if deck is None:
        deck = top + pool.keep(dealt_deck)
        deck += pool.rest()
    away += pool.rest()
    for seat in sides:
        s["bonus"][seat] = _pack(hands.get(seat, []))
        s["bonus_n"][seat] = len(hands.get(seat, []))
    s["bonus_discards"] = _pack(discards)
    s["bonus_away"] = _pack(away)
    s["bonus_deck_n"] = _set_deck(s["bonus_deck"], deck)


def _build_objectives(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    players = int(s["players"])
    named = position_parser.by_seat(
        data.get("objectives", {}),
        "objectives",
        players,
        lambda v, w: position_parser.name(v, w, OBJECTIVE_NAMES),
    )
    for seat, card in named.items():
        s["objective"][seat] = card
    free = [card for card in range(len(OBJECTIVE_NAMES)) if card not in named.values()]
    for seat in range(players):
        if seat not in named:
            if s["objective"][seat] not in free:
                s["objective"][seat] = free[0]
            free.remove(int(s["objective"][seat]))


def _build_events(states: States, data: Mapping[str, Any]) -> None:
    """The event cards; where it is not said, as few are used as the Comet's way needs (PT-14.2)."""
    s = states[0]
    dealt = [int(s["event_card"]), *(int(card) for card in reversed(s["event_deck"][: s["event_deck_n"]]))]
    pool = _Pool([1] * N_EVENTS, EVENT_NAMES)
    up: list[int] | None = None
    if "event_card" in data:
        up = pool.take([data["event_card"]], "event_card") if data["event_card"] is not None else []
    used = pool.take(data.get("events_used", []), "events_used")
    deck = pool.take(data["event_deck"], "event_deck") if "event_deck" in data else None
    top = pool.take(data.get("event_top", []), "event_top")
    if deck is not None and top:
        raise PositionError("event_top is for a deck that is not named")
    rest = pool.keep(dealt)
    if up is None:
        up = [card for card in rest if card != ECLIPSIS][:1]
        rest = [card for card in rest if card not in up]
    if "events_used" not in data and deck is None:
        rounds = -(-int(s["comet_steps"]) // MOST_STEPS)
        used = [card for card in reversed(rest) if card != ECLIPSIS][:rounds]
        rest = [card for card in rest if card not in used]
    if deck is None:
        deck = top + rest
    used += [card for card in range(N_EVENTS) if card not in {*up, *deck, *used}]
    s["event_card"] = up[0] if up else -1
    s["event_used"] = sum(1 << card for card in used)
    s["event_deck_n"] = _set_deck(s["event_deck"], deck)
