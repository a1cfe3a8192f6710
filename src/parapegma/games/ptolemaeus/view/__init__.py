"""Ptolemaeus: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument, copy_of
from parapegma.core.view_tools import cached_by_fields, cached_by_position, numbers_of
from parapegma.games.ptolemaeus.actions import configuration_name, describe
from parapegma.games.ptolemaeus.components import (
    BODIES,
    BONUS_KINDS,
    COLOURS,
    COMET,
    EVENT_NAMES,
    EVENT_PLANETS,
    FACES,
    IMPROVED_BY,
    LAPS,
    N_COLOURS,
    N_EVENTS,
    N_PLANETS,
    OBJECTIVE_NAMES,
    OBJECTIVES,
    PLANETS,
    SIGNS,
)
from parapegma.games.ptolemaeus.events import outcome, rank_of
from parapegma.games.ptolemaeus.options import IMMEDIATE_WIN, IUPITER, JOKER_IN_WIPE, LEVELS, TIE
from parapegma.games.ptolemaeus.rules import scoring
from parapegma.games.ptolemaeus.rules.steps import sky
from parapegma.games.ptolemaeus.state import (
    BEFORE,
    ENDINGS,
    LUNA_OWNER,
    MERCURIUS_TO,
    NOT_ENDED,
    OVER,
    PAY,
    PHASES,
    RESULTS,
    STATE,
)
from parapegma.games.ptolemaeus.types import (
    Comet,
    Coming,
    Options,
    RoundsLeft,
    Seat,
    SignColour,
    TieBreak,
    UnderWay,
    View,
)
from parapegma.games.ptolemaeus.view.length import expected_rounds, rounds_left

ASKED = (
    "",
    "Your turn: draw, observe, or use a bonus card.",
    "Draw a second card.",
    "Choose a card to pay with.",
    "Choose the sign on which a token is placed first.",
    "Your reserve is empty: choose the sign from which a token moves.",
    "Choose the planet you study.",
    "Your action is done: end the turn, or use what you have.",
    "Choose a sign from which a token returns for the study.",
    "Choose a sign.",
    "Choose whose token.",
    "Choose the sign from which a token moves.",
    "Choose the sign to which the token moves.",
    "Choose a sign for the token.",
    "Draw a card.",
    "Choose an opponent.",
    "Choose the card you take.",
    "Choose a card to give.",
    "Choose a card to discard.",
    "Eclipsis: choose a card to discard.",
    "",
)
"""What the seat to move is asked, by phase."""


LASTING = frozenset({"game", "seat", "players", "laps", "options", "signs", "improved_by", "objectives"})
"""Parts of a view that stay the same throughout a match, for the same viewer."""
_numbers = numbers_of(STATE)


def cards_of(pack: int, names: tuple[str, ...] = FACES) -> list[str]:
    """The cards of a handful, in the order of their faces or kinds."""
    return [name for i, name in enumerate(names) for _ in range(pack >> 4 * i & 15)] if pack else []


def names_of(bits: int, names: tuple[str, ...]) -> list[str]:
    """The names of a set."""
    return [name for i, name in enumerate(names) if bits >> i & 1] if bits else []


_cards = lru_cache(maxsize=4096)(cards_of)
_names = lru_cache(maxsize=4096)(names_of)
# What never changes is made once; nobody may write into it.
_SIGNS = [SignColour(sign=sign, colour=COLOURS[i % N_COLOURS]) for i, sign in enumerate(SIGNS)]
_IMPROVED_BY = {BONUS_KINDS[i]: PLANETS[k] for i, k in enumerate(IMPROVED_BY) if k >= 0}
_OBJECTIVES = {name: names_of(planets, PLANETS) for name, planets in OBJECTIVES.items()}


def result_against_umbra(states: States) -> str:
    """Won, lost or draw, as it stands (PT-16.10)."""
    ahead = int(scoring.against_umbra(as_argument(states)))
    return RESULTS[1 if ahead > 0 else -1 if ahead < 0 else 0]


def view(states: States, seat: int | None) -> View:
    """All that ``seat`` may see; ``None`` is a spectator."""
    seen = _table(states)
    if seat is None:
        return seen
    s = _numbers(states)
    if s.phase == OVER:
        return replace(seen, seat=seat)
    known = states["known"][0, seat].tolist()
    seats = [
        _seat(states, i, True)
        if i == seat
        else shown
        if shown.umbra
        else replace(shown, known=_cards(known[i]))
        for i, shown in enumerate(seen.seats)
    ]
    if seat != s.to_move:
        return replace(seen, seat=seat, seats=seats)
    return replace(
        seen,
        seat=seat,
        seats=seats,
        phase=PHASES[s.phase],
        asked=ASKED[s.phase],
        under_way=_under_way(states, s, own=True),
    )


@cached_by_position(STATE)
def _table(states: States) -> View:
    """What a spectator may see."""
    s = _numbers(states)
    players = s.players
    over = s.phase == OVER
    result = result_against_umbra(states) if over and players == 1 else None
    rank = rank_of(int(scoring.points_at(as_argument(states), 0))) if over and players == 1 else None
    # What another is about to observe shows only when it is paid.
    phase = BEFORE if s.phase == PAY else s.phase
    asked = PHASES[phase]
    assert asked != "running", "nobody sees the rules at work"
    place, display = (states[name][0].tolist() for name in ("place", "display"))
    return View(
        seat=None,
        players=players,
        to_move=None if over else s.to_move,
        turn_of=None if over else s.turn_of,
        first=s.first,
        lap=s.lap,
        laps=LAPS,
        phase=asked,
        asked=ASKED[phase],
        acted=bool(s.acted),
        extra_turns=s.extra_turns,
        options=_options(states),
        signs=_SIGNS,
        bodies={body: SIGNS[place[i]] for i, body in enumerate(BODIES)},
        comet=Comet(start=SIGNS[s.comet_start], steps=s.comet_steps),
        configurations=_configurations(states),
        coming=_coming(states),
        event_card=EVENT_NAMES[s.event_card] if s.event_card >= 0 else None,
        event_deck=s.event_deck_n,
        events_used=_names(s.event_used, EVENT_NAMES),
        asteroids_at=_names(s.asteroid_at, SIGNS),
        display=[FACES[face] if face >= 0 else None for face in display],
        deck=s.deck_n,
        discards=_cards(s.discards),
        away=_cards(s.away),
        bonus_deck=s.bonus_deck_n,
        bonus_discards=_cards(s.bonus_discards, BONUS_KINDS),
        improved_by=_IMPROVED_BY,
        objectives=_OBJECTIVES,
        seats=[_seat(states, i, over or i >= players) for i in range(s.sides)],
        under_way=None if over else _under_way(states, s, own=False),
        umbra_idle=s.umbra_idle,
        ended=ENDINGS[s.ended] if over else None,
        winner=s.winner if s.winner >= 0 else None,
        tie_broken_by=_tie_broken_by(states, s) if over else None,
        result=result,
        rank=rank,
        outcome=outcome(result, rank) if result and rank else None,
    )


@cached_by_fields(STATE, "configurations", "configuration_n")
def _configurations(states: States) -> list[str]:
    numbers = states["configurations"][0].tolist()[: int(states[0]["configuration_n"])]
    return [configuration_name(number) for number in numbers]


@cached_by_fields(
    STATE, "immediate_win", "iupiter_chooses", "joker_is_wild", "study_before", "last_wins_tie", "solo_level"
)
def _options(states: States) -> Options:
    s = _numbers(states)
    return Options(
        immediate_win=IMMEDIATE_WIN[s.immediate_win],
        iupiter=IUPITER[s.iupiter_chooses],
        joker_in_wipe=JOKER_IN_WIPE[s.joker_is_wild],
        optional_study_before_action=bool(s.study_before),
        tie=TIE[s.last_wins_tie],
        solo_level=LEVELS[s.solo_level],
    )


def _seat(states: States, i: int, shown: bool) -> Seat:
    """One seat: its cards and points only for itself, or for all after the end (section 6)."""
    s = states[0]
    points = scoring.points_at if shown else scoring.public_points_at
    objective = int(s["objective"][i])
    return Seat(
        umbra=i >= int(s["players"]),
        tokens={SIGNS[sign]: n for sign, n in enumerate(s["tokens"][i].tolist()) if n},
        reserve=int(s["reserve"][i]),
        studied=_names(int(s["studied"][i]), PLANETS),
        asteroids=int(s["asteroids"][i]),
        hand=_cards(int(s["hand"][i])) if shown else None,
        hand_size=int(s["hand_n"][i]),
        known=None,
        bonus=_cards(int(s["bonus"][i]), BONUS_KINDS) if shown else None,
        bonus_size=int(s["bonus_n"][i]),
        objective=OBJECTIVE_NAMES[objective] if shown and objective >= 0 else None,
        points=int(points(as_argument(states), i)),
        all_points_shown=shown,
    )


def _tie_broken_by(states: States, s: Any) -> TieBreak | None:
    """What put the first of several with the same points before the others, if that is how it was decided."""
    ranks = engine.ranks(states)[: s.players]
    if s.winner >= 0 or ranks.count(1) != 1:
        return None
    first = ranks.index(1)
    points = engine.scores(states)
    level = [seat for seat in range(s.players) if seat != first and points[seat] == points[first]]
    if not level:
        return None
    facts: dict[TieBreak, list[int]] = {
        "planets": [studied.bit_count() for studied in states["studied"][0].tolist()],
        "tokens": [sum(on_signs) for on_signs in states["tokens"][0].tolist()],
    }
    second = min(level, key=lambda seat: ranks[seat])
    by_facts = (name for name, found in facts.items() if found[first] != found[second])
    return next(by_facts, "turn order")


@cached_by_fields(STATE, "place", "comet_start", "comet_steps", "event_card", "event_used", "ended")
def _coming(states: States) -> Coming:
    """What the end of the round will bring, and how long the game may last: all of it public."""
    s, place = _numbers(states), states["place"][0].tolist()
    card = s.event_card
    moving = int(EVENT_PLANETS[card]) if card >= 0 else 0
    ahead = copy_of(states)
    sky.move_bodies_at(as_argument(ahead))
    after = ahead["place"][0].tolist()
    unseen = tuple(i for i in range(N_EVENTS) if i != card and not s.event_used >> i & 1)
    left = None
    if s.ended == NOT_ENDED:
        signs, comet = tuple(place[:N_PLANETS]), place[COMET]
        rounds = rounds_left(signs, comet, s.comet_steps, card if moving else -1, unseen)
        left = RoundsLeft(mean=round(rounds.mean, 2), least=rounds.least, most=rounds.most)
    whole = None
    # In the first round the planets stand where they started.
    if s.comet_steps == 0 and not s.event_used:
        rounds = expected_rounds(tuple(place[:N_PLANETS]))
        whole = RoundsLeft(mean=round(rounds.mean, 2), least=rounds.least, most=rounds.most)
    return Coming(
        planets=_names(moving, PLANETS),
        comet=SIGNS[after[COMET]],
        bodies={body: SIGNS[after[i]] for i, body in enumerate(BODIES) if after[i] != place[i]},
        rounds_left=left,
        whole_game=whole,
    )


_HIDDEN = UnderWay(
    observing=None,
    signs=[],
    paying=None,
    picked=[],
    units=0,
    source=None,
    placing=None,
    study=None,
    study_planet=None,
)
"""What others see while somebody makes a payment."""


def _under_way(states: States, s: Any, own: bool) -> UnderWay:
    """The observation, study or effect that has begun; a payment is seen only by who makes it."""
    if s.phase == PAY and not own:
        return _HIDDEN
    signs = states["signs"][0].tolist()
    return UnderWay(
        observing=describe(states, s.announced).notation if s.announced >= 0 else None,
        signs=[SIGNS[sign] for sign in signs[: s.sign_n]],
        paying=SIGNS[signs[s.paid_n]] if s.phase == PAY else None,
        picked=_cards(s.picked) if own else [],
        units=s.units,
        source=SIGNS[s.placing] if s.phase in (LUNA_OWNER, MERCURIUS_TO) else None,
        placing=SIGNS[s.placing] if s.placing >= 0 else None,
        study=SIGNS[s.study_sign] if s.study_sign >= 0 else None,
        study_planet=PLANETS[s.study_planet] if s.study_planet >= 0 else None,
    )
