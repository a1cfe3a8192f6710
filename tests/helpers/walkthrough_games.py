"""The games of the walkthroughs in several Pythons, with usual and with other options."""

from __future__ import annotations

from typing import Any

OTHER_OPTIONS: dict[str, dict[str, Any]] = {
    "ophiuchus": {
        "deal": "full", "thirteen_bonus": False, "end_mode": "play_out", "closed_zone": "corner",
        "end_when_all_cards_taken": True,
    },
    "pacal": {
        "expert": True, "ship_contents": "memory", "start_player": "seat1", "two_stones": "independent",
        "path_rule": "no_reversal", "first_round_sacred": True, "auto_lowest_sacred": True,
        "water_scoring": "combined", "tie_scores": True, "max_rounds": 60,
    },
    "ptolemaeus": {
        "start": "1609-11-30", "immediate_win": "all", "iupiter": "choose", "joker_in_wipe": "wild",
        "optional_study_before_action": True, "tie": "last_in_turn_order", "first_player": "1",
    },
    "ulysses": {
        "temple_cost": "one_card", "zeus_as_pandora": False, "faction_lock": False, "becalmed": "may_stay",
        "opening_hand": "6,6,6,6,6", "max_turns": 60, "first_player": 2,
    },
}  # fmt: skip
"""None as it is usually."""

GAMES: list[tuple[Any, ...]] = [
    ("ophiuchus", ["me", "novice"], 10, True),
    ("ophiuchus", ["me", "light", "greedy", "random"], 12),
    ("ophiuchus", ["me", "light", "novice"], 20, False, OTHER_OPTIONS["ophiuchus"]),
    ("pacal", ["me", "novice", "light"], 6, True),
    ("pacal", ["light", "me"], 20, False, OTHER_OPTIONS["pacal"]),
    ("ptolemaeus", ["novice", "me"], 12, True),
    ("ptolemaeus", ["me"], 12),
    ("ptolemaeus", ["me", "light", "light"], 20, False, OTHER_OPTIONS["ptolemaeus"]),
    ("ulysses", ["me", "novice", "light"], 20, True),
    ("ulysses", ["me", "light", "light", "novice"], 20, False, OTHER_OPTIONS["ulysses"]),
]
"""Games with their seats, how many decisions are made, whether all help is asked for, and options."""
