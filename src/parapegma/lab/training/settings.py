"""What is to be trained, and how: checked before anything begins, kept beside what comes of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from parapegma.core.game import Game, find_game
from parapegma.envs.step_settings import choice
from parapegma.errors import OptionError

REWARDS = {"wins": 0.0, "places": 1.0, "both": 0.5}
"""What a finished game is worth: how much of it is paid by place, the rest for the first place alone."""


@dataclass(frozen=True)
class TrainingSettings:
    """Everything that decides what is learnt: the same settings give the same network on one machine."""

    game: str
    seed: int = 1
    players: tuple[int, ...] = ()
    """Numbers of players that are played side by side; all but one alone if none is named."""
    variants: bool = False
    """Whether half of the games are played with options other than the usual."""
    games: int = 512
    """Games at a time."""
    steps: int = 64
    """Decisions in each game between two updates."""
    decisions: int = 20_000_000
    """Decisions in all: rates of learning and of chance fall towards their end."""
    wide: int = 192
    narrow: int = 48
    reward: str = "wins"
    limit: int = 1000
    """Games are cut after so many decisions, and paid by place as they stand."""
    rate: float = 5e-4
    minibatch: int = 1024
    passes: int = 2
    """How often each decision is learnt from."""
    entropy: float = 0.02
    """How much is given for keeping to chance, so that nothing is settled too early."""
    trace: float = 0.97
    """How much of what is expected later counts for a decision (lambda)."""

    def checked(self) -> TrainingSettings:
        """The same, with the numbers of players filled in; a sentence says what is wrong."""
        game = find_game(self.game)
        several = tuple(seats for seats in game.players if seats > 1)
        for seats in self.players:
            if seats not in several:
                known = ", ".join(map(str, several))
                raise OptionError(f"{self.game} is trained with {known} players, not with {seats}")
        choice("reward", self.reward, dict.fromkeys(REWARDS, 0))
        whole = ("games", "steps", "decisions", "wide", "narrow", "limit", "minibatch", "passes")
        for name in whole:
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise OptionError(f"{name} must be a whole number from 1, not {value!r}")
        if max(self.wide, self.narrow) > 1024:
            raise OptionError("a layer of a network has at most 1024 numbers")
        if not 0 <= self.entropy < 1:
            raise OptionError(f"entropy must be from 0 to below 1, not {self.entropy!r}")
        if not 0 < self.rate < 1:
            raise OptionError(f"the rate of learning must be between 0 and 1, not {self.rate!r}")
        found = asdict(self) | {"players": self.players or several}
        return TrainingSettings(**found)

    def as_data(self) -> dict[str, Any]:
        """As data, for the log and for the file of the network."""
        return asdict(self) | {"players": list(self.players)}

    @property
    def the_game(self) -> Game:
        return find_game(self.game)
