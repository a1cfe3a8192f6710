"""Ulysses: one ship, secret destinations, and a discussion of the gods about every step.

The rules, rulings and test vectors are in docs/rules/ulysses.md.
"""

from parapegma.core.game import Game, Nature

GAME = Game.from_package(
    __name__,
    title="Ulysses",
    titles={"it": "Ulisse", "es": "Ulises"},
    version=1,
    environment=2,
    players=range(3, 6),
    default_players=4,
    nature=Nature(hidden_information=True, chance=True),
)
