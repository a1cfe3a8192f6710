"""Ptolemaeus: planets on the zodiac, observed with cards and studied with tokens, until a comet comes round.

The rules, rulings and test vectors are in docs/rules/ptolemaeus.md.
"""

from parapegma.core.game import Game, Nature
from parapegma.games.ptolemaeus import actions, draw, events, heuristics, position, rules, view
from parapegma.games.ptolemaeus.components import DIGEST
from parapegma.games.ptolemaeus.layout import LAYOUT
from parapegma.games.ptolemaeus.options import OPTIONS, encode, fit
from parapegma.games.ptolemaeus.rules.invariants import INVARIANTS
from parapegma.games.ptolemaeus.rules.observation import OBSERVATION
from parapegma.games.ptolemaeus.rules.turn import ACTIONS
from parapegma.games.ptolemaeus.state import STATE
from parapegma.games.ptolemaeus.statistics import STATISTICS

GAME = Game(
    name="ptolemaeus",
    title="Ptolemaeus",
    version=1,
    players=range(1, 5),
    default_players=2,
    nature=Nature(hidden_information=True, chance=True, solo=True),
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
    fit=fit,
    encode=encode,
    statistics=STATISTICS,
    heuristics=heuristics,
    layout=LAYOUT,
)
