"""Fifth Game, a small game of tricks: the highest card wins as many points as the lowest is worth.

1. Twenty cards, numbered from 1. Each player is dealt some; the rest is the deck. Chance says who leads.
2. The leader plays a card face up, then the others in turn.
3. The highest card wins the trick. Its player scores the number on the lowest card and leads next.
4. Then each player draws a card, the leader first, as long as there are enough for all.
5. The game ends when all hands are empty.
"""

from parapegma.core.game import Game, Nature

GAME = Game.from_package(
    __name__,
    title="Fifth Game",
    version=1,
    players=range(2, 5),
    default_players=2,
    nature=Nature(hidden_information=True, chance=True),
)
