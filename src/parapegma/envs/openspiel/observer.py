"""What a player sees of an OpenSpiel state, as numbers and as text.

The whole observation of a seat is the game's own ``observe``; with perfect recall its memory is added.
OpenSpiel can also ask for the public part or the private part alone: those are read from the game's
views, as text only.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pyspiel

from parapegma.core.position import Position
from parapegma.envs.openspiel.memory import FINGERPRINT
from parapegma.envs.openspiel.node import Node
from parapegma.envs.openspiel.parameters import SpielParameters

_BITS = 24
"""A 32-bit float holds this many bits exactly."""
_MEMORY = FINGERPRINT * 8 // _BITS


class Observer:
    """What OpenSpiel expects: ``tensor``, ``dict`` with its named parts, ``set_from`` and ``string_from``."""

    def __init__(self, parameters: SpielParameters, perfect_recall: bool) -> None:
        self._length = parameters.game.observation_length
        self._recall = perfect_recall
        self.tensor = np.zeros(self._length + (_MEMORY if perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[: self._length]}
        if perfect_recall:
            self.dict["memory"] = self.tensor[self._length :]

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` sees; nothing before the deal."""
        node: Node = state.node
        if node.dealt is None:
            self.tensor.fill(0)
            return
        self.dict["observation"][:] = node.dealt.observe(player)
        if self._recall:
            self.dict["memory"][:] = _as_fractions(node.remembered.of(player))

    def string_from(self, state: Any, player: int) -> str:
        """Which numbers of the observation are not zero, as place=value."""
        node: Node = state.node
        if node.dealt is None:
            return f"seat {player}"
        seen = node.dealt.observe(player)
        places = np.flatnonzero(seen)
        pairs = zip(places.tolist(), seen[places].tolist(), strict=True)
        text = f"seat {player}: " + " ".join([f"{place}={value}" for place, value in pairs])
        return f"{text}; memory {node.remembered.of(player).hex()}" if self._recall else text


class PartObserver:
    """Only the public part, only private parts, or what everybody together knows; as text."""

    def __init__(self, parameters: SpielParameters, kind: Any) -> None:
        self._parameters = parameters
        self._kind = kind
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There are no numbers."""

    def string_from(self, state: Any, player: int) -> str:
        """The parts of the view that are asked for; nothing if there are none."""
        node: Node = state.node
        if node.dealt is None:
            return ""
        public = _view(node.dealt, None)
        seats: list[int] = []
        if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            seats = [player]
        elif self._kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            seats = list(range(self._parameters.players))
        parts: list[tuple[str, Any]] = [("public", public)] if self._kind.public_info else []
        parts += [(f"seat {seat}", _private(_view(node.dealt, seat), public)) for seat in seats]
        if self._kind.perfect_recall:
            parts += [(f"memory {seat}", node.remembered.of(seat).hex()) for seat in seats]
        told = {name: part for name, part in parts if part}
        return json.dumps(told) if told else ""


def _view(position: Position, seat: int | None) -> Any:
    """A view as plain data."""
    return msgspec.to_builtins(position.view(seat))


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
