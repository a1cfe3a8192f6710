"""What one seat may see of a table, as data of declared types."""

from __future__ import annotations

from typing import Self

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What every game's view has; each game adds its own parts in a subclass tagged with its name.

    ``class View(core.view.View, frozen=True, kw_only=True, tag="ophiuchus"): sky: list[LaidTile] ...``
    """

    seat: int | None
    """Who looks; nobody for a spectator."""
    players: int
    to_move: int | None
    """The seat that decides now; nobody when the game is over."""
    phase: str
    asked: str
    """What the seat to move is asked, in a sentence; empty when the game is over."""

    @property
    def game(self) -> str:
        """The game's name.

        >>> from parapegma import Match
        >>> Match("ulysses", seed=1).view().game
        'ulysses'
        """
        return str(type(self).__struct_config__.tag)

    def copy(self) -> Self:
        """The same data once more, all lists its own; by way of JSON, which is quicker than ``deepcopy``.

        >>> from parapegma import Position
        >>> view = Position.deal("ophiuchus", players=2, seed=7).view(1)
        >>> view.copy() == view, view.copy() is view
        (True, False)
        """
        return msgspec.json.decode(msgspec.json.encode(self), type=type(self))
