"""Ulysses: a whole position as readable data, both ways.

A position set up by hand may name only some parts. Hands, objectives and all else it does not name stay
as they were dealt; cards it claims elsewhere are replaced by others, and the deck and the piles are what is
left over. Cards are written in short: ``C3 Z1`` is three challenge cards and one Zeus (T temple, W wind,
P plague, N Pandora); a deck or discard pile may also be given as a number, and one hand as ``rest``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.ulysses.components import COLOURS, OBJECTIVES, PLACE_NAMES, PLACES, TEMPLES
from parapegma.games.ulysses.position.cards import build_cards, read_short, short
from parapegma.games.ulysses.position.objectives import build_objectives, read_objectives
from parapegma.games.ulysses.rules.steps.arrival import ALL_REVEALED
from parapegma.games.ulysses.rules.steps.discussion import leader_at, least_at
from parapegma.games.ulysses.state import (
    BLUE,
    CHALLENGE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    ENDED_OBJECTIVES,
    ENDED_TURNS,
    ENDINGS,
    FACTION,
    FACTION_NAMES,
    FACTIONS,
    FOR_DISC,
    NO_FACTION,
    NOT_ENDED,
    NOWHERE,
    OVER,
    PHASES,
    PURPOSES,
    TYPES,
    ZEUS,
)
from parapegma.games.ulysses.view import named, places_of, seats_of

PARTS = (
    "ship", "plague", "temples", "reserve", "hands", "deck", "discard", "shuffled", "drew", "played",
    "objectives", "revealed", "piles", "known", "excluded", "first", "active", "to_move", "phase", "turn",
    "pandora_used", "objective_changed", "discs", "cards_for", "still_in", "right", "factions", "faction",
    "due", "paying", "place", "slot", "colour", "ended",
)  # fmt: skip
_OUT_OF_TURN = (DECLARE, DISC_PLACE, FACTION, COMMIT)


def read(states: States) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "ship": PLACE_NAMES[s["ship"]],
        "plague": places_of(int(s["plague"])),
        "temples": {seat: int(s["temples"][seat]) for seat in seats},
        "reserve": int(s["reserve"]),
        "hands": {seat: short(s["hand"][seat].tolist()) for seat in seats},
        "deck": short(s["deck"].tolist()),
        "discard": short(s["discard"].tolist()),
        "shuffled": short(s["shuffled"].tolist()),
        "drew": {seat: short(s["drew"][seat].tolist()) for seat in seats},
        "played": {seat: short(s["played"][seat].tolist()) for seat in seats},
        **read_objectives(s),
        "first": int(s["first"]),
        "active": int(s["active"]),
        "to_move": int(s["to_move"]),
        "phase": PHASES[s["phase"]],
        "turn": int(s["turn"]),
        "pandora_used": bool(s["pandora_used"]),
        "objective_changed": bool(s["objective_changed"]),
        "discs": {
            name: PLACE_NAMES[s["disc"][faction]]
            for faction, name in enumerate(FACTION_NAMES)
            if s["disc"][faction] != NOWHERE
        },
        "cards_for": {
            name: short(_on_disc(s, faction))
            for faction, name in enumerate(FACTION_NAMES)
            if s["disc"][faction] != NOWHERE
        },
        "still_in": seats_of(int(s["still_in"])),
        "right": seats_of(int(s["right"])),
        "factions": {
            seat: FACTION_NAMES[s["faction"][seat]] for seat in seats if s["faction"][seat] != NO_FACTION
        },
        "faction": named(FACTION_NAMES, int(s["backing"])),
        "due": int(s["due"]),
        "paying": {
            "for": PURPOSES[s["pays_for"]],
            "owed": int(s["owed"]),
            "temples": int(s["owed_temples"]),
        },
        "place": named(PLACE_NAMES, int(s["target"])),
        "slot": int(s["slot"]) + 1 if s["slot"] >= 0 else None,
        "colour": named(COLOURS, int(s["colour"])),
        "ended": ENDINGS[s["ended"]] or None,
    }


def _on_disc(s: Any, faction: int) -> list[int]:
    cards = [0] * TYPES
    cards[ZEUS] = int(s["zeus_for"][faction])
    cards[CHALLENGE] = int(s["cards_for"][faction]) - cards[ZEUS]
    return cards


def facts(states: States) -> dict[str, Any]:
    """What a scenario may check besides the position itself."""
    s = states[0]
    seats = range(int(s["players"]))
    return {
        "hand_sizes": {seat: int(s["hand_n"][seat]) for seat in seats},
        "deck_size": int(s["deck_n"]),
        "discard_size": int(s["discard_n"]),
        "pile_sizes": {name: int(s["pile_n"][colour]) for colour, name in enumerate(COLOURS)},
        "colours_held": {
            seat: [COLOURS[PLACES[place].colour or 0] for place in s["objective"][seat]] for seat in seats
        },
        "leader": FACTION_NAMES[int(leader_at(as_argument(states)))],
        "least": {
            name: int(least_at(as_argument(states), faction)) for faction, name in enumerate(FACTION_NAMES)
        },
        "balance": [int(n) for n in s["cards_for"]],
    }


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one that is described."""
    position_parser.only(data, PARTS)
    s = states[0]
    phase = position_parser.name(data.get("phase", "action"), "phase", PHASES)
    s["phase"] = phase
    s["event_n"] = 0
    s["turn"] = position_parser.whole(data.get("turn", int(s["turn"])), "turn", 1, 1 << 30)
    s["pandora_used"] = position_parser.truth(data, "pandora_used", bool(s["pandora_used"]))
    s["objective_changed"] = position_parser.truth(data, "objective_changed", bool(s["objective_changed"]))
    s["ship"] = position_parser.name(data.get("ship", PLACE_NAMES[s["ship"]]), "ship", PLACE_NAMES)
    _build_step(s, data)
    _build_seats(s, data, phase)
    _build_board(s, data)
    _build_proposal(s, data, phase)
    build_cards(states, data)
    build_objectives(s, data)
    s["ended"] = _ending(s, data, phase == OVER)
    if phase != OVER and engine.broken(states) == 0 and not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {PHASES[phase]}")


def _ending(s: Any, data: Mapping[str, Any], over: bool) -> int:
    """How a game that is over ended; it follows from what lies on the table (UL-8.4, UL-10)."""
    ended = position_parser.ending(data, over, ENDINGS)
    turns, last = int(s["turn"]), int(s["max_turns"])
    if last and turns > last:
        raise PositionError(f"turn must be at most {last}, the option max_turns, not {turns}")
    if not over:
        return NOT_ENDED
    reached = any(s["revealed"][seat] == ALL_REVEALED for seat in range(int(s["players"])))
    if not reached and (not last or turns != last):
        limit = (
            f"or the turn must be {last}, the last by max_turns" if last else "for max_turns sets no limit"
        )
        raise PositionError(f"phase over: somebody must have reached all {OBJECTIVES} objectives, {limit}")
    right = ENDED_OBJECTIVES if reached else ENDED_TURNS
    if ended not in (NOT_ENDED, right):
        raise PositionError(f"ended: this game has ended by {ENDINGS[right]!r}, not {ENDINGS[ended]!r}")
    return right


def _build_seats(s: Any, data: Mapping[str, Any], phase: int) -> None:
    """Who began, who is active and who decides; in his own phases the active player does."""
    last = int(s["players"]) - 1
    foreign = phase in _OUT_OF_TURN or int(s["pays_for"]) == FOR_DISC
    usual = int(s["active"]) if foreign else data.get("to_move", int(s["active"]))
    s["active"] = position_parser.whole(data.get("active", usual), "active", 0, last)
    # Turns go round, so who began follows.
    began = (int(s["active"]) - int(s["turn"]) + 1) % (last + 1)
    s["first"] = position_parser.whole(data.get("first", began), "first", 0, last)
    if s["first"] != began:
        raise PositionError(f"first must be {began}: seat {s['active']} is active in turn {s['turn']}")
    left = (int(s["active"]) + 1) % (last + 1)
    s["to_move"] = position_parser.whole(
        data.get("to_move", left if foreign else int(s["active"])), "to_move", 0, last
    )


def _build_board(s: Any, data: Mapping[str, Any]) -> None:
    """Plague and temples (UL-1.2, UL-1.3)."""
    players = int(s["players"])
    plague = position_parser.bits(data.get("plague", places_of(int(s["plague"]))), "plague", PLACE_NAMES)
    s["plague"] = plague
    s["plague_n"] = plague.bit_count()
    temples = position_parser.by_seat(
        data.get("temples", {}),
        "temples",
        players,
        lambda value, where: position_parser.whole(value, where, 1, TEMPLES),
    )
    for seat, n in temples.items():
        s["temples"][seat] = n
    left = TEMPLES - int(s["temples"].sum())
    if left < 0:
        raise PositionError(f"temples: {TEMPLES - left} are too many; there are {TEMPLES}")
    if position_parser.whole(data.get("reserve", left), "reserve", 0, TEMPLES) != left:
        raise PositionError(f"reserve must be {left}: {TEMPLES} temples less those before the players")
    s["reserve"] = left


def _build_step(s: Any, data: Mapping[str, Any]) -> None:
    """A decision of several steps that has been begun."""
    paying = data.get("paying", {})
    if not isinstance(paying, Mapping):
        raise PositionError(f"paying must be {{for: ..., owed: ..., temples: ...}}, not {paying!r}")
    for key in paying:
        position_parser.name(key, "paying", ("for", "owed", "temples"))
    s["pays_for"] = position_parser.name(paying.get("for", "nothing"), "paying for", PURPOSES)
    s["owed"] = position_parser.whole(paying.get("owed", 0), "paying owed", 0, TEMPLES)
    s["owed_temples"] = position_parser.whole(paying.get("temples", 0), "paying temples", 0, TEMPLES)
    s["due"] = position_parser.whole(data.get("due", 0), "due", 0, 255)
    place, slot, colour, faction = (data.get(part) for part in ("place", "slot", "colour", "faction"))
    s["target"] = NOWHERE if place is None else position_parser.name(place, "place", PLACE_NAMES)
    s["slot"] = -1 if slot is None else position_parser.whole(slot, "slot", 1, len(COLOURS)) - 1
    s["colour"] = -1 if colour is None else position_parser.name(colour, "colour", COLOURS)
    s["backing"] = NO_FACTION if faction is None else position_parser.name(faction, "faction", FACTION_NAMES)


def _build_proposal(s: Any, data: Mapping[str, Any], phase: int) -> None:
    """Discs, the cards beside them, who is in, entitled and committed (UL-7)."""
    players, active = int(s["players"]), int(s["active"])
    discs = _by_faction(data.get("discs", {}), "discs")
    cards = _by_faction(data.get("cards_for", {}), "cards_for")
    for faction, name in enumerate(FACTION_NAMES):
        place = discs.get(name)
        s["disc"][faction] = (
            NOWHERE if place is None else position_parser.name(place, f"{name} disc", PLACE_NAMES)
        )
        played = read_short(cards.get(name, ""), f"cards for {name}")
        if sum(played) != played[CHALLENGE] + played[ZEUS]:
            raise PositionError(f"cards for {name} can only be C and Z")
        s["cards_for"][faction] = sum(played)
        s["zeus_for"][faction] = played[ZEUS]
    everyone = list(range(players)) if discs else []
    s["still_in"] = _seat_bits(data.get("still_in", everyone), "still_in", players)
    waiting = []
    if phase == DECLARE:
        to_move = int(s["to_move"])
        waiting = [(to_move + i) % players for i in range((active - to_move) % players)]
    s["right"] = _seat_bits(data.get("right", waiting), "right", players)
    factions = position_parser.by_seat(
        data.get("factions", {}),
        "factions",
        players,
        lambda value, where: position_parser.name(value, where, FACTION_NAMES),
    )
    for seat in range(players):
        usual = BLUE if discs and seat == active else NO_FACTION
        s["faction"][seat] = factions.get(seat, usual)


def _by_faction(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(f"{where} must be given by faction, such as {{blue: ...}}, not {value!r}")
    for key in value:
        position_parser.name(key, where, FACTION_NAMES[:FACTIONS])
    return dict(value)


def _seat_bits(value: Any, where: str, players: int) -> int:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of seats, not {value!r}")
    return sum({1 << position_parser.whole(seat, f"a seat of {where}", 0, players - 1) for seat in value})
