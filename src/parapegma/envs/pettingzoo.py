"""PettingZoo: every game as an AEC environment with action masks, and as a parallel one.

>>> from parapegma.envs import pettingzoo
>>> env = pettingzoo.env("ophiuchus", players=2)
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_1'
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from parapegma.core.game import Game
from parapegma.envs.single_game import SingleGame
from parapegma.errors import IllegalAction, OptionError
from parapegma.extras import MissingExtra

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env import ParallelEnv

    from parapegma.envs.spaces import Actions, masked_space, seeing
except ModuleNotFoundError as error:
    raise MissingExtra("a PettingZoo environment", "envs") from error

Seen = dict[str, Any]
RENDER_MODES = ("ansi", "svg")
_METADATA = {"render_modes": list(RENDER_MODES), "is_parallelizable": True}


class _Common:
    """What both forms share: seats by name, spaces, seeds, drawings."""

    def _set_up(
        self, game: str | Game, players: int | None, render_mode: str | None, max_cycles: int | None,
        reward: str, illegal: str, observation: str, options: dict[str, Any],
    ) -> None:  # fmt: skip
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"render_mode cannot be {render_mode!r}; it must be 'ansi' or 'svg'")
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise OptionError(f"max_cycles must be a whole number from 1, or None, not {max_cycles!r}")
        self.single_game = SingleGame(game, players, options, reward=reward, illegal=illegal)
        self._pays_gains = reward == "gains"
        self.metadata: dict[str, Any] = {
            **_METADATA,
            "name": f"{self.single_game.game.name}_v{self.single_game.game.environment}",
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.single_game.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_action = np.zeros(self.single_game.game.action_count, np.int8)
        self.action_spaces = {
            agent: Actions(self.single_game.game.action_count) for agent in self.possible_agents
        }
        space, self._shown = seeing(self.single_game.game, observation)
        self.observation_spaces = {
            agent: masked_space(self.single_game.game, space) for agent in self.possible_agents
        }

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self.single_game.set_seed(seed)
        elif not self.single_game.dealt:
            self.single_game.set_seed(secrets.token_hex(16))
        self.single_game.deal()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        """What a seat sees, and what it may do: nothing, unless it is the seat that decides."""
        seat, game = self._seat_of[agent], self.single_game
        if seat == game.actors[0]:
            return {"observation": self._shown(game.seen), "action_mask": game.mask.copy()}
        return {
            "observation": self._shown(game.position.observe(seat)),
            "action_mask": self._no_action.copy(),
        }

    def render(self) -> Any:
        """The table as everybody may see it; who plays alone sees his hand."""
        return self.single_game.render(None, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class raw_env(_Common, AECEnv[str, Seen, int]):  # type: ignore[misc]  # noqa: N801
    """One seat after the other, as the rules ask them.

    ``max_cycles`` is the most decisions of each seat: it is then truncated, and chance plays for it until
    all are. ``illegal`` says what an illegal action does: ``"refuse"`` raises an error, ``"lose"`` ends the
    game and costs the seat -1, ``"random"`` plays a random legal one instead.
    """

    def __init__(
        self, game: str | Game, players: int | None = None, render_mode: str | None = None,
        max_cycles: int | None = None, reward: str = "places", illegal: str = "refuse",
        observation: str = "int16", **options: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self._set_up(game, players, render_mode, max_cycles, reward, illegal, observation, options)
        self._left: list[int] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: a new seed, or the next game of the last one."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._left = [self.max_cycles or 0] * self.single_game.players
        self.agent_selection = self.possible_agents[self.single_game.actor]

    def step(self, action: Any) -> None:
        """Play an action of the seat that decides; None for a seat whose game is over."""
        agents = getattr(self, "agents", None)
        if not agents:
            raise IllegalAction(
                "call reset() first" if agents is None else "the game is over; call reset() for another"
            )
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.single_game
        game.play(action)
        if self._pays_gains:
            self._cumulative_rewards[agent] = 0.0
            self._pay()
        actor = game.actors[0]
        if self.max_cycles is None and actor >= 0:
            self.agent_selection = self.possible_agents[actor]
            return
        self._count(agent)
        if game.ended:
            self._finish()
        elif not self.truncations[agent]:
            self.agent_selection = self.possible_agents[game.actor]

    def _count(self, agent: str) -> None:
        """One decision less for a seat; chance takes over when it has none left."""
        game, seat = self.single_game, self._seat_of[agent]
        self._left[seat] -= 1
        if self.max_cycles is None or game.ended or self._left[seat] > 0:
            return
        self.truncations[agent] = True
        game.stop_asking(seat)
        if not all(self.truncations[other] for other in self.agents):
            if game.actor == seat:
                game.go_on()
                if self._pays_gains:
                    self._pay()
            if not game.ended:
                self.agent_selection = self.possible_agents[game.actor]
                self._deads_step_first()

    def _pay(self) -> None:
        """Add what a step has brought to what each seat is told when it is asked."""
        for agent in self.agents:
            reward = float(self.single_game.arrays.rewards[0, self._seat_of[agent]])
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _finish(self) -> None:
        if not self._pays_gains:
            # At the end alone, so nothing has come together before.
            self._pay()
        self.terminations.update(dict.fromkeys(self.agents, True))
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]


class parallel_env(_Common, ParallelEnv[str, Seen, int]):  # type: ignore[misc]  # noqa: N801
    """All seats at once: only the action of the seat that decides counts; the masks of the others are empty.

    ``max_cycles`` is the most steps, after which all seats are truncated.
    """

    def __init__(
        self, game: str | Game, players: int | None = None, render_mode: str | None = None,
        max_cycles: int | None = None, reward: str = "places", illegal: str = "refuse",
        observation: str = "int16", **options: Any,
    ) -> None:  # fmt: skip
        self._set_up(game, players, render_mode, max_cycles, reward, illegal, observation, options)
        self._steps = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal: a new seed, or the next game of the last one."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Play the action of the seat that decides."""
        if not getattr(self, "agents", None):
            raise IllegalAction("there is no game; call reset()")
        decides = self.possible_agents[self.single_game.actor]
        if decides not in actions:
            raise IllegalAction(f"it is {decides} that decides now, and there is no action of it")
        self.single_game.play(actions[decides])
        self._steps += 1
        cut = not self.single_game.ended and self.max_cycles is not None and self._steps >= self.max_cycles
        seats = self.agents
        paid = self.single_game.arrays.rewards[0]
        told: tuple[Any, ...] = (
            {agent: self.observe(agent) for agent in seats},
            {agent: float(paid[self._seat_of[agent]]) for agent in seats},
            dict.fromkeys(seats, self.single_game.ended),
            dict.fromkeys(seats, cut),
            {agent: {} for agent in seats},
        )
        if self.single_game.ended or cut:
            self.agents = []
        return told


def env(game: str | Game, players: int | None = None, **how: Any) -> raw_env:
    """An AEC environment of a game, as :class:`raw_env` is: order and legality are checked there already."""
    return raw_env(game, players, **how)
