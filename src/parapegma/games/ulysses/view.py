"""Ulysses: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.view_tools import cached_by_fields, cached_by_position, numbers_of
from parapegma.games.ulysses.components import (
    CARD_TYPES,
    COLOURS,
    DISTANCES,
    MAP_TITLE,
    NEIGHBOURS,
    OBJECTIVES,
    PLACE_NAMES,
    PLACES,
    ROUTES,
)
from parapegma.games.ulysses.events import PURPOSE_WORDS
from parapegma.games.ulysses.options import BECALMED, TEMPLE_COST
from parapegma.games.ulysses.rules.knowledge import all_unseen_at
from parapegma.games.ulysses.rules.steps.discussion import leader_at, least_at
from parapegma.games.ulysses.state import (
    ACTION,
    BLACK,
    BLUE,
    COMMIT,
    DECLARE,
    DISC_PLACE,
    ENDINGS,
    FACTION,
    FACTION_NAMES,
    GIVE,
    NOWHERE,
    OVER,
    PAY,
    PAY_TEMPLE,
    PHASES,
    PLAGUE_PLACE,
    PROPOSE,
    PURPOSES,
    RED,
    REMOVE_PLACE,
    STATE,
    TAKE,
    TYPES,
    WIND,
)
from parapegma.games.ulysses.types import (
    Cards,
    Map,
    MapPlace,
    MapRoute,
    Objective,
    Options,
    Proposal,
    Remembered,
    Seat,
    Side,
    Sides,
    Step,
    View,
)

QUESTIONS = {
    ACTION: "Your action phase: act, or end it and propose.",
    PLAGUE_PLACE: "Choose a place for the plague.",
    REMOVE_PLACE: "Choose the plague to remove.",
    GIVE: "Choose the objective to give up.",
    TAKE: "Choose the colour of the new objective.",
    PROPOSE: "Propose where the ship sails.",
    FACTION: "Support a side, or pass?",
    WIND: "Play wind to stay active?",
}
"""What is asked in phases where the sentence is always the same."""


MAP = Map(
    title=MAP_TITLE,
    places=[
        MapPlace(
            id=place.id,
            name=place.name,
            colour=None if place.colour is None else COLOURS[place.colour],
            lon=place.lon,
            lat=place.lat,
            neighbours=[PLACE_NAMES[other] for other in NEIGHBOURS[number]],
        )
        for number, place in enumerate(PLACES)
    ],
    routes=[
        MapRoute(a=PLACE_NAMES[route.a], b=PLACE_NAMES[route.b], via=list(route.via), overland=route.overland)
        for route in ROUTES
    ],
    distances=DISTANCES,
)
"""The board itself; the same for everyone and always."""


LASTING = frozenset({"game", "seat", "players", "options", "map"})
"""Parts of a view that stay the same throughout a match, for the same viewer."""
_numbers = numbers_of(STATE)


def places_of(bits: int) -> list[str]:
    """The names of a set of places."""
    return [name for i, name in enumerate(PLACE_NAMES) if bits >> i & 1] if bits else []


def seats_of(bits: int) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(8) if bits >> seat & 1]


def named(names: tuple[str, ...], number: int) -> str | None:
    """A name by its number, or nothing for a negative one."""
    return names[number] if number >= 0 else None


def counts(numbers: list[int]) -> Cards:
    """Cards by type, without the types there are none of."""
    return {name: int(n) for name, n in zip(CARD_TYPES, numbers, strict=True) if n}


def view(states: States, seat: int | None) -> View:
    """All that ``seat`` may see; ``None`` is a spectator."""
    seen = _table(states)
    if seat is None:
        return seen
    s = _numbers(states)
    seats = seen.seats
    if s.phase != OVER:
        seats = [*seats]
        seats[seat] = _shown(seats[seat], states, seat)
    return replace(
        seen,
        seat=seat,
        unseen=_unseen(states, seat),
        fresh=counts((states["shuffled"][0] - states["drew"][0, seat]).tolist()),
        remembered=_remembered(states, seat),
        seats=seats,
    )


@cached_by_position(STATE)
def _table(states: States) -> View:
    """What a spectator may see."""
    s = _numbers(states)
    over = s.phase == OVER
    piles = states["pile_n"][0].tolist()
    seats = _seats(states, s)
    return View(
        seat=None,
        players=s.players,
        to_move=None if over else s.to_move,
        active=s.active,
        first=s.first,
        phase=PHASES[s.phase],
        asked=question(states[0]),
        turn=s.turn,
        options=_options(states),
        map=MAP,
        ship=PLACE_NAMES[s.ship],
        plague=places_of(s.plague),
        reserve=s.reserve,
        deck=s.deck_n,
        discard=counts(states["discard"][0].tolist()),
        unseen=_unseen(states, -1),
        fresh=None,
        piles={name: piles[colour] for colour, name in enumerate(COLOURS)},
        remembered=[],
        pandora_used=bool(s.pandora_used),
        objective_changed=bool(s.objective_changed),
        seats=[_shown(each, states, who) for who, each in enumerate(seats)] if over else seats,
        proposal=_proposal(states),
        step=Step(
            paying_for=PURPOSES[s.pays_for],
            owed=s.owed,
            owed_temples=s.owed_temples,
            due=s.due,
            place=named(PLACE_NAMES, s.target),
            slot=s.slot + 1 if s.slot >= 0 else None,
            colour=named(COLOURS, s.colour),
            faction=named(FACTION_NAMES, s.backing),
        ),
        ended=ENDINGS[s.ended] if over else None,
    )


@cached_by_fields(STATE, "temple_cost", "zeus_as_pandora", "faction_lock", "becalmed", "max_turns")
def _options(states: States) -> Options:
    s = _numbers(states)
    return Options(
        temple_cost=TEMPLE_COST[s.temple_cost],
        zeus_as_pandora=bool(s.zeus_as_pandora),
        faction_lock=bool(s.faction_lock),
        becalmed=BECALMED[s.becalmed],
        max_turns=s.max_turns,
    )


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


def _seats(states: States, s: Any) -> list[Seat]:
    """The players as everyone sees them: neither hands nor objectives that are not revealed."""
    objective, revealed, hand_n, temples, faction = (
        states[name][0].tolist() for name in ("objective", "revealed", "hand_n", "temples", "faction")
    )
    scores = engine.scores(states)
    return [
        Seat(
            hand=None,
            hand_size=hand_n[who],
            temples=temples[who],
            objectives=[
                Objective(
                    slot=slot + 1,
                    colour=COLOURS[PLACES[place].colour or 0],
                    place=PLACE_NAMES[place] if revealed[who] >> slot & 1 else None,
                    revealed=revealed[who] >> slot & 1 == 1,
                )
                for slot, place in enumerate(objective[who])
            ],
            score=scores[who],
            still_in=s.still_in >> who & 1 == 1,
            may_place_disc=s.right >> who & 1 == 1,
            faction=named(FACTION_NAMES, faction[who]),
        )
        for who in range(s.players)
    ]


def _shown(player: Seat, states: States, who: int) -> Seat:
    """A player with his hand and his objectives: for himself, or for all after the end."""
    places = states["objective"][0, who].tolist()
    return replace(
        player,
        hand=counts(states["hand"][0, who].tolist()),
        objectives=[
            replace(card, place=PLACE_NAMES[place])
            for card, place in zip(player.objectives, places, strict=True)
        ],
    )


def _proposal(states: States) -> Proposal | None:
    """The discs, the cards beside them, who leads and what each faction would cost."""
    s = states[0]
    if s["disc"][0] == NOWHERE:
        return None
    sides = Sides(blue=_side(states, BLUE), red=_side(states, RED), black=_side(states, BLACK))
    return Proposal(factions=sides, leader=FACTION_NAMES[int(leader_at(as_argument(states)))])


def _side(states: States, faction: int) -> Side:
    s = states[0]
    zeus, cards = int(s["zeus_for"][faction]), int(s["cards_for"][faction])
    return Side(
        place=named(PLACE_NAMES, int(s["disc"][faction])),
        cards=cards,
        challenge=cards - zeus,
        zeus=zeus,
        least=int(least_at(as_argument(states), faction)),
    )


@cached_by_fields(
    STATE, "players", "objective", "objective_known", "revealed", "pile", "pile_n", "pile_known"
)
def _remembered(states: States, seat: int) -> list[Remembered]:
    """Hidden objective cards whose place this seat can follow, because it once held them."""
    found: list[Remembered] = []
    known, revealed = states["objective_known"][0].tolist(), states["revealed"][0].tolist()
    for who in range(int(states[0]["players"])):
        for slot in range(OBJECTIVES):
            hidden = who != seat and not revealed[who] >> slot & 1
            if hidden and known[who][slot] >> seat & 1:
                place = PLACE_NAMES[states["objective"][0, who, slot]]
                found.append(Remembered(place=place, holder=who, slot=slot + 1))
    piles, pile_known = states["pile_n"][0].tolist(), states["pile_known"][0].tolist()
    for colour, name in enumerate(COLOURS):
        for depth in range(piles[colour]):
            if pile_known[colour][depth] >> seat & 1:
                place = PLACE_NAMES[states["pile"][0, colour, depth]]
                found.append(Remembered(place=place, pile=name, depth=depth + 1))
    return found


def _unseen(states: States, viewer: int) -> Cards:
    """The cards in the deck and in hands this seat cannot see; -1 is a spectator."""
    out = np.zeros(TYPES, np.int64)
    all_unseen_at(as_argument(states), viewer, as_argument(out))
    return counts(out.tolist())
