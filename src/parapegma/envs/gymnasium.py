"""Gymnasium: one learner at a table of others, alone or in thousands of games at once.

>>> import gymnasium, parapegma.envs.gymnasium
>>> env = gymnasium.make("parapegma/Ophiuchus-v2", players=2, seat=0)
>>> seen, info = env.reset(seed=7)
>>> seen.shape, int(info["action_mask"].sum())
((600,), 3)
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parapegma.bots.levels import bot_named
from parapegma.bots.runner import BotRunner
from parapegma.core.game import Game, all_games
from parapegma.core.seed import derived_seed
from parapegma.envs.arrays import Array
from parapegma.envs.single_game import SingleGame
from parapegma.envs.step_settings import OPPONENTS
from parapegma.errors import OptionError
from parapegma.extras import MissingExtra

try:
    import gymnasium

    from parapegma.envs.spaces import Actions, seeing
except ModuleNotFoundError as error:
    raise MissingExtra("a Gymnasium environment", "envs") from error

NAMESPACE = "parapegma"


class Learner(gymnasium.Env[Array, Any]):
    """One seat learns, the others are played: by ``"random"``, ``"light"`` or any other bot by name.

    ``observation="float32"`` shows numbers between -1 and 1.

    ``seat`` is the learner's seat; without it he sits anywhere, by chance. ``info["action_mask"]`` and
    ``action_masks()`` say what is legal. An illegal action loses the game unless ``illegal`` says otherwise.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self, game: str | Game, players: int | None = None, seat: int | None = None,
        opponents: str = "random", reward: str = "places", illegal: str = "lose",
        render_mode: str | None = None, observation: str = "int16", **options: Any,
    ) -> None:  # fmt: skip
        inside = opponents in OPPONENTS
        self.single_game = SingleGame(
            game, players, options, reward=reward, illegal=illegal,
            opponents=opponents if inside else "random", turning=inside and seat is None,
        )  # fmt: skip
        if seat is not None and seat not in range(self.single_game.players):
            raise OptionError(f"there is no seat {seat!r}; seats are 0 to {self.single_game.players - 1}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise OptionError(f"render_mode cannot be {render_mode!r}; it must be 'ansi' or 'svg'")
        self.render_mode = render_mode
        self.fixed_seat = seat
        self.seat = seat or 0
        self._thinking = None if inside else opponents
        self._runner = BotRunner(self.single_game.game, 0)
        if not inside:
            bot_named(opponents, self.single_game.game)
        self.observation_space, self._shown = seeing(self.single_game.game, observation)
        self.action_space = Actions(self.single_game.game.action_count)
        self._dealt = False
        self._owed = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal: a new seed, or the next game of the last one."""
        super().reset(seed=seed)
        if seed is not None or not self._dealt:
            first = int(self.np_random.integers(2**62)) if seed is None else seed
            self.single_game.set_seed(first)
            self._dealt = True
        while True:
            if self._thinking:
                self._seat_bots()
            self.single_game.deal(None if self._thinking else self.seat)
            if self.fixed_seat is None and not self._thinking:
                self.seat = self.single_game.learner
            self._owed = self._let_bots_play()
            # In rare deals the bots end the game before the learner is asked.
            if not self.single_game.ended:
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and all the others do until he is asked again."""
        if not self._dealt:
            raise OptionError("call reset() first")
        self.single_game.play(action)
        lost = self.single_game.illegal and self.single_game.ended
        reward = self._owed + float(self.single_game.arrays.rewards[0, self.seat])
        self._owed = 0.0
        if not lost:
            reward += self._let_bots_play()
        return self._seen(), reward, self.single_game.ended, False, self._info()

    def action_masks(self) -> Array:
        """The legal actions as truths, as sb3-contrib asks for them."""
        masks: Array = self.single_game.mask.astype(np.bool_)
        return masks

    def render(self) -> Any:
        """The table as the learner sees it."""
        return self.single_game.render(self.seat, self.render_mode)

    def _seat_bots(self) -> None:
        """New bots for a new deal, and a seat for the learner if he has none of his own."""
        game = self.single_game
        seed = derived_seed("learner", game.seed_text, game.dealt)
        if self.fixed_seat is None:
            self.seat = seed % game.players
        self._runner = BotRunner(game.game, seed)

    def _let_bots_play(self) -> float:
        """Bots that think are asked here; those that only follow a policy have played inside the step.

        Returns what their decisions have brought the learner.
        """
        game, brought = self.single_game, 0.0
        while self._thinking and not game.ended and game.actor != self.seat:
            game.play(self._runner.ask(self._thinking, game.position, game.decisions).action)
            brought += float(game.arrays.rewards[0, self.seat])
        return brought

    def _seen(self) -> Array:
        if self._thinking:
            return self._shown(self.single_game.position.observe(self.seat))
        return self._shown(self.single_game.seen)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.single_game.mask.copy()}


def env_id(game: Game) -> str:
    """The name Gymnasium knows a game by: the letters of its title, and its version."""
    letters = "".join(letter for letter in game.title.title().replace("'S", "s") if letter.isalpha())
    return f"{letters}-v{game.environment}"


def register() -> None:
    """Tell Gymnasium of every game."""
    for game in all_games():
        name = f"{NAMESPACE}/{env_id(game)}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="parapegma.envs.gymnasium:Learner",
                vector_entry_point="parapegma.envs.vector:Learners",
                kwargs={"game": game.name},
            )


register()
