"""Pacal's Rocket: where in a round and in a turn a position set up by hand is (PR-3, PR-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parapegma.core import engine, position_parser
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.errors import PositionError
from parapegma.games.pacal.actions import pattern_cells
from parapegma.games.pacal.components import (
    ALL_SACRED,
    CELL_NAMES,
    SACRED_STONES,
    STONES,
    THRESHOLD,
)
from parapegma.games.pacal.components.constellations import N_PATTERNS
from parapegma.games.pacal.position.pieces import cell_of, is_sacred, turns_before
from parapegma.games.pacal.rules import turn
from parapegma.games.pacal.rules.steps import building, moves
from parapegma.games.pacal.state import (
    BUILD,
    ENDED_POINTS,
    ENDED_PYRAMIDS,
    ENDED_ROUNDS,
    ENDINGS,
    HEIGHT,
    MOVE,
    NOT_ENDED,
    NOT_ROLLED,
    NOWHERE,
    OTHER,
    OVER,
    OWN,
    PATTERN,
    PHASES,
    RECOVER,
    SET_DOWN,
)
from parapegma.games.pacal.types import FinalPoints
from parapegma.games.pacal.view import final_points

TURN = "turn"
"""At the beginning of a turn: the ship is lifted now."""


def check_first_round(states: States, phase: str) -> None:
    """In round 1 nobody has built, and who has not had his turn has all he began with (PR-2, PR-5.4)."""
    s = states[0]
    mover = int(s["to_move"])
    if s["round"] != 1:
        return
    for seat in range(int(s["players"])):
        if s["pyramids"][seat].any():
            raise PositionError(
                f"pyramids of seat {seat}: in round 1 no stone can be built on yet, so there are none"
            )
        if s["score"][seat]:
            raise PositionError(f"points of seat {seat}: in round 1 nobody has built, so nobody has points")
        if seat == mover and s["stones"][seat].any():
            raise PositionError(f"stones of seat {seat}: in its turn of round 1 none of them is visible yet")
        lifted = seat == mover and phase in (TURN, PHASES[MOVE], PHASES[SET_DOWN])
        if not lifted and turns_before(states, seat) <= turns_before(states, mover):
            continue
        if s["supply"][seat] != STONES:
            raise PositionError(
                f"stones of seat {seat}: it has put none into play before its turn in round 1,"
                f" so its supply is {STONES}"
            )
        if s["sacred"][seat] != ALL_SACRED and phase != PHASES[SET_DOWN]:
            raise PositionError(
                f"sacred of seat {seat}: before its turn in round 1 it has all, {SACRED_STONES}"
            )
        if not is_sacred(int(s["ship"][seat])):
            raise PositionError(
                f"ships: before its turn in round 1 that of seat {seat} stands in the Sacred district,"
                f" not on {CELL_NAMES[int(s['ship'][seat])]}"
            )


def check_last_round(states: States) -> None:
    """The last round is on once somebody has reached the threshold in his turn (PR-8.3, PR-10.3)."""
    s = states[0]
    players, threshold = int(s["players"]), int(THRESHOLD[int(s["players"])])
    reached = [seat for seat in range(players) if s["score"][seat] >= threshold]
    for seat in reached:
        points = f"points of seat {seat}: {int(s['score'][seat])} reach the threshold of {threshold},"
        if players == 2 and not s["finish_round"]:
            raise PositionError(
                f"{points} which ends a game for two at once; the phase must be over (PR-10.3)"
            )
        if turns_before(states, seat) >= turns_before(states, int(s["to_move"])):
            raise PositionError(
                f"{points} but it has not had its turn in this round, so the game ended before it (PR-8.5)"
            )
        if not s["last_round"]:
            raise PositionError(f"{points} so last_round must be true (PR-8.3)")
    if s["last_round"] and not reached:
        raise PositionError(
            f"last_round must be false: nobody has reached the threshold of {threshold} points (PR-8.3)"
        )


def build_phase(states: States, data: Mapping[str, Any], phase: str) -> None:
    """Where in the turn the position is; at the beginning of a turn, begin it."""
    s = states[0]
    seat = int(s["to_move"])
    s["ended"] = NOT_ENDED
    ended = position_parser.ending(data, phase == PHASES[OVER], ENDINGS)
    s["target"] = s["build_cell"] = s["pattern"] = NOWHERE
    s["allowance"] = position_parser.whole(data.get("allowance", 0), "allowance", 0, 2)
    if phase == TURN:
        s["allowance"] = 0
        turn.begin_turn_at(as_argument(states), int(s["die"]) != NOT_ROLLED)
        return
    if s["die"] == NOT_ROLLED:
        raise PositionError(f"die must be named in the phase {phase}")
    s["phase"] = PHASES.index(phase)
    number = int(s["phase"])
    if number == OVER:
        s["ended"] = ended or ENDED_POINTS
        _check_ending(states)
        return
    if number == MOVE:
        moves.find_ends_at(as_argument(states), seat)
    elif number in (BUILD, PATTERN, HEIGHT):
        building.find_buildable_at(as_argument(states), seat)
    if number == RECOVER:
        target = data.get("target", seat)
        s["target"] = position_parser.whole(target, "target", 0, int(s["players"]) - 1)
    if number in (OWN, OTHER, RECOVER) and "allowance" not in data:
        s["allowance"] = 1 if number == OWN else 2
    if number in (PATTERN, HEIGHT):
        s["build_cell"] = cell_of(data.get("build_cell"), "build_cell")
    if number == HEIGHT:
        s["pattern"] = _constellation(states, data.get("constellation"))
    if not engine.legal(states):
        raise PositionError(f"there is nothing to choose in the phase {phase}")


def _check_ending(states: States) -> None:
    """Whether the game can have ended in that way, at that moment (PR-8, PR-10.3).

    The points of a game that is over are those after the final scoring (PR-8.6).
    """
    s = states[0]
    ended, players, mover = int(s["ended"]), int(s["players"]), int(s["to_move"])
    how, last = ENDINGS[ended], (int(s["start"]) - 1) % players
    threshold = int(THRESHOLD[players])
    if ended == ENDED_PYRAMIDS:
        left = int(s["stock"][mover].sum())
        if left != 1:
            raise PositionError(
                f"ended: {how} needs exactly one pyramid left in the stock of seat {mover}, who moved last,"
                f" not {left} (PR-8.1)"
            )
        return
    if mover != last and not (ended == ENDED_POINTS and players == 2 and not s["finish_round"]):
        raise PositionError(
            f"ended: {how} comes with the end of a round, so to_move must be {last}, not {mover} (PR-8.3)"
        )
    final = final_points(states)
    before = [
        int(s["score"][seat]) - sum(getattr(final[seat], name) for name in FinalPoints.__struct_fields__)
        for seat in range(players)
    ]
    reached = max(before) >= threshold
    if ended == ENDED_POINTS and not reached:
        raise PositionError(
            f"ended: {how} needs a seat that had {threshold} points before the final scoring;"
            f" without it they had {before} (PR-8.3)"
        )
    if ended == ENDED_ROUNDS and (reached or s["round"] != s["max_rounds"]):
        raise PositionError(
            f"ended: {how} needs round {int(s['max_rounds'])}, with nobody at {threshold} points before the"
            f" final scoring; it is round {int(s['round'])}, and they had {before}"
        )
    if bool(s["last_round"]) != reached:
        raise PositionError(
            f"last_round must be {str(reached).lower()}: {'somebody' if reached else 'nobody'} had reached"
            f" {threshold} points (PR-8.3)"
        )


def _constellation(states: States, value: Any) -> int:
    cell = int(states[0]["build_cell"])
    wanted = sorted(cell_of(text, "constellation") for text in str(value).split())
    for pattern in range(N_PATTERNS):
        if pattern_cells(cell, pattern) == wanted:
            return pattern
    raise PositionError(f"constellation: {value!r} is no pattern with {CELL_NAMES[cell]}")
