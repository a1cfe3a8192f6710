"""Pacal's Rocket: ships over a grid of districts, a shared die, constellations of stones, majorities.

The rules, rulings and test vectors are in docs/rules/pacal.md.
"""

from parapegma.core.game import Game, Nature
from parapegma.games.pacal.components import PLAYERS

GAME = Game.from_package(
    __name__,
    title="Pacal's Rocket",
    titles={"it": "Il razzo di Pacal", "es": "El cohete de Pacal"},
    version=1,
    players=PLAYERS,
    default_players=3,
    nature=Nature(hidden_information=False, chance=True),
)
