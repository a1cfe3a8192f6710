"""Pacal's Rocket: rounds, turns and the end (PR-3, PR-8, PR-10).

Where ships can go is in ``moves.py``, what happens to stones in ``stones.py``, what can be built in
``building.py``, what it is worth in ``points.py``. Each step of a turn says which step comes next;
``advance`` runs through them until a player is asked.
"""

from parapegma.core.bits import lowest, write_all
from parapegma.core.events import clear_events, emit
from parapegma.core.jit import rule
from parapegma.core.rng import below
from parapegma.games.pacal.components import (
    COLS,
    DISTRICT,
    HEIGHTS,
    MOST_PLAYERS,
    N_FACES,
    PENULTIMATE_BONUS,
    ROWS,
    SACRED_ROWS,
    SACRED_VALUE,
    THRESHOLD,
)
from parapegma.games.pacal.constellations import N_PATTERNS, PATTERN_SIZE, PATTERN_STEP
from parapegma.games.pacal.rules.building import (
    find_buildable,
    find_patterns,
    may_have_height,
    next_pattern,
)
from parapegma.games.pacal.rules.moves import (
    find_ends,
    forget_ends,
    is_enclosed,
    may_be_set_down,
    some_end_leaves,
)
from parapegma.games.pacal.rules.pieces import (
    has_stone,
    land,
    lift,
    pyramid_height,
    return_stone,
    set_pyramid,
    turn_free,
)
from parapegma.games.pacal.rules.points import (
    all_district_points,
    lake_points,
    points_for_building,
    river_points,
    sacred_points,
)
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
from parapegma.games.pacal.rules.stones import (
    ask_other,
    ask_own,
    insert_other,
    insert_own,
    may_insert,
    recover,
)
from parapegma.games.pacal.state import (
    ARROWS,
    BONUS,
    BUILD,
    BUILT,
    BY_SACRED_STONE,
    CHOSE,
    DISCARDED,
    ENDED,
    ENDED_POINTS,
    ENDED_PYRAMIDS,
    ENDED_ROUNDS,
    FINAL_DISTRICTS,
    FINAL_LAKE,
    FINAL_RIVER,
    FINAL_SACRED,
    FLYING,
    HEIGHT,
    LAST_ROUND,
    MOVE,
    MOVED,
    NOT_ENDED,
    NOWHERE,
    OTHER,
    OVER,
    OWN,
    PASSED,
    PATTERN,
    PLACE,
    PLACED,
    RECOVER,
    ROLLED,
    SCORED,
    SET_DOWN,
    SET_FREE,
    STRAIGHT,
    TURNING,
)

# --- what may be chosen, and what follows --------------------------------------------------------


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


# --- placing ships -------------------------------------------------------------------------------


@rule
def place(s, cell):
    """A ship on a cell of the Sacred district; after the last one, round 1 begins (PR-2.5)."""
    seat = s.to_move
    s.ship[seat] = cell
    turn_free(s, cell)
    emit(s, PLACED, seat, cell, 0)
    s.to_move = (seat + 1) % s.players
    return NEW_ROUND if s.to_move == s.start else WAIT


# --- step 1: moving ------------------------------------------------------------------------------


@rule
def roll(s):
    """The die, each face equally likely: once a round for all, with two players for each turn.

    PR-3.1, PR-3.2, PR-10.1
    """
    s.die = s.faces[below(s, N_FACES)]
    emit(s, ROLLED, s.to_move, s.die, s.round)


@rule
def begin_turn(s):
    """The ship is lifted and its end cells found; an enclosed ship is set down elsewhere.

    PR-4.1, PR-4.24 to PR-4.26
    """
    seat = s.to_move
    lift(s, seat)
    find_ends(s, seat)
    s.phase = MOVE
    if is_enclosed(s):
        stones = sacred_to_choose(s)
        if stones == 0:
            s.phase = SET_DOWN
        elif stones & (stones - 1) == 0:
            discard(s, lowest(stones))


@rule
def may_discard(s):
    """Whether a sacred stone may be used: in round 1 only if no move leaves the Sacred district.

    PR-4.21, PR-4.25, PR-4.28, PR-4.29
    """
    return s.round > 1 or s.first_round_sacred != 0 or not some_end_leaves(s)


@rule
def sacred_to_choose(s):
    """The sacred stones that may be discarded, a bit each (PR-4.21, R-11)."""
    stones = s.sacred[s.to_move]
    return stones & -stones if s.lowest_sacred else stones


@rule
def move(s, cell):
    """The ship goes to an end cell: two stones after a straight or arrows move, one after turns.

    PR-4.2, PR-4.5, PR-4.9, PR-4.15, PR-4.20
    """
    how = TURNING
    s.allowance = 1
    if s.straight[cell // COLS] >> cell % COLS & 1 != 0:
        how = FLYING if s.die == ARROWS else STRAIGHT
        s.allowance = 2
    return come_down(s, cell, how)


@rule
def discard(s, n):
    """A sacred stone leaves the game; the ship may be set down anywhere, with one stone.

    PR-4.21, PR-4.22, PR-4.25
    """
    s.sacred[s.to_move] ^= 1 << n
    s.allowance = 1
    s.phase = SET_DOWN
    forget_ends(s)
    emit(s, DISCARDED, s.to_move, SACRED_VALUE[n], 0)


@rule
def set_down(s, cell):
    """The ship is set on a free cell; without a sacred stone no energy stone follows (PR-4.26)."""
    return come_down(s, cell, BY_SACRED_STONE if s.allowance > 0 else SET_FREE)


@rule
def come_down(s, cell, how):
    """The ship ends its move (PR-4.3, PR-4.23)."""
    seat = s.to_move
    emit(s, MOVED, seat, cell, s.ship[seat] * 8 + how)
    land(s, seat, cell)
    forget_ends(s)
    return ASK_OWN


# --- step 3: building ----------------------------------------------------------------------------


@rule
def ask_build(s):
    """One pyramid may be built, if something can be (PR-6.1, PR-6.16)."""
    if find_buildable(s, s.to_move):
        s.phase = BUILD
        return WAIT
    return END_TURN


@rule
def ask_pattern(s):
    """The constellation is asked only if the cell has several (7.1)."""
    seat = s.to_move
    cell = s.build_cell
    pattern = next_pattern(s, seat, cell, NOWHERE)
    if next_pattern(s, seat, cell, pattern) < N_PATTERNS:
        s.phase = PATTERN
        return WAIT
    choose_pattern(s, pattern)
    return ASK_HEIGHT


@rule
def choose_pattern(s, pattern):
    """The constellation is known."""
    s.pattern = pattern
    emit(s, CHOSE, s.to_move, s.build_cell, pattern)


@rule
def ask_height(s):
    """The height is asked only if the right one is exhausted and several are lower (PR-6.13)."""
    seat = s.to_move
    heights = 0
    only = 0
    for height in range(1, HEIGHTS + 1):
        if may_have_height(s, seat, s.build_cell, s.pattern, height):
            heights += 1
            only = height
    if heights > 1:
        s.phase = HEIGHT
        return WAIT
    return RAISE + only


@rule
def raise_pyramid(s, height):
    """The pyramid stands; the constellation's stones go home, and those of others from its cell.

    PR-6.8 to PR-6.12, PR-7.1, PR-7.7, PR-8.1, PR-8.2
    """
    seat = s.to_move
    cell = s.build_cell
    replaced = pyramid_height(s, cell)
    emit(s, BUILT, seat, cell, height * 8 + replaced)
    for n in range(PATTERN_SIZE[s.pattern]):
        if has_stone(s, seat, cell + PATTERN_STEP[s.pattern, n]):
            return_stone(s, seat, cell + PATTERN_STEP[s.pattern, n])
    for other in range(MOST_PLAYERS):
        if has_stone(s, other, cell):
            return_stone(s, other, cell)
    district = DISTRICT[cell]
    before = s.strength[district, seat]
    set_pyramid(s, seat, cell, height)
    points = points_for_building(s, seat, district, before)
    if points > 0:
        s.score[seat] += points
        emit(s, SCORED, seat, points, district)
    if replaced == 0 and stock_left(s, seat) == 1:
        s.score[seat] += PENULTIMATE_BONUS
        emit(s, BONUS, seat, PENULTIMATE_BONUS, 0)
        s.ended = ENDED_PYRAMIDS
    return END_TURN


@rule
def stock_left(s, seat):
    """How many pyramids a seat has not built."""
    left = 0
    for height in range(1, HEIGHTS + 1):
        left += s.stock[seat, height]
    return left


# --- step 4 and the end --------------------------------------------------------------------------


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


# Doors for Python (see parapegma.core.calls), for positions set up by hand.


@rule
def begin_turn_at(states, rolled):
    """Begin the turn of the seat to move; ``rolled`` says whether the die lies already."""
    if not rolled:
        roll(states[0])
    begin_turn(states[0])
