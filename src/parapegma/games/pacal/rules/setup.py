"""Pacal's Rocket: an empty board with its options (PR-2)."""

from parapegma.core.compiled.events import clear_events
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
from parapegma.games.pacal.state import NOT_ENDED, NOT_ROLLED, NOWHERE, PLACE


@rule
def setup(s, options, key):
    """An empty board; the start player places first (PR-2.1 to PR-2.6)."""
    clear_table(s, options)
    set_key(s, key)
    s.start = options[3] - 1 if options[3] > 0 else below(s, s.players)
    s.to_move = s.start


@rule
def clear_table(s, options):
    """The table's options, and all pieces before their owners (PR-2.1 to PR-2.3, PR-2.6)."""
    clear_events(s)
    s.players = options[0]
    s.expert = options[1]
    s.memory = options[2]
    s.independent = options[4]
    s.forbid_duplicates = options[5]
    s.no_reversal = options[6]
    s.first_round_sacred = options[7]
    s.lowest_sacred = options[8]
    s.empty_gaps = options[9]
    s.tie_scores = options[10]
    s.combined_waters = options[11]
    s.finish_round = options[12]
    s.max_rounds = options[13]
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
