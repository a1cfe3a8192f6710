"""What a bot is: something that decides for a seat from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from parapegma.core.position import Position

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True)
class Limits:
    """How long a bot may think: iterations, seconds, whichever ends first; none of them is no limit."""

    iterations: int | None = None
    seconds: float | None = None
    thorough: bool = False
    """Whether all of it is used, even where more thought would not change the decision: for analysis."""

    def within(self, other: Limits | None) -> Limits:
        """The tighter of two limits.

        >>> Limits(iterations=800).within(Limits(seconds=0.5))
        Limits(iterations=800, seconds=0.5, thorough=False)
        """
        if other is None:
            return self
        return Limits(
            _least(self.iterations, other.iterations),
            _least(self.seconds, other.seconds),
            self.thorough or other.thorough,
        )


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Evaluation:
    """A decision, and what the bot thinks about it."""

    action: int
    values: list[float] = field(default_factory=list)
    """What each seat can expect, from 0 to 1."""
    visits: dict[int, int] = field(default_factory=dict)
    """How often the search tried each action."""
    line: list[int] = field(default_factory=list)
    """How it thinks the game goes on."""
    iterations: int = 0
    hurried: bool = False
    """Whether the clock ended its thought before half of its iterations were done: it may play weaker."""


class Bot(Protocol):
    """Decides for the seat that is to move; it may be subclassed for what most bots have in common.

    It is handed a position in which all that the seat cannot know has been dealt anew: it could not
    cheat if it wanted to. One bot sits in one seat of one table, so it may remember what it thought.
    """

    limits: Limits = NO_LIMITS
    """How long it thinks by itself; with seconds, its choices depend on the machine."""

    memory: int = 0
    """How many bytes it keeps between two decisions."""

    trees: int = 1
    """How many trees it grows about one decision: as many workers of a browser can share the work."""

    def think(self, position: Position, seat: int, limits: Limits | None = None) -> Evaluation:
        """Decide for a seat, within the bot's own limits and those given.

        >>> from parapegma.bots.levels import bot_named
        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> bot_named("greedy", position.game, seed=1).think(position, 1).action in position.legal()
        True
        """
        ...

    def forget(self) -> None:
        """Drop what it keeps between two decisions; it only has to think again.

        >>> from parapegma import find_game
        >>> from parapegma.bots.levels import bot_named
        >>> bot_named("light", find_game("pacal"), seed=1).forget()
        """
        return


def _least(one: _Number | None, other: _Number | None) -> _Number | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)
