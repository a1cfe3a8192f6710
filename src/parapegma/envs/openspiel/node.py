"""A node of OpenSpiel's game tree: a position, what waits for chance, what has been drawn so far.

Chance in the rules is a key in the state, and ``apply`` uses it as it goes. A planner that copies such a
state would see the dice before they fall. So a decision that draws random numbers is not carried out at
once: the game waits at a chance node, and the outcome that is chosen there gives the state a new key first.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from parapegma.core.compiled.rng import Key
from parapegma.core.position import Position
from parapegma.envs.openspiel.memory import Memory
from parapegma.envs.openspiel.parameters import SpielParameters
from parapegma.errors import IllegalAction

CHANCE, OVER = -1, -4
"""OpenSpiel's numbers for whoever is not a seat."""
DEAL_DRAWS, DEAL_OUTCOMES = 4, 256
"""The deal is drawn byte by byte, so that there are more than four thousand million deals."""


@dataclass(frozen=True, eq=False)
class Node:
    """Never changed: a decision leads to another node, and copies of an OpenSpiel state share one."""

    parameters: SpielParameters
    path: bytes = b""
    """A fingerprint of all outcomes of chance so far; the next key is made from it."""
    drawn: int = 0
    """How many outcomes the deal has had."""
    dealt: Position | None = None
    """The position; nothing before the deal."""
    memory: Memory | None = None
    decisions: int = 0
    waiting: int | None = None
    """The action that waits for chance."""

    @cached_property
    def player(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        if self.dealt is None or self.waiting is not None:
            return CHANCE
        seat = self.dealt.actor
        return OVER if seat is None or self.decisions >= self.parameters.max_game_length else seat

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, where a player decides."""
        return self.position.legal() if self.player >= 0 else []

    @property
    def outcomes(self) -> int:
        """How many outcomes chance has now, each as likely as the others."""
        if self.parameters.sampled or self.dealt is not None:
            return self.parameters.chance_outcomes
        return DEAL_OUTCOMES

    @property
    def position(self) -> Position:
        """The position, once there is one."""
        if self.dealt is None:
            raise IllegalAction("nothing has been dealt yet: chance comes first")
        return self.dealt

    @property
    def remembered(self) -> Memory:
        """What the seats remember, once something has been dealt."""
        assert self.memory is not None
        return self.memory

    def draw(self, outcome: int, noise: bytes = b"") -> Node:
        """What follows from an outcome of chance."""
        if not 0 <= outcome < self.outcomes:
            raise IllegalAction(f"there is no outcome {outcome}; outcomes are 0 to {self.outcomes - 1}")
        path = hashlib.blake2b(self.path + noise + bytes([outcome]), digest_size=16).digest()
        if self.waiting is not None:
            position = self.position.with_chance(_key(path))
            return replace(self, path=path, waiting=None)._after(position, self.waiting)
        drawn = self.drawn + 1
        if drawn < deal_draws(self.parameters):
            return replace(self, path=path, drawn=drawn)
        position = self.parameters.deal(_key(path))
        return replace(self, path=path, drawn=drawn, dealt=position, memory=Memory(None, position))

    def play(self, action: int) -> Node:
        """What follows from a decision."""
        if action not in self.legal:
            self._refuse(action)
        position = self.position.copy()
        before = position.chance_used
        following = self._after(position, action)
        if position.chance_used != before:
            return replace(self, waiting=action)
        return following

    def _after(self, position: Position, action: int) -> Node:
        """``position`` with the action played; it must be a copy."""
        seat = position.actor
        assert seat is not None
        position.apply(action)
        memory = Memory(self.memory, position, seat, action)
        return replace(self, dealt=position, memory=memory, decisions=self.decisions + 1)

    def _refuse(self, action: int) -> None:
        if self.player == OVER:
            raise IllegalAction("the game is over; nothing can be played any more")
        self.position.check(action)

    def guess(self, seat: int, noise: bytes) -> Node:
        """A node that ``seat`` cannot tell from this one."""
        path = hashlib.blake2b(noise, digest_size=16).digest()
        position = self.position.guess(seat, _key(path))
        return replace(self, path=path, dealt=position, memory=self.remembered.kept_by(seat, position))

    def returns(self) -> list[float]:
        """What the game was worth to every seat; nothing before its end, nor if it was cut off."""
        players = self.parameters.players
        if self.player != OVER or not self.position.over:
            return [0.0] * players
        if players == 1:
            return [max(-MOST_POINTS, min(MOST_POINTS, float(self.position.scores[0])))]
        places = self.position.ranks
        return [sum((other > own) - (other < own) for other in places) / (players - 1) for own in places]

    def __deepcopy__(self, memo: Any) -> Node:
        return self


MOST_POINTS = 1000.0
"""The bound of what a game for one can be worth."""


def deal_draws(parameters: SpielParameters) -> int:
    """How many chance nodes a deal takes."""
    return 1 if parameters.sampled else DEAL_DRAWS


def _key(path: bytes) -> Key:
    return np.frombuffer(path, "<u8").astype(np.uint64)
