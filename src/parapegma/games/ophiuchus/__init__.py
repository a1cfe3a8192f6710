"""Ophiuchus, the thirteenth constellation: dominoes with marks, row sums up to 13, patterns that win cards.

The rules, rulings and test vectors are in docs/rules/ophiuchus.md.
"""

from parapegma.core.game import Game, Nature

GAME = Game.from_package(
    __name__,
    title="Ophiuchus",
    version=1,
    environment=2,
    players=range(1, 5),
    default_players=2,
    nature=Nature(hidden_information=True, chance=True, solo=True),
)
