"""What a game may set for searches, and how compiled code is handed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parapegma.bots.compiled import tree

SETTINGS = {
    "search_curiosity": 100,
    "search_trust": 80,
    "search_win_weight": 70,
    "search_margin": 600,
    "search_foresight": 0,
    "search_horizon": 0,
    "search_whole_turns": 0,
    "search_step": 100,
    "search_solo_curiosity": 25,
    "search_answers": 0,
    "search_network": 100,
    "search_network_trust": 95,
    "search_network_horizon": 0,
    "search_network_deals": 4,
}
"""What a game may set for searches among the weights of its heuristics, in hundredths if it is no count.

Curiosity: how much is tried that has not proved good so far. Trust: how much the light policy decides what
is tried first. Win weight: winning against winning by how much. Margin: how many points ahead are half of a
clear lead. Foresight: how much the best end of the own turn decides what is tried first in it, instead of the
light policy; 0 does not look ahead. Horizon: decisions of a playout before the position is judged; 0 plays to
the end. Whole turns: 1 goes on after the horizon until the seat's next turn. Step: a first decision that
leads to so much less, in points, is half as likely. Solo curiosity: how much of the curiosity there is in a
game for one, which is always played to the end. Answers: on how many deals of what is hidden it is looked for
what others did meanwhile, to go on with what was thought about that; with 0 such thought is dropped.

Only where there is a network: Network: how much of what may be expected it says; playouts say the rest, and
with 100 there are none. Network trust: how much it decides what is tried first. Network horizon: light
decisions before it is asked what may be expected. Network deals: how often a decision of another seat has to
have been thought of before what is likely there is no more asked anew for every deal.
"""
_COLUMNS = {
    "search_curiosity": tree.CURIOSITY,
    "search_trust": tree.TRUST,
    "search_win_weight": tree.WIN_WEIGHT,
    "search_margin": tree.MARGIN,
    "search_foresight": tree.FORESIGHT,
    "search_horizon": tree.HORIZON,
    "search_whole_turns": tree.WHOLE_TURNS,
    "search_network": tree.NETWORK,
    "search_network_trust": tree.NETWORK_TRUST,
    "search_network_horizon": tree.NETWORK_HORIZON,
    "search_network_deals": tree.NETWORK_DEALS,
}
_WHOLE = {tree.HORIZON, tree.WHOLE_TURNS, tree.NETWORK_HORIZON, tree.NETWORK_DEALS}


def as_columns(settings: Mapping[str, int], networked: bool) -> Any:
    """Settings as compiled code reads them; without a network nothing is left of it."""
    columns = np.zeros(tree.SETTINGS, np.float64)
    for name, column in _COLUMNS.items():
        if networked or column < tree.NETWORK:
            columns[column] = settings[name] if column in _WHOLE else settings[name] / 100
    return columns
