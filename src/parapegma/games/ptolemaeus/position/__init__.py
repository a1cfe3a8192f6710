"""Ptolemaeus: a whole position as readable data, both ways.

A position set up by hand may name only some parts; the others stay as they were dealt. Cards that it
claims elsewhere are replaced. A deck that is named is exactly that, from the top, and the cards left
over are ``away``, out of play; ``top``, ``bonus_top`` and ``event_top`` only say what lies on top of a
deck. The Comet is put where the setup would put it unless it is named; reserves are what is left of
the ten tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.ptolemaeus.actions import configuration_name, describe
from parapegma.games.ptolemaeus.components import (
    COMET,
    CONFIGURATION_SIGNS,
    FACES,
    LAPS,
    MOST_PLAYERS,
    N_PLANETS,
    N_SIGNS,
    PLANETS,
    SIGNS,
    TOKENS,
    WIN_AT,
)
from parapegma.games.ptolemaeus.events import rank_of
from parapegma.games.ptolemaeus.position.cards import CARD_PARTS, build_cards, read_cards
from parapegma.games.ptolemaeus.rules import scoring, turn
from parapegma.games.ptolemaeus.rules.invariants import choices
from parapegma.games.ptolemaeus.state import (
    AFTER,
    BEFORE,
    DOING,
    ENDED_COMET,
    ENDED_TWELVE,
    ENDINGS,
    NOT_ENDED,
    NOTHING,
    OVER,
    PHASES,
    WIN_OFF,
)
from parapegma.games.ptolemaeus.view import cards_of, names_of, result_against_umbra, view
from parapegma.games.ptolemaeus.view.length import comet_place

_NUMBERS = {
    "choices": (0, (1 << 1 + len(FACES)) - 1),
    "units": (0, 50),
    "each": (0, 50),
    "victim": (-1, MOST_PLAYERS - 1),
    "announced": (-1, turn.PAY_FACE - 1),
    "sign_n": (0, 3),
    "paid_n": (0, 3),
    "unplaced": (0, 7),
    "placing": (-1, N_SIGNS - 1),
    "group_n": (0, 3),
    "group_last": (-1, N_SIGNS - 1),
    "taking": (-1, len(FACES)),
    "arriving": (-1, N_SIGNS - 1),
    "moved_to": (-1, N_SIGNS - 1),
    "study_sign": (-1, N_SIGNS - 1),
    "study_planet": (-1, N_PLANETS - 1),
}
"""What is under way, as the record keeps it (state.py says what each number means): the least and the most.

The least stands for nothing of the kind.
"""
PARTS = (
    "planets", "comet", "asteroids_at", "tokens", "reserve", "studied", "asteroids", *CARD_PARTS,
    "first", "lap", "turn_of", "to_move", "phase", "acted", "extra_turns", "umbra_idle", "ended", "winner",
    "under_way", "knowledge",
)  # fmt: skip


def read(states: States) -> dict[str, Any]:
    """The whole position, hidden parts included."""
    s = states[0]
    sides = range(int(s["sides"]))
    return {
        "planets": {planet: SIGNS[s["place"][i]] for i, planet in enumerate(PLANETS)},
        "comet": {
            "at": SIGNS[s["place"][COMET]],
            "start": SIGNS[s["comet_start"]],
            "steps": int(s["comet_steps"]),
        },
        "asteroids_at": names_of(int(s["asteroid_at"]), SIGNS),
        "tokens": {
            seat: {SIGNS[sign]: int(n) for sign, n in enumerate(s["tokens"][seat]) if n} for seat in sides
        },
        "reserve": {seat: int(s["reserve"][seat]) for seat in sides},
        "studied": {seat: names_of(int(s["studied"][seat]), PLANETS) for seat in sides},
        "asteroids": {seat: int(s["asteroids"][seat]) for seat in sides},
        **read_cards(states),
        "first": int(s["first"]),
        "lap": int(s["lap"]),
        "turn_of": int(s["turn_of"]),
        "to_move": int(s["to_move"]),
        "phase": PHASES[s["phase"]],
        "acted": bool(s["acted"]),
        "extra_turns": int(s["extra_turns"]),
        "umbra_idle": int(s["umbra_idle"]),
        "ended": ENDINGS[s["ended"]] or None,
        "winner": int(s["winner"]) if s["winner"] >= 0 else None,
        "under_way": {
            "doing": DOING[s["doing"]],
            **{name: int(s[name]) for name in _NUMBERS},
            "signs": [int(sign) for sign in s["signs"]],
            "picked": cards_of(int(s["picked"])),
        },
        "knowledge": _read_knowledge(states),
    }


def _read_knowledge(states: States) -> dict[int, dict[int | str, Any]]:
    s = states[0]
    seats = range(int(s["players"]))
    return {
        knower: {
            holder: {
                "known": cards_of(int(s["known"][knower, holder])),
                "maybe": cards_of(int(s["maybe"][knower, holder])),
                "slack": int(s["slack"][knower, holder]),
                "robbers": [seat for seat in seats if int(s["robbers"][knower, holder]) >> seat & 1],
            }
            for holder in seats
            if holder != knower
        }
        | {"others": cards_of(int(s["others"][knower]))}
        for knower in seats
    }


def facts(states: States) -> dict[str, Any]:
    """What a scenario may check besides the position itself."""
    s = states[0]
    players, sides = int(s["players"]), int(s["sides"])
    over = bool(s["phase"] == OVER)
    coming = msgspec.to_builtins(view(states, None).coming)
    return {
        "configurations": [configuration_name(int(c)) for c in s["configurations"][: s["configuration_n"]]],
        "hand_sizes": {seat: int(s["hand_n"][seat]) for seat in range(players)},
        "bonus_sizes": {seat: int(s["bonus_n"][seat]) for seat in range(sides)},
        "display_size": sum(1 for face in s["display"] if face >= 0),
        "deck_size": int(s["deck_n"]),
        "discards_size": len(cards_of(int(s["discards"]))),
        "event_deck_size": int(s["event_deck_n"]),
        "bonus_deck_size": int(s["bonus_deck_n"]),
        "legal": [] if over else [describe(states, number).notation for number in engine.legal(states)],
        "public_points": {
            seat: int(scoring.public_points_at(as_argument(states), seat)) for seat in range(sides)
        },
        "planets_studied": {seat: int(s["studied"][seat]).bit_count() for seat in range(sides)},
        "on_sign": {
            seat: {sign: int(s["tokens"][seat][i]) for i, sign in enumerate(SIGNS)} for seat in range(sides)
        },
        "tokens_on_signs": {seat: int(s["tokens"][seat].sum()) for seat in range(sides)},
        "coming": coming,
        "umbra_points": int(scoring.points_at(as_argument(states), 1)) if players == 1 else None,
        "result": result_against_umbra(states) if players == 1 else None,
        "rank": rank_of(int(scoring.points_at(as_argument(states), 0))) if players == 1 else None,
    }


def build(states: States, data: Mapping[str, Any]) -> None:
    """Change a dealt position into the one that is described."""
    position_parser.only(data, PARTS)
    s = states[0]
    s["event_n"] = 0
    _build_sky(states, data)
    _build_tokens(states, data)
    turn.look_at(as_argument(states))
    build_cards(states, data)
    _build_turn(states, data)
    _build_under_way(states, data.get("under_way", {}))
    _build_knowledge(states, data)
    _check_choice(states)
    _check_ending(states)


def _build_sky(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    moved = data.get("planets", {})
    if not isinstance(moved, Mapping):
        raise PositionError(f"planets must be given by name, such as {{sol: leo}}, not {moved!r}")
    for planet, sign in moved.items():
        body = position_parser.name(planet, "planets", PLANETS)
        s["place"][body] = position_parser.name(sign, f"planets: {planet}", SIGNS)
    signs = tuple(int(sign) for sign in s["place"][:N_PLANETS])
    comet = data.get("comet", {})
    if isinstance(comet, str):
        comet = {"at": comet}
    if not isinstance(comet, Mapping):
        raise PositionError(f"comet must be a sign or {{at, start, steps}}, not {comet!r}")
    position_parser.only(comet, ("at", "start", "steps"))
    if comet or "planets" in data:
        at = position_parser.name(comet["at"], "comet", SIGNS) if "at" in comet else comet_place(signs)
        steps = position_parser.whole(comet.get("steps", 0), "steps of the comet", 0, 2 * N_SIGNS)
        start = (at - steps) % N_SIGNS
        if "start" in comet:
            start = position_parser.name(comet["start"], "start of the comet", SIGNS)
            if "steps" not in comet:
                steps = (at - start) % N_SIGNS
        s["place"][COMET], s["comet_start"], s["comet_steps"] = at, start, steps
    if "asteroids_at" in data:
        s["asteroid_at"] = position_parser.bits(data["asteroids_at"], "asteroids_at", SIGNS)


def _build_tokens(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    sides = int(s["sides"])

    def on_signs(value: Any, where: str) -> dict[int, int]:
        if not isinstance(value, Mapping):
            raise PositionError(f"{where} must be given by sign, such as {{leo: 2}}, not {value!r}")
        return {
            position_parser.name(sign, where, SIGNS): position_parser.whole(n, f"{where} on {sign}", 0, 3)
            for sign, n in value.items()
        }

    for seat, studied in position_parser.by_seat(
        data.get("studied", {}), "studied", sides, lambda v, w: position_parser.bits(v, w, PLANETS)
    ).items():
        s["studied"][seat] = studied
    for seat, tokens in position_parser.by_seat(data.get("tokens", {}), "tokens", sides, on_signs).items():
        s["tokens"][seat] = 0
        for sign, n in tokens.items():
            s["tokens"][seat, sign] = n
    for seat in range(sides):
        row = s["tokens"][seat]
        used = int(row.sum()) + int(s["studied"][seat]).bit_count()
        if used > TOKENS:
            raise PositionError(f"tokens: seat {seat} has {used}, but there are only {TOKENS}")
        s["reserve"][seat] = TOKENS - used
        s["held"][seat] = sum(1 << sign for sign in range(N_SIGNS) if row[sign] >= 1)
        s["full"][seat] = sum(1 << sign for sign in range(N_SIGNS) if row[sign] >= 2)
    reserves = position_parser.by_seat(
        data.get("reserve", {}), "reserve", sides, lambda v, w: position_parser.whole(v, w, 0, TOKENS)
    )
    for seat, n in reserves.items():
        if n != s["reserve"][seat]:
            raise PositionError(
                f"reserve: by its signs and studies seat {seat} has {s['reserve'][seat]} left, not {n}"
            )
    for seat, n in position_parser.by_seat(
        data.get("asteroids", {}), "asteroids", sides, lambda v, w: position_parser.whole(v, w, 0, N_SIGNS)
    ).items():
        s["asteroids"][seat] = n
    if "asteroids" in data and "asteroids_at" not in data:
        _take_asteroids(states)


def _take_asteroids(states: States) -> None:
    """Asteroids that seats hold are missing from the board, from Pisces backwards."""
    s = states[0]
    for sign in reversed(range(N_SIGNS)):
        if int(s["asteroid_at"]).bit_count() + int(s["asteroids"].sum()) > N_SIGNS:
            s["asteroid_at"] = int(s["asteroid_at"]) & ~(1 << sign)


def _build_turn(states: States, data: Mapping[str, Any]) -> None:
    s = states[0]
    players, sides = int(s["players"]), int(s["sides"])
    # In a position somebody decides, or the game is over: RUNNING is none.
    phase = 1 + position_parser.name(data.get("phase", "before"), "phase", PHASES[1:])
    first = position_parser.whole(
        data.get("first", data.get("to_move", int(s["first"]))), "first", 0, sides - 1
    )
    to_move = position_parser.whole(data.get("to_move", first), "to_move", 0, sides - 1)
    s["first"], s["to_move"] = first, to_move
    s["turn_of"] = position_parser.whole(data.get("turn_of", to_move), "turn_of", 0, sides - 1)
    if phase != OVER and to_move >= players:
        raise PositionError("to_move: Umbra decides nothing; name the seat of a player")
    s["lap"] = position_parser.whole(data.get("lap", 1), "lap", 1, LAPS)
    s["phase"] = phase
    s["acted"] = position_parser.truth(data, "acted", phase == AFTER)
    if (phase == BEFORE and s["acted"]) or (phase == AFTER and not s["acted"]):
        raise PositionError(f"acted must be {str(phase == AFTER).lower()} in the phase {PHASES[phase]}")
    s["extra_turns"] = position_parser.whole(data.get("extra_turns", 0), "extra_turns", 0, 50)
    s["umbra_idle"] = position_parser.whole(data.get("umbra_idle", 0), "umbra_idle", 0, 50)
    s["ended"] = position_parser.ending(data, phase == OVER, ENDINGS)
    winner = data.get("winner")
    s["winner"] = position_parser.whole(winner, "winner", 0, sides - 1) if winner is not None else -1
    if phase == OVER and s["ended"] == NOT_ENDED:
        raise PositionError(f"ended must be given when the phase is over: {' or '.join(ENDINGS[1:])}")
    if (s["ended"] == ENDED_TWELVE) != (winner is not None):
        raise PositionError(
            f"winner must be given when the game ended by {ENDINGS[ENDED_TWELVE]}, and only then"
        )


def _build_under_way(states: States, data: Any) -> None:
    s = states[0]
    if not isinstance(data, Mapping):
        raise PositionError(f"under_way must be a table, not {data!r}")
    position_parser.only(data, ("doing", *_NUMBERS, "signs", "picked"))
    s["doing"] = position_parser.name(data.get("doing", DOING[NOTHING]), "doing", DOING)
    for name, (least, most) in _NUMBERS.items():
        s[name] = position_parser.whole(data.get(name, least), f"under_way: {name}", least, most)
    signs = data.get("signs", [-1, -1, -1])
    if not isinstance(signs, list) or len(signs) != 3:
        raise PositionError(f"signs must be three numbers, not {signs!r}")
    s["signs"] = [position_parser.whole(sign, "signs", -1, N_SIGNS - 1) for sign in signs]
    s["picked"] = _pack(data.get("picked", []), "picked")
    _check_announced(states)


def _check_announced(states: States) -> None:
    """The signs of an observation under way are those of the action that began it (PT-6, PT-7)."""
    s = states[0]
    announced = int(s["announced"])
    if announced < 0:
        signs: tuple[int, ...] = ()
    elif announced < turn.OBSERVE:
        raise PositionError(
            f"under_way: announced must be the number of an observation, from {turn.OBSERVE} to"
            f" {turn.PAY_FACE - 1}, or -1, not {announced}"
        )
    elif announced < turn.CONFIGURE:
        signs = (announced - turn.OBSERVE,)
    else:
        signs = CONFIGURATION_SIGNS[announced - turn.CONFIGURE]
    right = [*signs, -1, -1, -1][:3]
    if list(s["signs"]) != right or s["sign_n"] != len(signs):
        what = describe(states, announced).notation if signs else "nothing announced"
        raise PositionError(
            f"under_way: signs must be {right} and sign_n {len(signs)} for {what}, not"
            f" {[int(sign) for sign in s['signs']]} and {int(s['sign_n'])} (PT-6, PT-7)"
        )


def _pack(value: Any, where: str) -> int:
    if not isinstance(value, list):
        raise PositionError(f"{where} must be a list of cards, not {value!r}")
    return sum(1 << 4 * position_parser.name(card, where, FACES) for card in value)


def _build_knowledge(states: States, data: Mapping[str, Any]) -> None:
    """What seats know of hands; of hands that are set up by hand nothing is known unless it is said.

    What the ``others`` of a seat hold among them is what it knows to be there, unless it is said.
    """
    s = states[0]
    players = int(s["players"])
    for field in ("known", "maybe", "slack", "robbers", "others"):
        s[field] = 0

    def of_holder(value: Any, where: str) -> tuple[int, int, int, int]:
        if not isinstance(value, Mapping):
            raise PositionError(f"{where} must be a table of known, maybe, slack and robbers, not {value!r}")
        position_parser.only(value, ("known", "maybe", "slack", "robbers"))
        robbers = [position_parser.whole(seat, where, 0, players - 1) for seat in value.get("robbers", [])]
        return (
            _pack(value.get("known", []), where),
            _pack(value.get("maybe", []), where),
            position_parser.whole(value.get("slack", 0), where, 0, 65),
            sum(1 << seat for seat in robbers),
        )

    def of_knower(value: Any, where: str) -> tuple[dict[int, tuple[int, int, int, int]], int]:
        if not isinstance(value, Mapping):
            raise PositionError(f"{where} must be a table by seat, not {value!r}")
        by_holder = {holder: seen for holder, seen in value.items() if holder != "others"}
        holders = position_parser.by_seat(by_holder, where, players, of_holder)
        known = sum(seen[0] for seen in holders.values())
        return holders, _pack(value["others"], where) if "others" in value else known

    found = position_parser.by_seat(data.get("knowledge", {}), "knowledge", players, of_knower)
    for knower, (holders, others) in found.items():
        s["others"][knower] = others
        for holder, (known, maybe, slack, robbers) in holders.items():
            s["known"][knower, holder] = known
            s["maybe"][knower, holder] = maybe
            s["slack"][knower, holder] = slack
            s["robbers"][knower, holder] = robbers


def _check_choice(states: States) -> None:
    s = states[0]
    phase = PHASES[s["phase"]]
    if s["phase"] in (BEFORE, AFTER, OVER):
        return
    if not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {phase}")
    right = int(choices.right_choices_at(as_argument(states)))
    if right < 0:
        raise PositionError(
            f"phase {phase}: nothing is under way that asks for it; under_way must say what is"
        )
    if right != s["choices"]:
        raise PositionError(
            f"under_way: choices must be {right} in the phase {phase}, as the rules offer them,"
            f" not {int(s['choices'])}"
        )


def _check_ending(states: States) -> None:
    """A game ends with an immediate win or the Comet's round trip (PT-15.1, PT-15.4)."""
    s = states[0]
    how = ENDINGS[s["ended"]]
    if s["ended"] == ENDED_COMET and s["comet_steps"] < N_SIGNS:
        raise PositionError(
            f"ended: {how} needs {N_SIGNS} or more steps of the comet, not {int(s['comet_steps'])} (PT-15.4)"
        )
    if s["ended"] != ENDED_TWELVE:
        return
    winner = int(s["winner"])
    if s["immediate_win"] == WIN_OFF:
        raise PositionError(
            f"ended: {how} needs an immediate win, but the option immediate_win is off (PT-15.1)"
        )
    points = int(scoring.winning_points_at(as_argument(states), winner))
    if points < WIN_AT:
        raise PositionError(
            f"ended: {how} needs {WIN_AT} points for the immediate win, but seat {winner} has {points}"
            " (PT-15.1)"
        )
