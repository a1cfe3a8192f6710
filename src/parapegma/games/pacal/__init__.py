"""Pacal's Rocket: ships over a grid of districts, a shared die, constellations of stones, majorities.

The rules, rulings and test vectors are in docs/rules/pacal.md.
"""

from parapegma.core.game import Game, Nature
from parapegma.games.pacal import actions, draw, events, heuristics, position, rules, view
from parapegma.games.pacal.board import PLAYERS
from parapegma.games.pacal.components import DIGEST
from parapegma.games.pacal.layout import LAYOUT
from parapegma.games.pacal.options import OPTIONS, encode, fit
from parapegma.games.pacal.rules.invariants import INVARIANTS
from parapegma.games.pacal.rules.observation import OBSERVATION
from parapegma.games.pacal.rules.steps import ACTIONS
from parapegma.games.pacal.state import STATE
from parapegma.games.pacal.statistics import STATISTICS

GAME = Game(
    name="pacal",
    title="Pacal's Rocket",
    titles={"it": "Il razzo di Pacal", "es": "El cohete de Pacal"},
    version=1,
    players=PLAYERS,
    default_players=3,
    nature=Nature(hidden_information=False, chance=True),
    options=OPTIONS,
    state=STATE,
    action_count=ACTIONS,
    observation_length=OBSERVATION,
    invariants=INVARIANTS,
    endings=events.ENDINGS[1:],
    components=DIGEST,
    rules=rules,
    actions=actions,
    views=view,
    positions=position,
    events=events,
    drawings=draw,
    heuristics=heuristics,
    fit=fit,
    encode=encode,
    statistics=STATISTICS,
    layout=LAYOUT,
)
