"""Ophiuchus, the thirteenth constellation: dominoes with marks, row sums up to 13, patterns that win cards.

The rules, rulings and test vectors are in docs/rules/ophiuchus.md.
"""

from parapegma.core.game import Game, Nature
from parapegma.games.ophiuchus import actions, draw, events, heuristics, position, rules, view
from parapegma.games.ophiuchus.components import DIGEST
from parapegma.games.ophiuchus.layout import LAYOUT
from parapegma.games.ophiuchus.options import OPTIONS, encode, fit
from parapegma.games.ophiuchus.rules.invariants import INVARIANTS
from parapegma.games.ophiuchus.rules.observation import OBSERVATION
from parapegma.games.ophiuchus.rules.turn import ACTIONS
from parapegma.games.ophiuchus.state import STATE
from parapegma.games.ophiuchus.statistics import STATISTICS

GAME = Game(
    name="ophiuchus",
    title="Ophiuchus",
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
    heuristics=heuristics,
    fit=fit,
    encode=encode,
    statistics=STATISTICS,
    layout=LAYOUT,
)
