"""Pacal's Rocket: policy and value for bots that look ahead, explained in docs/heuristics/pacal.md."""

from parapegma.core.compiled.bits import lowest
from parapegma.core.compiled.heuristics import POINT
from parapegma.core.compiled.jit import rule
from parapegma.core.compiled.weights import load_weights
from parapegma.games.pacal.components import COLS, DISTRICT, N_DISTRICTS, ROWS, VALUE, WATER
from parapegma.games.pacal.components.constellations import PATTERN_HEIGHT
from parapegma.games.pacal.rules.scoring import (
    all_district_points,
    best_of_others,
    lake_points,
    river_points,
    sacred_points,
    scores,
)
from parapegma.games.pacal.rules.steps import (
    CELL_ACTION,
    HEIGHT_ACTION,
    OTHER_ACTION,
    PASS_ACTION,
    PATTERN_ACTION,
    SACRED_ACTION,
)
from parapegma.games.pacal.rules.steps.building import tallest, tallest_on
from parapegma.games.pacal.rules.steps.pieces import has_stone, pyramid_height
from parapegma.games.pacal.state import BUILD, HEIGHT, OTHER, OVER, OWN, PATTERN, PLACE, RECOVER

WEIGHTS = load_weights(
    __file__,
    "pacal",
    (
        "jump",
        "second_stone",
        "neighbour",
        "contest",
        "take_lead",
        "build_anyway",
        "wait",
        "final_districts",
        "final_waters",
        "stone",
        "aboard",
        "storey",
        "threat",
    ),
)
(
    JUMP,
    SECOND_STONE,
    NEIGHBOUR,
    CONTEST,
    TAKE_LEAD,
    BUILD_ANYWAY,
    WAIT,
    FINAL_DISTRICTS,
    FINAL_WATERS,
    STONE,
    ABOARD,
    STOREY,
    THREAT,
) = range(len(WEIGHTS.names))


@rule
def policy(s, choices, n, priors, weights):
    """Fly to where stones are wanted, put them to use, build what scores and little else."""
    seat = s.to_move
    phase = s.phase
    for i in range(n):
        a = choices[i]
        if phase == OWN:
            # A second stone on the cell would send both home.
            priors[i] = 1 if (a == PASS_ACTION) != (s.aboard[seat, seat] > 0) else 30
        elif phase == OTHER:
            if a == PASS_ACTION:
                priors[i] = 2
            else:
                ship = (seat + a - OTHER_ACTION + 1) % s.players
                priors[i] = 1 if s.aboard[ship, seat] > 0 else 5 + wish(s, seat, s.ship[ship], weights)
        elif phase == RECOVER or phase == PLACE:
            priors[i] = 1
        elif phase == BUILD:
            if a == PASS_ACTION:
                priors[i] = weights[WAIT]
            else:
                priors[i] = promise(s, seat, a - CELL_ACTION, tallest_on(s, a - CELL_ACTION), weights)
        elif phase == PATTERN:
            height = tallest(s, seat, PATTERN_HEIGHT[a - PATTERN_ACTION])
            priors[i] = height * promise(s, seat, s.build_cell, height, weights)
        elif phase == HEIGHT:
            priors[i] = promise(s, seat, s.build_cell, a - HEIGHT_ACTION + 1, weights)
        elif a >= SACRED_ACTION:
            priors[i] = weights[JUMP]
        else:
            cell = a - CELL_ACTION
            weight = 1 + wish(s, seat, cell, weights)
            if s.straight[cell // COLS] >> cell % COLS & 1 != 0:
                weight *= weights[SECOND_STONE]
            priors[i] = weight


@rule
def wish(s, seat, cell, weights):
    """How much a seat would like a stone on a cell."""
    if has_stone(s, seat, cell):
        return 0
    row = cell // COLS
    col = cell % COLS
    district = DISTRICT[cell]
    wanted = 2
    if s.strength[district, seat] <= best_of_others(s, district, seat):
        wanted += weights[CONTEST] * VALUE[district] // 4
    if WATER[cell] != 0:
        wanted += weights[CONTEST]
    along = s.stones[seat, row] | s.pyramids[seat, row]
    across = s.stones[seat, ROWS + col] | s.pyramids[seat, ROWS + col]
    if along != 0:
        wanted += weights[NEIGHBOUR]
        if (along << 1 | along >> 1) >> col & 1:
            wanted += weights[NEIGHBOUR]
    if across != 0:
        wanted += weights[NEIGHBOUR]
        if (across << 1 | across >> 1) >> row & 1:
            wanted += weights[NEIGHBOUR]
    return wanted


@rule
def promise(s, seat, cell, height, weights):
    """How much a pyramid of this height on a cell brings."""
    district = DISTRICT[cell]
    before = s.strength[district, seat]
    others = best_of_others(s, district, seat)
    gain = weights[BUILD_ANYWAY]
    if before <= others < before + height - pyramid_height(s, cell):
        gain += weights[TAKE_LEAD] * VALUE[district] // 4
    if WATER[cell] != 0:
        gain *= 2
    return gain


@rule
def value(s, values, weights):
    """Points now, a share of what the end would bring now, and stones as the beginnings of pyramids."""
    scores(s, values)
    for seat in range(s.players):
        values[seat] *= POINT
        if s.phase == OVER:
            continue
        waters = river_points(s, seat) + lake_points(s, seat)
        values[seat] += sacred_points(s, seat) * POINT
        values[seat] += all_district_points(s, seat) * weights[FINAL_DISTRICTS]
        values[seat] += waters * weights[FINAL_WATERS]
        for district in range(N_DISTRICTS):
            values[seat] += s.strength[district, seat] * weights[STOREY]
        for ship in range(s.players):
            if s.aboard[ship, seat] == 1:
                values[seat] += weights[ABOARD]
        values[seat] += prospects(s, seat, weights)


@rule
def prospects(s, seat, weights):
    """What the visible stones of a seat may bring: each a little, and points of districts, each once."""
    value = 0
    found = 0
    for row in range(ROWS):
        bits = s.stones[seat, row]
        while bits != 0:
            value += weights[STONE]
            district = DISTRICT[row * COLS + lowest(bits)]
            bits &= bits - 1
            if found >> district & 1 == 0:
                found |= 1 << district
                if s.strength[district, seat] <= best_of_others(s, district, seat):
                    value += weights[THREAT] * VALUE[district]
    return value
