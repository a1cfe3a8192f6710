"""A decision taken apart: what is done, and with what."""

from __future__ import annotations

import msgspec


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A decision taken apart. A game has a subclass for each kind of decision, with what it is about.

    ``class Take(Action, frozen=True, kw_only=True, tag="take"): tile: str``
    """

    number: int
    notation: str

    @property
    def kind(self) -> str:
        """What is done: ``take``, ``propose`` ...

        >>> from parapegma import Match
        >>> Match("ophiuchus", players=2, seed=7).legal_actions()[0].kind
        'take'
        """
        return str(type(self).__struct_config__.tag)
