"""Ophiuchus: the types of its views, actions and log entries."""

from __future__ import annotations

from typing import Literal

import msgspec

from parapegma.core import view
from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.games.ophiuchus.state import ClosedZone, Deal, Direction, Ending, EndMode, Phase

Halves = tuple[str, str]
"""The marks of half A and half B as letters; a blank half is empty."""
Way = tuple[int, int, Direction, tuple[int, int, int], list[str], bool]
"""A way to lay a tile: x and y of half A, where half B is, the sums of the three new rows (along the tile,
across half A, across half B), the cards it matches, whether it earns the bonus."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the table."""

    thirteen_bonus: bool
    end_mode: EndMode
    end_when_all_cards_taken: bool
    closed_zone: ClosedZone
    deal: Deal


class LaidTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that lies in the sky."""

    tile: str
    x: int
    """Of half A."""
    y: int
    facing: Direction
    halves: Halves


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What the components set."""

    grid: int
    row: int
    penalty: int


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """The smallest rectangle round the sky."""

    west: int
    east: int
    north: int
    south: int


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A constellation card."""

    shape: Literal["line", "square"]
    size: int
    rule: Literal["given", "equal", "different"]
    symbol: str
    points: int


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has."""

    hand: list[str] | None
    """Its tiles; hidden from others until the game is over."""
    hand_size: int
    cards: list[str]
    tokens: int
    score: int


class View(view.View, frozen=True, kw_only=True, tag="ophiuchus"):
    """What one seat, or a spectator, may see."""

    phase: Phase
    start: int
    """The seat that began."""
    options: Options
    sky: list[LaidTile]
    """In the order in which the tiles were laid."""
    limits: Limits
    box: Box
    reserve: int
    """Tiles to draw from."""
    supply: int
    """Tokens left."""
    firmament: list[str]
    """Cards that nobody has won."""
    cards: dict[str, Card]
    seats: list[Seat]
    tiles: dict[str, Halves]
    unseen: list[str]
    """Tiles that lie in no place the viewer can see."""
    away: list[str]
    """Tiles out of play: only in positions set up by hand."""
    picked: str | None
    """The tile that the viewer has taken up."""
    square: tuple[int, int] | None
    """The square that the viewer has chosen for half A."""
    playable: list[str] | None
    """Tiles of the viewer that can be laid, while he lays."""
    placements: dict[str, list[Way]] | None
    """Every way to lay each of the viewer's tiles, while he lays."""
    matched: list[str]
    """Cards to choose from in the phase claim."""
    ended: Ending | None
    title: str | None
    """What the score of a game for one has earned."""


class Take(Action, frozen=True, kw_only=True, tag="take"):
    """Take up a tile to lay."""

    tile: str


class At(Action, frozen=True, kw_only=True, tag="at"):
    """Choose the square of half A."""

    x: int
    y: int


class Facing(Action, frozen=True, kw_only=True, tag="facing"):
    """Choose where half B lies."""

    facing: Direction


class Claim(Action, frozen=True, kw_only=True, tag="claim"):
    """Claim one of several cards that are matched."""

    card: str


class TakeToken(Action, frozen=True, kw_only=True, tag="token"):
    """Take a prize token for a row of exactly 13."""


class DrawTwo(Action, frozen=True, kw_only=True, tag="draw two"):
    """Draw two tiles for a row of exactly 13."""


class Return(Action, frozen=True, kw_only=True, tag="return"):
    """Put a tile back after drawing two."""

    tile: str


ACTIONS: tuple[type[Action], ...] = (Take, At, Facing, Claim, TakeToken, DrawTwo, Return)

ACTION_RULES: dict[str, tuple[str, ...]] = {
    "take": ("OP-3.2",),
    "at": ("OP-4.1", "OP-4.2"),
    "facing": ("OP-4.1", "OP-4.4"),
    "claim": ("OP-5.8",),
    "token": ("OP-6.5",),
    "draw two": ("OP-6.6",),
    "return": ("OP-6.6",),
}
"""The rules to read about a decision, by how its notation begins; where there are none, the phase has one."""


class Laid(LogEntry, frozen=True, kw_only=True, tag="laid"):
    """A tile was laid."""

    tile: str
    placement: str
    """As records write it."""


class Claimed(LogEntry, frozen=True, kw_only=True, tag="claimed"):
    """A card was won."""

    card: str
    points: int


class TookToken(LogEntry, frozen=True, kw_only=True, tag="token"):
    """A prize token was taken."""


class Drew(LogEntry, frozen=True, kw_only=True, tag="drew"):
    """A tile was drawn, which only the drawer sees."""

    tile: str | None


class Returned(LogEntry, frozen=True, kw_only=True, tag="returned"):
    """A tile was put back, which only its owner sees."""

    tile: str | None


class Passed(LogEntry, frozen=True, kw_only=True, tag="passed"):
    """A seat could lay no tile."""


class Ended(LogEntry, frozen=True, kw_only=True, tag="ended"):
    """The game is over."""

    how: Ending


LOG_ENTRIES: tuple[type[LogEntry], ...] = (Laid, Claimed, TookToken, Drew, Returned, Passed, Ended)
