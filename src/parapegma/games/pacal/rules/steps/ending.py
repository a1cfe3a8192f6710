"""Pacal's Rocket: between turns, and the end of the game (PR-3, PR-8, PR-10)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.pacal.components import ROWS, THRESHOLD
from parapegma.games.pacal.rules.scoring import (
    all_district_points,
    lake_points,
    river_points,
    sacred_points,
)
from parapegma.games.pacal.rules.steps import BEGIN_TURN, NEW_ROUND, WAIT
from parapegma.games.pacal.state import (
    ENDED,
    ENDED_POINTS,
    ENDED_ROUNDS,
    FINAL_DISTRICTS,
    FINAL_LAKE,
    FINAL_RIVER,
    FINAL_SACRED,
    LAST_ROUND,
    NOT_ENDED,
    NOWHERE,
    OVER,
)


@rule
def end_turn(s):
    """Between turns: the ends that a turn can bring, then the next player or round.

    PR-3.3, PR-3.4, PR-8.1 to PR-8.5, PR-10.2 to PR-10.4, R-38
    """
    s.allowance = 0
    s.build_cell = NOWHERE
    s.pattern = NOWHERE
    for row in range(ROWS):
        s.buildable[row] = 0
        s.heights[row] = 0
    round_over = (s.to_move + 1) % s.players == s.start
    if s.ended == NOT_ENDED and not s.last_round and s.score[s.to_move] >= THRESHOLD[s.players]:
        s.last_round = 1
        emit(s, LAST_ROUND, s.to_move, THRESHOLD[s.players], 0)
    if s.ended == NOT_ENDED and s.last_round:
        if round_over or (s.players == 2 and not s.finish_round):
            s.ended = ENDED_POINTS
    if s.ended == NOT_ENDED and round_over and s.round >= s.max_rounds:
        s.ended = ENDED_ROUNDS
    if s.ended != NOT_ENDED:
        end_game(s)
        return WAIT
    if not round_over:
        s.to_move = (s.to_move + 1) % s.players
        return BEGIN_TURN
    if s.players > 2:
        s.start = (s.start + 1) % s.players
    s.to_move = s.start
    return NEW_ROUND


@rule
def end_game(s):
    """The final scoring (PR-8.6, PR-9.1, PR-9.10)."""
    s.phase = OVER
    emit(s, ENDED, s.to_move, s.ended, 0)
    for seat in range(s.players):
        river = river_points(s, seat)
        lake = lake_points(s, seat)
        districts = all_district_points(s, seat)
        sacred = sacred_points(s, seat)
        s.score[seat] += river + lake + districts + sacred
        emit(s, FINAL_RIVER, seat, river, 0)
        emit(s, FINAL_LAKE, seat, lake, 0)
        emit(s, FINAL_DISTRICTS, seat, districts, 0)
        emit(s, FINAL_SACRED, seat, sacred, 0)
