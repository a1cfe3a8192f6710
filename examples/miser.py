"""A bot of your own, to meet the others in the arena (docs/bots.md).

In this folder::

    parapegma arena ophiuchus --bots miser:Miser,random --players 2 --games 100
"""

from parapegma import Game
from parapegma.bots import Bot, Evaluation, Limits
from parapegma.core.position import Position


class Miser(Bot):
    """Takes whatever gives most points at once."""

    def __init__(self, game: Game, seed: int) -> None:
        """A bot is made for one seat of one game; all its chance should come from the seed."""
        self.game = game

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        """Decide; in ``position`` all that the seat cannot know is a guess."""

        def points_after(action: int) -> int:
            imagined = position.copy()
            imagined.apply(action)
            return imagined.scores[seat]

        return Evaluation(max(position.legal(), key=points_after))
