"""Ptolemaeus: what happened, as the log tells it and each seat may know it."""

from __future__ import annotations

from typing import Any

from parapegma.core.game import Event
from parapegma.core.log import LogEntry
from parapegma.games.ptolemaeus.actions import configuration_name
from parapegma.games.ptolemaeus.components import BONUS_KINDS, EVENT_NAMES, FACES, PLANETS, SIGNS, SOLO_RANKS
from parapegma.games.ptolemaeus.rules import turn
from parapegma.games.ptolemaeus.state import (
    AGAINST_UMBRA,
    BEGAN_LAP,
    BONUS_LOST,
    COMET_MOVED,
    DISCARDED,
    DREW,
    DREW_BONUS,
    ENDED_TWELVE,
    EVENT_TURNED,
    EXCHANGED,
    EXTRA_TURN,
    MOVED,
    OBSERVED,
    PAID,
    PASSED,
    PLACED,
    PLANET_MOVED,
    PLAYED,
    RESHUFFLED,
    RETURNED,
    STOLE,
    STUDIED,
    TOOK,
    TOOK_ASTEROID,
    TURNED_UP,
    UMBRA_IDLE,
    UMBRA_TURNED,
    WIPED,
)

ENDINGS = ("", "twelve points", "the Comet has come round")
"""How a game ended, by the number the rules give it."""
RESULTS = ("draw", "won", "lost")
"""The result of the game for one: 0, 1 or -1."""


def rank_of(score: int) -> str:
    """The rank a score earns in the game for one (PT-16.11).

    >>> rank_of(8), rank_of(9)
    ('Discipulus', 'Astronomus')
    """
    earned = SOLO_RANKS[0][1]
    for least, rank in SOLO_RANKS:
        if score >= least:
            earned = rank
    return earned


def outcome(result: str, rank: str) -> str:
    """The result of the game for one and the rank, as people say it (PT-16.10, PT-16.11)."""
    return f"{'a draw with' if result == 'draw' else result + ' against'} Umbra, {rank}"


def describe(event: Event, seat: int | None) -> LogEntry:
    """An event as ``seat`` may know it; ``None`` is a spectator."""
    kind, who, a, b = event
    name, data, words = _told(kind, who, a, b, seat)
    return LogEntry(name, None if who < 0 else who, data, words)


def spaced(name: str) -> str:
    """A name as people write it: Nova Luna for nova_luna."""
    return name.replace("_", " ").title().replace(" In ", " in ")


def _told(kind: int, who: int, a: int, b: int, seat: int | None) -> tuple[str, dict[str, Any], str]:
    if kind == DREW:
        card = FACES[a] if who == seat else None
        return "drew", {"card": card}, f"draws {card or 'a card'} from the deck"
    if kind == TOOK:
        return "took", {"card": FACES[a]}, f"takes {FACES[a]}"
    if kind == TURNED_UP:
        return "turned up", {"card": FACES[a], "slot": b}, f"{FACES[a]} is turned up"
    if kind == WIPED:
        return "wiped", {}, "The display is wiped: too many cards of one colour."
    if kind == RESHUFFLED:
        return "reshuffled", {"cards": a}, f"The discards are shuffled into a deck of {a}."
    if kind == OBSERVED:
        what = (
            f"observes {SIGNS[a - turn.OBSERVE]}"
            if a < turn.CONFIGURE
            else f"observes the {configuration_name(a - turn.CONFIGURE)}"
        )
        return "observed", {"what": what.removeprefix("observes ")}, what
    if kind == PAID:
        return "paid", {"card": FACES[a]}, f"pays {FACES[a]}"
    if kind in (PLACED, MOVED, RETURNED):
        return _told_of_tokens(kind, SIGNS[a], b)
    if kind in (STUDIED, TOOK_ASTEROID, DREW_BONUS, BONUS_LOST, PLAYED, EXCHANGED):
        return _told_of_studies(kind, who, a, b, seat)
    if kind == STOLE:
        stolen = FACES[b] if seat in (who, a) else None
        data = {"victim": a, "card": stolen}
        return "stole", data, f"takes {stolen or 'a card'} from the hand of seat {a}"
    if kind == DISCARDED:
        return "discarded", {"card": FACES[a]}, f"discards {FACES[a]}"
    if kind == PASSED:
        return "passed", {}, "passes: no action is possible"
    if kind == EXTRA_TURN:
        return "extra turn", {}, "takes an extra turn"
    if kind == UMBRA_TURNED:
        return "umbra", {"card": FACES[a]}, f"Umbra turns up {FACES[a]}"
    if kind == UMBRA_IDLE:
        return "umbra idle", {}, "Umbra's turn is lost to Maleficus Saturnus"
    return _told_of_rounds(kind, who, a, b)


def _told_of_tokens(kind: int, sign: str, n: int) -> tuple[str, dict[str, Any], str]:
    if kind == PLACED:
        return "placed", {"sign": sign}, f"places a token on {sign}"
    if kind == MOVED:
        return "moved", {"sign": sign}, f"takes up a token from {sign}"
    tokens = "a token" if n == 1 else f"{n} tokens"
    return "returned", {"sign": sign, "tokens": n}, f"gets {tokens} back from {sign}"


def _told_of_studies(
    kind: int, who: int, a: int, b: int, seat: int | None
) -> tuple[str, dict[str, Any], str]:
    if kind == STUDIED:
        return "studied", {"planet": PLANETS[a], "sign": SIGNS[b]}, f"studies {PLANETS[a]} on {SIGNS[b]}"
    if kind == TOOK_ASTEROID:
        return "asteroid", {"sign": SIGNS[a]}, f"takes the asteroid of {SIGNS[a]}"
    if kind == DREW_BONUS:
        bonus = BONUS_KINDS[a] if who == seat else None
        return "bonus", {"bonus": bonus}, f"draws {spaced(bonus) if bonus else 'a bonus card'}"
    if kind == BONUS_LOST:
        return "bonus lost", {"bonus": BONUS_KINDS[a]}, f"Umbra discards {spaced(BONUS_KINDS[a])}"
    if kind == PLAYED:
        improved = ", improved" if b else ""
        data = {"bonus": BONUS_KINDS[a], "improved": bool(b)}
        return "played", data, f"plays {spaced(BONUS_KINDS[a])}{improved}"
    return "exchanged", {}, "exchanges asteroids for a bonus card"


def _told_of_rounds(kind: int, who: int, a: int, b: int) -> tuple[str, dict[str, Any], str]:
    if kind == PLANET_MOVED:
        return "planet", {"planet": PLANETS[a], "sign": SIGNS[b]}, f"{PLANETS[a]} moves to {SIGNS[b]}"
    if kind == COMET_MOVED:
        return (
            "comet",
            {"sign": SIGNS[a], "steps": b},
            f"The Comet moves to {SIGNS[a]}, {b} signs from its start",
        )
    if kind == EVENT_TURNED:
        return "event", {"event": EVENT_NAMES[a]}, f"The event card {EVENT_NAMES[a]} is turned up"
    if kind == BEGAN_LAP:
        return "lap", {"lap": a, "first": who}, f"begins lap {a}"
    if kind == AGAINST_UMBRA:
        result, rank = RESULTS[b], rank_of(a)
        words = f"finishes with {a} points: {outcome(result, rank)}"
        return "result", {"points": a, "result": result, "rank": rank}, words
    if a == ENDED_TWELVE:
        words = f"The game ends: seat {b} has twelve points."
        return "ended", {"how": ENDINGS[a], "winner": b}, words
    return "ended", {"how": ENDINGS[a], "winner": None}, f"The game ends: {ENDINGS[a]}."
