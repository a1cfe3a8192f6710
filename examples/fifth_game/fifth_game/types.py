"""Fifth Game: the types of its views, actions and log entries."""

import msgspec

from fifth_game.state import Ending, Phase
from parapegma.core import view
from parapegma.core.action import Action
from parapegma.core.log import LogEntry


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has."""

    hand: list[int] | None
    """Its cards; hidden from others."""
    hand_size: int
    played: int | None
    """Its card in this trick."""
    points: int


class View(view.View, frozen=True, kw_only=True, tag="fifth_game"):
    """What one seat, or a spectator, may see."""

    phase: Phase
    seats: list[Seat]
    leader: int
    deck: int
    """How many cards are left to draw."""
    gone: list[int]
    """Cards of earlier tricks."""
    ended: Ending | None


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Play a card."""

    card: int


class Played(LogEntry, frozen=True, kw_only=True, tag="played"):
    """A card was played."""

    card: int


class Won(LogEntry, frozen=True, kw_only=True, tag="won"):
    """A trick was won."""

    points: int


class Drew(LogEntry, frozen=True, kw_only=True, tag="drew"):
    """A card was drawn; which, only its owner knows."""

    card: int | None


class Ended(LogEntry, frozen=True, kw_only=True, tag="ended"):
    """The game ended."""

    how: Ending


ACTIONS: tuple[type[Action], ...] = (Play,)
LOG_ENTRIES: tuple[type[LogEntry], ...] = (Played, Won, Drew, Ended)
