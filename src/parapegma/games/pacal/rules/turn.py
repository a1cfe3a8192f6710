"""Pacal's Rocket: the flow of a turn (PR-3): what may be chosen, and what follows.

Each step of a turn has a file: the ship in ``flight.py``, stones in ``stones.py``, pyramids and their
points in ``raising.py``; what comes between turns is in ``ending.py``. A step says which step comes
next; ``advance`` runs through them until a player is asked.
"""

from parapegma.core.compiled.bits import write_all
from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below
from parapegma.games.pacal.components import COLS, HEIGHTS, N_FACES, ROWS, SACRED_ROWS
from parapegma.games.pacal.rules.steps import (
    ASK_BUILD,
    ASK_HEIGHT,
    ASK_OTHER,
    ASK_OWN,
    ASK_PATTERN,
    BEGIN_TURN,
    CELL_ACTION,
    END_TURN,
    HEIGHT_ACTION,
    NEW_ROUND,
    OTHER_ACTION,
    OWN_ACTION,
    PASS_ACTION,
    PATTERN_ACTION,
    RAISE,
    SACRED_ACTION,
    WAIT,
)
from parapegma.games.pacal.rules.steps.building import find_patterns, may_have_height
from parapegma.games.pacal.rules.steps.ending import end_turn
from parapegma.games.pacal.rules.steps.flight import (
    begin_turn,
    discard,
    may_discard,
    move,
    sacred_to_choose,
    set_down,
)
from parapegma.games.pacal.rules.steps.moves import may_be_set_down
from parapegma.games.pacal.rules.steps.placing import place
from parapegma.games.pacal.rules.steps.raising import (
    ask_build,
    ask_height,
    ask_pattern,
    choose_pattern,
    raise_pyramid,
)
from parapegma.games.pacal.rules.steps.stones import (
    ask_other,
    ask_own,
    insert_other,
    insert_own,
    may_insert,
    recover,
)
from parapegma.games.pacal.state import (
    BUILD,
    HEIGHT,
    MOVE,
    OTHER,
    OVER,
    OWN,
    PASSED,
    PATTERN,
    PLACE,
    RECOVER,
    ROLLED,
    SET_DOWN,
)


@rule
def actor(s):
    """The seat to move; -1 after the end."""
    return -1 if s.phase == OVER else s.to_move


@rule
def legal(s, out):
    """The choices of the seat to move, by the phase of the turn (7.1)."""
    n = 0
    seat = s.to_move
    if s.phase == OVER:
        return n
    elif s.phase == PATTERN:
        return find_patterns(s, seat, s.build_cell, PATTERN_ACTION, out)
    elif s.phase == HEIGHT:
        for height in range(1, HEIGHTS):
            if may_have_height(s, seat, s.build_cell, s.pattern, height):
                out[n] = HEIGHT_ACTION + height - 1
                n += 1
        return n
    elif s.phase == OWN:
        out[0] = OWN_ACTION
        n += 1
    elif s.phase == OTHER:
        for distance in range(1, s.players):
            if may_insert(s, seat, (seat + distance) % s.players):
                out[n] = OTHER_ACTION + distance - 1
                n += 1
    else:
        for row in range(ROWS):
            n = write_all(cells_to_choose(s, row), CELL_ACTION + row * COLS, out, n)
        if s.phase == MOVE and may_discard(s):
            n = write_all(sacred_to_choose(s), SACRED_ACTION, out, n)
    if s.phase == OWN or s.phase == OTHER or s.phase == RECOVER or s.phase == BUILD:
        out[n] = PASS_ACTION
        n += 1
    return n


@rule
def cells_to_choose(s, row):
    """The cells of a row that answer the question of the phase."""
    if s.phase == PLACE:
        return s.free[row] & SACRED_ROWS[row]
    if s.phase == MOVE:
        return s.straight[row] | s.turning[row]
    if s.phase == SET_DOWN:
        return may_be_set_down(s, row)
    if s.phase == RECOVER:
        return s.stones[s.to_move, row]
    return s.buildable[row]


@rule
def apply(s, a):
    """Play one decision and what follows from it."""
    clear_events(s)
    step = WAIT
    if s.phase == PLACE:
        step = place(s, a - CELL_ACTION)
    elif s.phase == MOVE:
        if a < SACRED_ACTION:
            step = move(s, a - CELL_ACTION)
        else:
            discard(s, a - SACRED_ACTION)
    elif s.phase == SET_DOWN:
        step = set_down(s, a - CELL_ACTION)
    elif s.phase == OWN:
        step = insert_own(s, a)
    elif s.phase == OTHER:
        step = insert_other(s, a)
    elif s.phase == RECOVER:
        step = recover(s, a)
    elif s.phase == BUILD:
        if a == PASS_ACTION:
            emit(s, PASSED, s.to_move, BUILD, 0)
            step = END_TURN
        else:
            s.build_cell = a - CELL_ACTION
            step = ASK_PATTERN
    elif s.phase == PATTERN:
        choose_pattern(s, a - PATTERN_ACTION)
        step = ASK_HEIGHT
    elif s.phase == HEIGHT:
        step = RAISE + a - HEIGHT_ACTION + 1
    advance(s, step)


@rule
def advance(s, step):
    """Run through the steps of a turn, always in this order, until a player is asked.

    PR-3.5, PR-3.6
    """
    if step == ASK_OWN:
        step = ask_own(s)
    if step == ASK_OTHER:
        step = ask_other(s)
    if step == ASK_BUILD:
        step = ask_build(s)
    if step == ASK_PATTERN:
        step = ask_pattern(s)
    if step == ASK_HEIGHT:
        step = ask_height(s)
    if step > RAISE:
        step = raise_pyramid(s, step - RAISE)
    if step == END_TURN:
        step = end_turn(s)
    if step == NEW_ROUND:
        s.round += 1
        step = BEGIN_TURN
    if step == BEGIN_TURN:
        if s.to_move == s.start or s.players == 2:
            roll(s)
        begin_turn(s)


@rule
def roll(s):
    """The die, each face equally likely: once a round for all, with two players for each turn.

    PR-3.1, PR-3.2, PR-10.1
    """
    s.die = s.faces[below(s, N_FACES)]
    emit(s, ROLLED, s.to_move, s.die, s.round)


# Entry points for Python (see parapegma.core.compiled.entry_points), for positions set up by hand.


@rule
def begin_turn_at(states, rolled):
    """Begin the turn of the seat to move; ``rolled`` says whether the die lies already."""
    if not rolled:
        roll(states[0])
    begin_turn(states[0])
