"""One game stepped from Python with little to pay for it: what the environments of single games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from parapegma.bots.compiled.playout import ROWS
from parapegma.core.compiled import entry_points
from parapegma.core.compiled.arrays import MOST_CHOICES, as_argument, new_states
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Game, find_game
from parapegma.core.match import Seed
from parapegma.core.warmup import prepare_once
from parapegma.envs.arrays import Array, Arrays
from parapegma.envs.compiled import stepping
from parapegma.envs.settings import settings
from parapegma.errors import IllegalAction

_GO_ON, _STEP = stepping.GO_ON, stepping.step


class Table:
    """A game, its state, and what the last step wrote."""

    def __init__(self, game: str | Game, players: int | None, options: dict[str, Any], **how: Any) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players, self.options = self.game.check(players, options)
        self.settings = settings(reset="never", **how)
        self._refuses = int(self.settings[stepping.ILLEGAL]) == stepping.REFUSE
        self.states = new_states(self.game.state)
        self.row = np.zeros(1, stepping.TABLE)
        self.arrays = Arrays.room(self.game, 1, self.players)
        self.mask = self.arrays.masks[0]
        self._action = np.zeros(1, np.int64)
        encoded = np.array(self.game.encode(self.players, self.options), np.int64)
        rooms = (
            np.zeros(2, np.uint64),
            np.zeros((ROWS, MOST_CHOICES), np.int64),
            np.zeros(self.players, np.int64),
        )
        fixed = (
            self.states,
            self.row,
            encoded,
            self.settings,
            self.game.weights.array(),
            *rooms,
            self._action,
        )
        self._handed = (*map(as_argument, (*fixed, *self.arrays.all())), 0, 1)
        prepare_once(self.game)

    @property
    def actor(self) -> int:
        """The seat that decides now, or -1."""
        return int(self.arrays.actors[0])

    @property
    def ended(self) -> bool:
        return bool(self.arrays.ended[0])

    @property
    def illegal(self) -> bool:
        """Whether the last action was not legal."""
        return bool(self.row["illegal"][0])

    def begin(self, seed: Seed) -> None:
        """Deal the first game of a seed: the one a match of that seed has."""
        self.row["base"][0] = key_of_seed(seed)
        self.row["deals"] = 0
        self.redeal()

    def redeal(self, seat: int | None = None) -> None:
        """Deal the next game; a seat alone may be asked, the others then play by themselves."""
        self.row["asked"] = -1 if seat is None else 1 << seat
        self.row["learner"] = -1 if seat is None else seat
        self.row["over"] = 1
        self.settings[stepping.RESET] = stepping.NEXT_STEP
        self.go_on()
        self.settings[stepping.RESET] = stepping.STAY

    def play(self, action: Any) -> None:
        """Play an action of the seat that decides."""
        number = int(action)
        if self._refuses and not (0 <= number < self.mask.size and self.mask[number]):
            raise IllegalAction(self._complaint(number))
        self._action[0] = number if number >= 0 else -1
        _STEP(*self._handed)

    def go_on(self) -> None:
        """Let those who are not asked play until somebody is."""
        self._action[0] = _GO_ON
        _STEP(*self._handed)

    def observe(self, seat: int) -> Array:
        """What a seat sees now."""
        seen = np.empty(self.game.observation_length, np.int16)
        entry_points.observe(self._handed[0], seat, as_argument(seen))
        return seen

    def draw(self, seat: int | None, mode: str | None) -> str | None:
        """The table as text (``ansi``) or as a picture (``svg``), as a seat or a spectator sees it."""
        if mode is None:
            return None
        view = self.game.views.view(self.states, seat)
        if mode == "svg":
            return self.game.drawings.svg(view)
        from rich.console import Console

        console = Console(width=100, color_system=None, force_terminal=False)
        with console.capture() as captured:
            console.print(self.game.drawings.text(view))
        return captured.get()

    def _complaint(self, number: int) -> str:
        if not 0 <= number < self.game.action_count:
            return f"there is no action {number}; actions are numbered 0 to {self.game.action_count - 1}"
        notation = self.game.actions.describe(self.states, number).notation
        why = self.game.actions.explain(self.states, number) or "it is not possible now"
        return f"action {number}, {notation!r}, is not legal for seat {self.actor}: {why}"
