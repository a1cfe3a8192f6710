"""Ptolemaeus: planets on the zodiac, observed with cards and studied with tokens, until a comet comes round.

The rules, rulings and test vectors are in docs/rules/ptolemaeus.md.
"""

from parapegma.core.game import Game, Nature

GAME = Game.from_package(
    __name__,
    title="Ptolemaeus",
    version=1,
    environment=2,
    players=range(1, 5),
    default_players=2,
    nature=Nature(hidden_information=True, chance=True, solo=True),
)
