"""Ulysses: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from typing import Any

from parapegma.core import engine
from parapegma.core.states import States, handed
from parapegma.games.ulysses.components import (
    COLOURS,
    MAP_TITLE,
    NEIGHBOURS,
    OBJECTIVES,
    PLACE_NAMES,
    PLACES,
    ROUTES,
)
from parapegma.games.ulysses.names import (
    ENDINGS,
    FACTION_NAMES,
    PHASES,
    PURPOSE_WORDS,
    PURPOSES,
    QUESTIONS,
    counts,
)
from parapegma.games.ulysses.rules.discussion import leader_at, least_at
from parapegma.games.ulysses.rules.knowledge import unseen_at
from parapegma.games.ulysses.state import (
    BLUE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    FACTIONS,
    NOWHERE,
    OVER,
    PAY,
    PAY_TEMPLE,
    TYPES,
)


def distances() -> list[list[int]]:
    """The steps from each place to each, in the order of the places; plague bars no one's way for ever."""
    found = []
    for start in range(len(PLACES)):
        steps = {start: 0}
        reached = [start]
        for place in reached:
            for near in NEIGHBOURS[place]:
                if near not in steps:
                    steps[near] = steps[place] + 1
                    reached.append(near)
        found.append([steps[place] for place in range(len(PLACES))])
    return found


MAP: dict[str, Any] = {
    "title": MAP_TITLE,
    "places": [
        {
            "id": place.id,
            "name": place.name,
            "colour": None if place.colour is None else COLOURS[place.colour],
            "lon": place.lon,
            "lat": place.lat,
            "neighbours": [PLACE_NAMES[other] for other in NEIGHBOURS[number]],
        }
        for number, place in enumerate(PLACES)
    ],
    "routes": [
        {
            "a": PLACE_NAMES[route.a],
            "b": PLACE_NAMES[route.b],
            "via": [list(point) for point in route.via],
            "overland": route.overland,
        }
        for route in ROUTES
    ],
    "distances": distances(),
}
"""The board itself; the same for everyone and always."""


def places_of(bits: int) -> list[str]:
    """The names of a set of places."""
    return [name for i, name in enumerate(PLACE_NAMES) if bits >> i & 1]


def seats_of(bits: int) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(8) if bits >> seat & 1]


def named(names: tuple[str, ...], number: int) -> str | None:
    """A name by its number, or nothing for a negative one."""
    return names[number] if number >= 0 else None


def view(states: States, seat: int | None) -> dict[str, Any]:
    """All that ``seat`` may see; ``None`` is a spectator."""
    s = states[0]
    players = int(s["players"])
    over = bool(s["phase"] == OVER)
    return {
        "game": "ulysses",
        "seat": seat,
        "players": players,
        "to_move": None if over else int(s["to_move"]),
        "active": int(s["active"]),
        "first": int(s["first"]),
        "phase": PHASES[s["phase"]],
        "asked": question(s),
        "turn": int(s["turn"]),
        "options": _options(s),
        "map": MAP,
        "ship": PLACE_NAMES[s["ship"]],
        "plague": places_of(int(s["plague"])),
        "reserve": int(s["reserve"]),
        "deck": int(s["deck_n"]),
        "discard": counts(s["discard"].tolist()),
        "unseen": counts(_unseen(states, seat)),
        "fresh": None if seat is None else counts((s["shuffled"] - s["drew"][seat]).tolist()),
        "piles": {name: int(s["pile_n"][colour]) for colour, name in enumerate(COLOURS)},
        "remembered": [] if seat is None else _remembered(s, seat),
        "pandora_used": bool(s["pandora_used"]),
        "objective_changed": bool(s["objective_changed"]),
        "seats": [_seat(states, i, seat, over) for i in range(players)],
        "proposal": _proposal(states),
        "step": {
            "paying_for": PURPOSES[s["pays_for"]],
            "owed": int(s["owed"]),
            "owed_temples": int(s["owed_temples"]),
            "due": int(s["due"]),
            "place": named(PLACE_NAMES, int(s["target"])),
            "slot": int(s["slot"]) + 1 if s["slot"] >= 0 else None,
            "colour": named(COLOURS, int(s["colour"])),
            "faction": named(FACTION_NAMES, int(s["backing"])),
        },
        "ended": ENDINGS[s["ended"]] if over else None,
    }


def question(s: Any) -> str:
    """What the seat to move is asked, as a sentence."""
    phase = int(s["phase"])
    faction = named(FACTION_NAMES, int(s["backing"]))
    if phase == PAY:
        return f"Pay {_cards(int(s['owed']))} {PURPOSE_WORDS[s['pays_for']]}."
    if phase == PAY_TEMPLE:
        return f"Play {_cards(int(s['owed_temples']), 'temple card')} (or Zeus)."
    if phase == DECLARE:
        return f"{PLACES[s['disc'][BLUE]].name} is proposed: agree or oppose?"
    if phase == DISC_PLACE:
        return f"Choose a place for the {faction} disc."
    if phase == COMMIT and s["due"] > 0:
        return f"Add {_cards(int(s['due']), 'challenge card')} (or Zeus) for {faction}."
    if phase == COMMIT:
        return f"Add more for {faction}, or stop."
    return QUESTIONS.get(phase, "")


def _cards(n: int, kind: str = "card") -> str:
    return f"{n} more {kind}{'' if n == 1 else 's'}"


def _options(s: Any) -> dict[str, Any]:
    return {
        "temple_cost": ("escalating", "one_card")[s["temple_cost"]],
        "zeus_as_pandora": bool(s["zeus_as_pandora"]),
        "faction_lock": bool(s["faction_lock"]),
        "becalmed": ("must_clear", "may_stay")[s["becalmed"]],
        "max_turns": int(s["max_turns"]),
    }


def _seat(states: States, who: int, seat: int | None, over: bool) -> dict[str, Any]:
    """One player: his hand and hidden objectives only for himself, or for all after the end."""
    s = states[0]
    open_to_viewer = over or who == seat
    objectives = []
    for slot in range(OBJECTIVES):
        place = int(s["objective"][who][slot])
        revealed = bool(int(s["revealed"][who]) >> slot & 1)
        objectives.append(
            {
                "slot": slot + 1,
                "colour": COLOURS[PLACES[place].colour or 0],
                "place": PLACE_NAMES[place] if revealed or open_to_viewer else None,
                "revealed": revealed,
            }
        )
    return {
        "hand": counts(s["hand"][who].tolist()) if open_to_viewer else None,
        "hand_size": int(s["hand_n"][who]),
        "temples": int(s["temples"][who]),
        "objectives": objectives,
        "score": engine.scores(states)[who],
        "still_in": bool(int(s["still_in"]) >> who & 1),
        "may_place_disc": bool(int(s["right"]) >> who & 1),
        "faction": named(FACTION_NAMES, int(s["faction"][who])),
    }


def _proposal(states: States) -> dict[str, Any] | None:
    """The discs, the cards beside them, who leads and what each faction would cost."""
    s = states[0]
    if s["disc"][0] == NOWHERE:
        return None
    found = {}
    for faction in range(FACTIONS):
        zeus, cards = int(s["zeus_for"][faction]), int(s["cards_for"][faction])
        found[FACTION_NAMES[faction]] = {
            "place": named(PLACE_NAMES, int(s["disc"][faction])),
            "cards": cards,
            "challenge": cards - zeus,
            "zeus": zeus,
            "least": int(least_at(handed(states), faction)),
        }
    return {"factions": found, "leader": FACTION_NAMES[int(leader_at(handed(states)))]}


def _remembered(s: Any, seat: int) -> list[dict[str, Any]]:
    """Hidden objective cards whose place this seat can follow, because it once held them."""
    found: list[dict[str, Any]] = []
    for who in range(int(s["players"])):
        for slot in range(OBJECTIVES):
            hidden = who != seat and not int(s["revealed"][who]) >> slot & 1
            if hidden and int(s["objective_known"][who][slot]) >> seat & 1:
                place = PLACE_NAMES[s["objective"][who][slot]]
                found.append({"place": place, "holder": who, "slot": slot + 1})
    for colour, name in enumerate(COLOURS):
        for depth in range(int(s["pile_n"][colour])):
            if int(s["pile_known"][colour][depth]) >> seat & 1:
                place = PLACE_NAMES[s["pile"][colour][depth]]
                found.append({"place": place, "pile": name, "depth": depth + 1})
    return found


def _unseen(states: States, seat: int | None) -> list[int]:
    """The cards in the deck and in hands this seat cannot see."""
    viewer = -1 if seat is None else seat
    return [int(unseen_at(handed(states), viewer, card)) for card in range(TYPES)]
