"""One game stepped from Python with little to pay for it: what the environments of single games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.bound_call import bound_call
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.position import Position
from parapegma.core.seed import Seed
from parapegma.core.warmup import prepare_once
from parapegma.envs.arrays import Array, Arrays
from parapegma.envs.compiled import stepping
from parapegma.envs.step_settings import step_settings

_GO_ON = stepping.GO_ON
_BOUND = ("actors", "mask", "seen", "_action", "_ended", "_legal", "_step")
"""What only makes sense together with the arrays of this very object."""


class SingleGame:
    """A position that is stepped in compiled code, and what the last step wrote."""

    def __init__(self, game: str | Game, players: int | None, options: dict[str, Any], **how: Any) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players, self.options = self.game.check(players, options)
        self.settings = step_settings(reset="never", **how)
        self._refuses = int(self.settings[stepping.ILLEGAL]) == stepping.REFUSE
        self.position = Position(self.game, new_states(self.game.state))
        """Where the game stands; only a step may change it."""
        self.episode = np.zeros(1, stepping.EPISODE)
        self.arrays = Arrays.allocate(self.game, 1, self.players)
        prepare_once(self.game)
        self._bind()

    def _bind(self) -> None:
        """Make what compiled code is handed with every step; all of it is this object's own memory."""
        self.mask: Array = self.arrays.masks[0]
        """1 for every action that is legal now."""
        self.seen: Array = self.arrays.observations[0]
        """What the seat that decides sees."""
        # Single numbers are read and written through views of memory: that takes a third of the time.
        self.actors = self.arrays.actors.data
        """The seat that decides now, or -1."""
        self._ended = self.arrays.ended.data
        self._legal = self.mask.data
        action = np.zeros(1, np.int64)
        self._action = action.data
        scratch = (
            np.zeros(2, np.uint64),
            np.zeros((ROWS, MOST_CHOICES), np.int64),
            np.zeros(self.players, np.int64),
        )
        fixed = (
            self.position.states,
            self.episode,
            np.array(self.game.encode(self.players, self.options), np.int64),
            self.settings,
            self.game.weights.array(),
            *scratch,
            action,
        )
        self._step = bound_call(stepping.step, *map(as_argument, (*fixed, *self.arrays.all())), 0, 1)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _BOUND}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()

    @property
    def actor(self) -> int:
        """The seat that decides now, or -1."""
        actor: int = self.actors[0]
        return actor

    @property
    def ended(self) -> bool:
        """Whether the last step ended the game."""
        return bool(self._ended[0])

    @property
    def illegal(self) -> bool:
        """Whether the last action was not legal."""
        return bool(self.episode["illegal"][0])

    @property
    def dealt(self) -> int:
        """How many games of the seed have been dealt."""
        return int(self.episode["deals"][0])

    @property
    def decisions(self) -> int:
        """How many decisions of this game came from outside."""
        return int(self.episode["made"][0])

    @property
    def learner(self) -> int:
        """The only seat that is asked, or -1."""
        return int(self.episode["learner"][0])

    @property
    def seed_text(self) -> str:
        """The seed of all deals as a match takes it."""
        return "key:" + np.asarray(self.episode["base"][0], "<u8").tobytes().hex()

    def set_seed(self, seed: Seed) -> None:
        """Let the next deal be the first game of a seed: the one a match of that seed has."""
        self.episode["base"][0] = key_of_seed(seed)
        self.episode["deals"] = 0

    def deal(self, seat: int | None = None) -> None:
        """Deal the next game; a seat alone may be asked, the others then play by themselves."""
        self.episode["asked"] = -1 if seat is None else 1 << seat
        self.episode["learner"] = -1 if seat is None else seat
        self.episode["over"] = 1
        self.settings[stepping.RESET] = stepping.NEXT_STEP
        self.go_on()
        self.settings[stepping.RESET] = stepping.STAY

    def stop_asking(self, seat: int) -> None:
        """Let chance decide for a seat from now on."""
        self.episode["asked"][0] &= ~(1 << seat)

    def play(self, action: Any) -> None:
        """Play an action of the seat that decides."""
        number = int(action)
        if self._refuses and not (0 <= number < len(self._legal) and self._legal[number]):
            self.position.check(number)
        self._action[0] = number if number >= 0 else -1
        self._step()

    def go_on(self) -> None:
        """Let those who are not asked play until somebody is."""
        self._action[0] = _GO_ON
        self._step()

    def render(self, seat: int | None, mode: str | None) -> str | None:
        """The table as text (``ansi``) or as a picture (``svg``), as a seat or a spectator sees it."""
        if mode is None:
            return None
        return self.position.picture(seat) if mode == "svg" else self.position.draw(seat)
