"""Pacal's Rocket: an empty board with its options, and the ships on their first cells (PR-2)."""

from parapegma.core.compiled.events import clear_events, emit
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.rng import below, set_key
from parapegma.games.pacal.components import (
    ALL_SACRED,
    CELLS,
    HEIGHTS,
    LAND,
    LINES,
    MOST_PLAYERS,
    N_DISTRICTS,
    N_FACES,
    PYRAMIDS,
    ROWS,
    STONES,
)
from parapegma.games.pacal.rules.pieces import turn_free
from parapegma.games.pacal.rules.steps import NEW_ROUND, WAIT
from parapegma.games.pacal.state import NOT_ENDED, NOT_ROLLED, NOWHERE, PLACE, PLACED


@rule
def setup(s, options, key):
    """An empty board; the start player places first (PR-2.1 to PR-2.6)."""
    clear_table(s, options)
    set_key(s, key)
    s.start = options[13] if options[13] >= 0 else below(s, s.players)
    s.to_move = s.start


@rule
def clear_table(s, options):
    """The table's options, and all pieces before their owners (PR-2.1 to PR-2.3, PR-2.6)."""
    clear_events(s)
    s.players = options[0]
    s.expert = options[1]
    s.independent = options[2]
    s.memory = options[3]
    s.forbid_duplicates = options[4]
    s.no_reversal = options[5]
    s.first_round_sacred = options[6]
    s.empty_gaps = options[7]
    s.tie_scores = options[8]
    s.combined_waters = options[9]
    s.finish_round = options[10]
    s.lowest_sacred = options[11]
    s.max_rounds = options[12]
    for face in range(N_FACES):
        s.faces[face] = options[14 + face]
    s.round = 0
    s.start = 0
    s.to_move = 0
    s.die = NOT_ROLLED
    s.phase = PLACE
    s.allowance = 0
    s.target = NOWHERE
    s.build_cell = NOWHERE
    s.pattern = NOWHERE
    s.last_round = 0
    s.ended = NOT_ENDED
    for seat in range(MOST_PLAYERS):
        s.ship[seat] = NOWHERE
        s.supply[seat] = STONES
        s.sacred[seat] = ALL_SACRED
        s.score[seat] = 0
        for colour in range(MOST_PLAYERS):
            s.aboard[seat, colour] = 0
        for line in range(LINES):
            s.stones[seat, line] = 0
            s.pyramids[seat, line] = 0
        for height in range(HEIGHTS + 1):
            s.stock[seat, height] = PYRAMIDS[height]
        for district in range(N_DISTRICTS):
            s.strength[district, seat] = 0
    for cell in range(CELLS):
        s.pyramid[cell] = 0
    for row in range(ROWS):
        s.free[row] = LAND[s.players, row]
        s.straight[row] = 0
        s.turning[row] = 0
        s.buildable[row] = 0
        s.heights[row] = 0
        s.walk[row] = 0
    s.walk[ROWS] = 0


@rule
def place(s, cell):
    """A ship on a cell of the Sacred district; after the last one, round 1 begins (PR-2.5)."""
    seat = s.to_move
    s.ship[seat] = cell
    turn_free(s, cell)
    emit(s, PLACED, seat, cell, 0)
    s.to_move = (seat + 1) % s.players
    return NEW_ROUND if s.to_move == s.start else WAIT
