"""What a player sees of an OpenSpiel state, as numbers and as text.

The whole observation of a seat is the game's own ``observe``; with perfect recall its memory is added.
OpenSpiel can also ask for the public part or the private part alone: those are read from the game's
views, as text only.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from parapegma.core import engine
from parapegma.envs.openspiel.memory import FINGERPRINT
from parapegma.envs.openspiel.setting import Setting
from parapegma.envs.openspiel.table import Table

_BITS = 24
"""A 32-bit float holds this many bits exactly."""
_MEMORY = FINGERPRINT * 8 // _BITS


class Observer:
    """What OpenSpiel expects: ``tensor``, ``dict`` with its named parts, ``set_from`` and ``string_from``."""

    def __init__(self, setting: Setting, perfect_recall: bool) -> None:
        self._length = setting.game.observation_length
        self._recall = perfect_recall
        self.tensor = np.zeros(self._length + (_MEMORY if perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[: self._length]}
        if perfect_recall:
            self.dict["memory"] = self.tensor[self._length :]

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` sees; nothing before the deal."""
        table: Table = state.table
        if table.states is None:
            self.tensor.fill(0)
            return
        self.dict["observation"][:] = engine.observe(table.states, player, self._length)
        if self._recall:
            self.dict["memory"][:] = _as_fractions(table.remembered.of(player))

    def string_from(self, state: Any, player: int) -> str:
        """Which numbers of the observation are not zero, as place=value."""
        table: Table = state.table
        if table.states is None:
            return f"seat {player}"
        seen = engine.observe(table.states, player, self._length)
        places = np.flatnonzero(seen)
        pairs = zip(places.tolist(), seen[places].tolist(), strict=True)
        text = f"seat {player}: " + " ".join([f"{place}={value}" for place, value in pairs])
        return f"{text}; memory {table.remembered.of(player).hex()}" if self._recall else text


class PartObserver:
    """Only the public part, only private parts, or what everybody together knows; as text."""

    def __init__(self, setting: Setting, kind: Any) -> None:
        self._setting = setting
        self._kind = kind
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There are no numbers."""

    def string_from(self, state: Any, player: int) -> str:
        """The parts of the view that are asked for; nothing if there are none."""
        table: Table = state.table
        if table.states is None:
            return ""
        views, states = self._setting.game.views, table.states
        public = views.view(states, None)
        seats: list[int] = []
        if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            seats = [player]
        elif self._kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            seats = list(range(self._setting.players))
        parts: list[tuple[str, Any]] = [("public", public)] if self._kind.public_info else []
        parts += [(f"seat {seat}", _private(views.view(states, seat), public)) for seat in seats]
        if self._kind.perfect_recall:
            parts += [(f"memory {seat}", table.remembered.of(seat).hex()) for seat in seats]
        told = {name: part for name, part in parts if part}
        return json.dumps(told) if told else ""


def _private(view: Any, public: Any) -> Any:
    """What a view has that the public one has not."""
    if isinstance(view, dict) and isinstance(public, dict):
        parts = {name: _private(part, public.get(name)) for name, part in view.items() if name != "seat"}
        return {name: part for name, part in parts.items() if part is not None} or None
    return None if view == public else view


def _as_fractions(fingerprint: bytes) -> list[float]:
    """A fingerprint as numbers from 0 to 1 that keep all of its bits."""
    size = _BITS // 8
    pieces = [fingerprint[n : n + size] for n in range(0, len(fingerprint), size)]
    return [int.from_bytes(piece, "big") / (1 << _BITS) for piece in pieces]
