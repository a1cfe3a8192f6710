"""Pacal's Rocket: the types of its views, actions and log entries."""

from __future__ import annotations

from typing import Literal

import msgspec

from parapegma.core import view
from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.games.pacal.state import Ending, Manner, Phase

Die = int | Literal["arrows"] | None
"""What the die shows; nothing before it is rolled."""
Water = Literal["river", "lake", "both"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of the table."""

    expert: bool
    ship_contents: Literal["open", "memory"]
    two_stones: Literal["own_first", "independent"]
    duplicate_insert: Literal["allow", "forbid"]
    path_rule: Literal["self_avoiding", "no_reversal"]
    first_round_sacred: bool
    auto_lowest_sacred: bool
    gaps_must_be_empty: bool
    tie_scores: bool
    water_scoring: Literal["separate", "combined"]
    two_player_end: Literal["immediate", "finish_round"]
    die_faces: str
    max_rounds: int


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The board as it lies on the table: it never changes during a game. Cells are named like ``F9``."""

    name: str
    rows: list[str]
    """The letter of each cell's district, row by row from the north."""
    sacred: str
    """The letter of the Sacred district."""
    lake: list[str]
    covered: list[str]
    river: list[tuple[str, str]]
    """Pairs of cells between which the river flows."""
    river_bank: list[str]
    lake_shore: list[str]


class District(msgspec.Struct, frozen=True, kw_only=True):
    """A district that is not covered; lists are by seat."""

    value: int
    strengths: list[int]
    leaders: list[int]
    """Seats with the greatest strength."""
    points: list[int]
    """What it would give at the end."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has."""

    colour: str
    score: int
    ship: str | None
    """Its cell; a lifted ship's is the one it left."""
    aboard: list[int] | None
    """What the ship holds, by the colour's seat; hidden where people have to remember it."""
    supply: int
    stones: list[str]
    pyramids: dict[str, int]
    """Cells and heights."""
    stock: dict[int, int]
    """Pyramids that are not built, by height."""
    sacred: list[int]
    """Values of the sacred stones kept."""


class Ends(msgspec.Struct, frozen=True, kw_only=True):
    """Where a ship may go, by the stones that may be put into play then."""

    two_stones: list[str]
    one_stone: list[str]


class Construction(msgspec.Struct, frozen=True, kw_only=True):
    """A pyramid that may be built, and what it would give now."""

    cell: str
    cells: list[str]
    """The constellation."""
    pattern_height: int
    height: int | None
    """Still to be chosen where it is not given, and the points with it."""
    points: int | None


class FinalPoints(msgspec.Struct, frozen=True, kw_only=True):
    """What the final scoring gives, or would give now."""

    river: int
    lake: int
    districts: int
    sacred: int


class View(view.View, frozen=True, kw_only=True, tag="pacal"):
    """What one seat, or a spectator, may see."""

    phase: Phase
    start: int
    """The seat that began the round."""
    round: int
    die: Die
    allowance: int
    """Stones that may still be put into play this turn."""
    threshold: int
    last_round: bool
    options: Options
    board: Board
    districts: dict[str, District]
    waters: dict[Water, list[int]]
    """Every seat's storeys at each water."""
    seats: list[Seat]
    ends: Ends
    paths: dict[str, list[str]]
    """While a ship moves: one way to each end cell of a move with turns."""
    buildable: list[str]
    builds: list[Construction]
    target: int | None
    """The seat whose ship a recovered stone goes to."""
    build_cell: str | None
    pattern_height: int | None
    constellation: list[str]
    outlook: list[FinalPoints]
    final: list[FinalPoints] | None
    ended: Ending | None


class CellAction(Action, frozen=True, kw_only=True):
    """Choose a cell."""

    cell: str


class Place(CellAction, frozen=True, kw_only=True, tag="place"):
    """Place the ship."""


class Move(CellAction, frozen=True, kw_only=True, tag="move"):
    """Move the ship."""


class SetDown(CellAction, frozen=True, kw_only=True, tag="set"):
    """Set the ship on a free cell."""


class Recover(CellAction, frozen=True, kw_only=True, tag="recover"):
    """Take a visible stone from the board, to use it at once."""


class Build(CellAction, frozen=True, kw_only=True, tag="build"):
    """Choose the cell to build on."""


class OtherCell(CellAction, frozen=True, kw_only=True, tag="cell"):
    """A cell where no cell is asked for."""


class DiscardSacred(Action, frozen=True, kw_only=True, tag="sacred"):
    """Discard a sacred stone."""

    value: int


class InsertOwn(Action, frozen=True, kw_only=True, tag="own"):
    """Put a stone into the own ship."""


class InsertOther(Action, frozen=True, kw_only=True, tag="other"):
    """Put a stone into the ship of another."""

    seat: int | None
    """Whose ship; nobody's where fewer play."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Do nothing."""


class UseConstellation(Action, frozen=True, kw_only=True, tag="with"):
    """Choose the constellation to build with."""

    cells: list[str]
    height: int


class OtherPattern(Action, frozen=True, kw_only=True, tag="pattern"):
    """A pattern that does not fit on the board, or where none is asked for."""

    pattern: int


class ChooseHeight(Action, frozen=True, kw_only=True, tag="height"):
    """Choose the height of the pyramid."""

    height: int


ACTIONS: tuple[type[Action], ...] = (
    Place, Move, SetDown, Recover, Build, OtherCell, DiscardSacred, InsertOwn, InsertOther, Pass,
    UseConstellation, OtherPattern, ChooseHeight,
)  # fmt: skip

ACTION_RULES: dict[str, tuple[str, ...]] = {
    "place": ("PR-2.5",),
    "set": ("PR-4.21", "PR-4.26"),
    "sacred": ("PR-4.21", "PR-4.22"),
    "own": ("PR-5.1", "PR-5.2", "PR-5.4"),
    "other": ("PR-5.1", "PR-5.3"),
    "recover": ("PR-5.8",),
    "build": ("PR-6.2", "PR-6.8", "PR-7.3"),
    "with": ("PR-6.2",),
    "height": ("PR-6.13",),
}
"""The rules to read about a decision, by how its notation begins; where there are none, the phase has one."""


class Placed(LogEntry, frozen=True, kw_only=True, tag="placed"):
    """A ship was placed."""

    cell: str


class Rolled(LogEntry, frozen=True, kw_only=True, tag="rolled"):
    """The die was rolled."""

    die: Die
    round: int


class Returned(LogEntry, frozen=True, kw_only=True, tag="returned"):
    """Stones went back to the supply."""

    cell: str
    stones: int


class Discarded(LogEntry, frozen=True, kw_only=True, tag="discarded"):
    """A sacred stone was discarded."""

    value: int


class Moved(LogEntry, frozen=True, kw_only=True, tag="moved", rename={"left": "from"}):
    """A ship came to a cell."""

    left: str
    """The cell it comes from."""
    to: str
    how: Manner


class Inserted(LogEntry, frozen=True, kw_only=True, tag="inserted"):
    """A stone was put into a ship."""

    ship: int
    """The seat whose ship it is."""


class Recovered(LogEntry, frozen=True, kw_only=True, tag="recovered"):
    """A visible stone was taken back."""

    cell: str


class ChoseConstellation(LogEntry, frozen=True, kw_only=True, tag="constellation"):
    """A constellation was used."""

    cell: str
    cells: list[str]


class Built(LogEntry, frozen=True, kw_only=True, tag="built"):
    """A pyramid was built."""

    cell: str
    height: int
    replaced: int | None
    """The height of the pyramid in whose place it stands."""


class Scored(LogEntry, frozen=True, kw_only=True, tag="scored"):
    """A district was won."""

    points: int
    district: str


class Bonus(LogEntry, frozen=True, kw_only=True, tag="bonus"):
    """The penultimate pyramid was built."""

    points: int


class LastRound(LogEntry, frozen=True, kw_only=True, tag="last round"):
    """The threshold was reached."""

    threshold: int


class Passed(LogEntry, frozen=True, kw_only=True, tag="passed"):
    """A seat did nothing where it might have."""

    asked: Literal["own", "other", "recover", "build"]


class Final(LogEntry, frozen=True, kw_only=True, tag="final", rename={"source": "for"}):
    """Points of the final scoring."""

    source: Literal["river", "lake", "districts", "sacred stones"]
    points: int


class Ended(LogEntry, frozen=True, kw_only=True, tag="ended"):
    """The game is over."""

    how: Ending


LOG_ENTRIES: tuple[type[LogEntry], ...] = (
    Placed, Rolled, Returned, Discarded, Moved, Inserted, Recovered, ChoseConstellation, Built, Scored, Bonus,
    LastRound, Passed, Final, Ended,
)  # fmt: skip
