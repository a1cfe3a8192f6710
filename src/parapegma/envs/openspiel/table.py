"""Where a game stands, for OpenSpiel: the rules' state, what waits for chance, what has been drawn so far.

Chance in the rules is a key in the state, and ``apply`` uses it as it goes. A planner that copies such a
state would see the dice before they fall. So a decision that draws random numbers is not carried out at
once: the table waits at a chance node, and the outcome that is chosen there gives the state a new key first.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, copy_of
from parapegma.core.warmup import prepare_once
from parapegma.envs.openspiel.memory import Memory
from parapegma.envs.openspiel.setting import Setting
from parapegma.errors import IllegalAction

CHANCE, OVER = -1, -4
"""OpenSpiel's numbers for whoever is not a seat."""
DEAL_DRAWS, DEAL_OUTCOMES = 4, 256
"""The deal is drawn byte by byte, so that there are more than four thousand million deals."""


@dataclass(frozen=True, eq=False)
class Table:
    """Never changed: a decision makes another table, and copies of an OpenSpiel state share one."""

    setting: Setting
    path: bytes = b""
    """A fingerprint of all outcomes of chance so far; the next key is made from it."""
    drawn: int = 0
    """How many outcomes the deal has had."""
    states: States | None = None
    memory: Memory | None = None
    decisions: int = 0
    waiting: int | None = None
    """The action that waits for chance."""

    @cached_property
    def player(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        if self.states is None or self.waiting is not None:
            return CHANCE
        seat = engine.actor(self.states)
        return OVER if seat < 0 or self.decisions >= self.setting.max_game_length else seat

    @cached_property
    def legal(self) -> list[int]:
        return engine.legal(self.dealt) if self.player >= 0 else []

    @property
    def outcomes(self) -> int:
        """How many outcomes chance has now, each as likely as the others."""
        if self.setting.sampled or self.states is not None:
            return self.setting.chance_outcomes
        return DEAL_OUTCOMES

    @property
    def dealt(self) -> States:
        if self.states is None:
            raise IllegalAction("nothing has been dealt yet: chance comes first")
        return self.states

    @property
    def remembered(self) -> Memory:
        assert self.memory is not None
        return self.memory

    def draw(self, outcome: int, noise: bytes = b"") -> Table:
        """What follows from an outcome of chance."""
        if not 0 <= outcome < self.outcomes:
            raise IllegalAction(f"there is no outcome {outcome}; outcomes are 0 to {self.outcomes - 1}")
        path = hashlib.blake2b(self.path + noise + bytes([outcome]), digest_size=16).digest()
        if self.waiting is not None:
            states = copy_of(self.dealt)
            states[0]["key"] = np.frombuffer(path, "<u8")
            states[0]["counter"] = 0
            return replace(self, path=path, waiting=None)._after(states, self.waiting)
        drawn = self.drawn + 1
        if drawn < deal_draws(self.setting):
            return replace(self, path=path, drawn=drawn)
        game = self.setting.game
        prepare_once(game)
        dealt = engine.deal(game.state, self.setting.encoded(), np.frombuffer(path, "<u8").astype(np.uint64))
        return replace(self, path=path, drawn=drawn, states=dealt, memory=Memory(game, None, dealt))

    def play(self, action: int) -> Table:
        """What follows from a decision."""
        if action not in self.legal:
            raise IllegalAction(self._refusal(action))
        states = copy_of(self.dealt)
        before = states[0]["counter"]
        following = self._after(states, action)
        if states[0]["counter"] != before:
            return replace(self, waiting=action)
        return following

    def _after(self, states: States, action: int) -> Table:
        """``states`` with the action played; they must be a copy."""
        seat = engine.actor(states)
        engine.apply(states, action)
        memory = Memory(self.setting.game, self.memory, states, seat, action)
        return replace(self, states=states, memory=memory, decisions=self.decisions + 1)

    def _refusal(self, action: int) -> str:
        game = self.setting.game
        if self.player == OVER:
            return "the game is over; nothing can be played any more"
        if not 0 <= action < game.action_count:
            return f"there is no action {action}; actions are numbered 0 to {game.action_count - 1}"
        why = game.actions.explain(self.dealt, action) or "it is not possible now"
        return f"{game.actions.describe(self.dealt, action).notation!r} is not legal: {why}"

    def guess(self, seat: int, noise: bytes) -> Table:
        """A table that ``seat`` cannot tell from this one."""
        path = hashlib.blake2b(noise, digest_size=16).digest()
        states = engine.determinize(self.dealt, seat, np.frombuffer(path, "<u8").astype(np.uint64))
        memory = self.remembered.kept_by(seat, states, self.setting.players)
        return replace(self, path=path, states=states, memory=memory)

    def returns(self) -> list[float]:
        """What the game was worth to every seat; nothing before its end, nor if it was cut off."""
        players = self.setting.players
        if self.player != OVER or engine.actor(self.dealt) >= 0:
            return [0.0] * players
        if players == 1:
            return [max(-MOST_POINTS, min(MOST_POINTS, float(engine.scores(self.dealt)[0])))]
        places = engine.ranks(self.dealt)
        return [sum((other > own) - (other < own) for other in places) / (players - 1) for own in places]

    def __deepcopy__(self, memo: Any) -> Table:
        return self


MOST_POINTS = 1000.0
"""The bound of what a game for one can be worth."""


def deal_draws(setting: Setting) -> int:
    """How many chance nodes a deal takes."""
    return 1 if setting.sampled else DEAL_DRAWS
