"""A player that looks once: the action its network finds best, without any search."""

from __future__ import annotations

from parapegma.bots.bot import Bot, Evaluation, Limits
from parapegma.bots.network import Network, network_in, network_of
from parapegma.core.game import Game
from parapegma.core.position import Position


class Look(Bot):
    """Plays by the network that comes with a game, or by that of a file."""

    def __init__(self, game: Game, file: str = "") -> None:
        self.network: Network = network_in(game, file) if file else network_of(game)

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        action, _, values = self.network.look(position, seat)
        return Evaluation(action, values)
