"""Ulysses: one ship, secret destinations, and a discussion of the gods about every step.

The rules, rulings and test vectors are in docs/rules/ulysses.md.
"""

from parapegma.core.game import Game, Nature
from parapegma.games.ulysses import actions, draw, events, heuristics, position, rules, view
from parapegma.games.ulysses.components import DIGEST
from parapegma.games.ulysses.layout import LAYOUT
from parapegma.games.ulysses.names import ENDINGS
from parapegma.games.ulysses.options import OPTIONS, encode, fit
from parapegma.games.ulysses.rules.choices import ACTIONS
from parapegma.games.ulysses.rules.invariants import INVARIANTS
from parapegma.games.ulysses.rules.observation import OBSERVATION
from parapegma.games.ulysses.state import STATE
from parapegma.games.ulysses.statistics import STATISTICS

GAME = Game(
    name="ulysses",
    title="Ulysses",
    titles={"it": "Ulisse", "es": "Ulises"},
    version=1,
    players=range(3, 6),
    default_players=4,
    nature=Nature(hidden_information=True, chance=True),
    options=OPTIONS,
    state=STATE,
    action_count=ACTIONS,
    observation_length=OBSERVATION,
    invariants=INVARIANTS,
    endings=ENDINGS[1:],
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
