"""Fifth Game: a whole position as readable data, both ways.

A position set up by hand may name only some parts. A hand that is not named keeps its size, and of its cards
those that are not named elsewhere. Deck, phase and ending follow from the other parts.
"""

from collections.abc import Mapping
from typing import Any

from fifth_game.rules import gone
from fifth_game.state import ALL_CARDS, CARDS, ENDED_EMPTY, ENDINGS, NOT_ENDED, OVER, PHASES, PLAY
from fifth_game.view import cards_of
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.position_parser import by_seat, only, whole
from parapegma.errors import PositionError

PARTS = ("hands", "played", "gone", "points", "leader", "to_move", "deck", "phase", "ended")


def read(states: States) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "hands": {seat: cards_of(int(s["hand"][seat])) for seat in seats},
        "played": {seat: int(s["played"][seat]) + 1 for seat in seats if s["played"][seat] >= 0},
        "gone": cards_of(int(gone(as_argument(states)[0]))),
        "points": {seat: int(s["points"][seat]) for seat in seats},
        "leader": int(s["leader"]),
        "to_move": int(s["to_move"]),
        "deck": cards_of(int(s["deck"])),
        "phase": PHASES[s["phase"]],
        "ended": ENDINGS[s["ended"]] or None,
    }


def facts(states: States) -> dict[str, Any]:
    """What a scenario may check besides: how many cards are left to draw."""
    return {"deck_size": int(states[0]["deck"]).bit_count()}


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one described; which of them can occur, the invariants say."""
    only(data, PARTS)
    s, players = states[0], int(states[0]["players"])
    s["leader"] = whole(data.get("leader", int(s["leader"])), "leader", 0, players - 1)
    s["to_move"] = whole(data.get("to_move", int(s["leader"])), "to_move", 0, players - 1)
    for seat, points in by_seat(data.get("points", {}), "points", players, _points).items():
        s["points"][seat] = points
    s["played"] = -1
    played = by_seat(data.get("played", {}), "played", players, _card)
    for seat, card in played.items():
        s["played"][seat] = card
    hands = by_seat(data.get("hands", {}), "hands", players, _cards)
    named = [_cards(data.get("gone", []), "gone"), *(1 << card for card in played.values()), *hands.values()]
    _place_cards(s, hands, _all_different(named))
    s["phase"], s["ended"] = (PLAY, NOT_ENDED) if s["hand"].any() else (OVER, ENDED_EMPTY)
    following = read(states)
    for part in ("deck", "phase", "ended"):
        if part in data and data[part] != following[part]:
            raise PositionError(f"{part} follows from the other parts: it must be {following[part]!r}")


def _place_cards(s: Any, hands: Mapping[int, int], taken: int) -> None:
    """Give the hands that are not named their cards; what is left is the deck."""
    for seat in range(int(s["players"])):
        if seat in hands:
            s["hand"][seat] = hands[seat]
            continue
        dealt = int(s["hand"][seat])
        hand = dealt & ~taken
        taken |= hand
        for card in range(CARDS):
            if hand.bit_count() < dealt.bit_count() and not taken >> card & 1:
                hand |= 1 << card
                taken |= 1 << card
        s["hand"][seat] = hand
    s["deck"] = ALL_CARDS & ~taken


def _all_different(places: list[int]) -> int:
    taken = 0
    for cards in places:
        if taken & cards:
            raise PositionError(f"card {cards_of(taken & cards)[0]} is in two places")
        taken |= cards
    return taken


def _card(value: Any, where: str) -> int:
    return whole(value, where, 1, CARDS) - 1


def _cards(value: Any, where: str) -> int:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of cards, not {value!r}")
    return _all_different([1 << _card(card, where) for card in value])


def _points(value: Any, where: str) -> int:
    return whole(value, where, 0, CARDS * CARDS)
