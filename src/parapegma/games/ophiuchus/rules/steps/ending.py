"""Ophiuchus: from one turn to the next, passing, and the end of the game (OP-3.3, OP-3.4, OP-8)."""

from parapegma.core.compiled.events import emit
from parapegma.core.compiled.jit import rule
from parapegma.games.ophiuchus.rules.knowledge import remember_pass
from parapegma.games.ophiuchus.rules.steps.sky import playable
from parapegma.games.ophiuchus.state import (
    ENDED,
    ENDED_CARDS,
    ENDED_HANDS_EMPTY,
    ENDED_RESERVE,
    ENDED_ROUND,
    ENDED_STUCK,
    FINISH_ROUND,
    OVER,
    PASSED,
    RESERVE_EMPTY,
    TAKE,
)


@rule
def end_turn(s):
    """Between turns: the ends that a turn can bring, then the next player (OP-8.1, OP-8.3, OP-8.9)."""
    s.bonus_due = 0
    if s.end_when_all_cards_taken and s.firmament == 0:
        end_game(s, ENDED_CARDS)
    elif s.end_mode == RESERVE_EMPTY and s.reserve == 0:
        end_game(s, ENDED_RESERVE)
    elif round_finished(s):
        end_game(s, ENDED_ROUND)
    else:
        begin_turn(s, (s.to_move + 1) % s.players)


@rule
def round_finished(s):
    """Whether the last turn of the last round has just ended (OP-8.8)."""
    return s.end_mode == FINISH_ROUND and s.reserve == 0 and (s.to_move + 1) % s.players == s.start


@rule
def begin_turn(s, seat):
    """The next turn: from ``seat`` on, whoever cannot lay a tile passes; if all pass, it is over.

    OP-3.1, OP-3.3, OP-3.4, OP-8.2, OP-8.4, OP-8.7, OP-9.2
    """
    s.to_move = seat
    hands = 0
    for _ in range(s.players):
        seat = s.to_move
        hands |= s.hand[seat]
        s.playable = playable(s, s.hand[seat])
        if s.playable != 0:
            s.phase = TAKE
            return
        emit(s, PASSED, seat, 0, 0)
        remember_pass(s, seat)
        if round_finished(s):
            end_game(s, ENDED_ROUND)
            return
        s.to_move = (seat + 1) % s.players
    end_game(s, ENDED_STUCK if hands != 0 else ENDED_HANDS_EMPTY)


@rule
def end_game(s, how):
    """Nobody moves any more."""
    s.phase = OVER
    s.ended = how
    s.playable = 0
    emit(s, ENDED, 0, how, 0)
