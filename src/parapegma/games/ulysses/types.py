"""Ulysses: the types of all that is told of a table: views, actions and log entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.view import View as AnyView
from parapegma.games.ulysses.components import CARD_TYPES, COLOURS, PLACE_NAMES
from parapegma.games.ulysses.options import BECALMED, TEMPLE_COST
from parapegma.games.ulysses.state import FACTION_NAMES, PURPOSES, Ending, Phase

# These words are declared elsewhere, once, most of them in data files. To whoever checks types they are text;
# the schemas of messages list them.
if TYPE_CHECKING:
    Place = str
    Colour = str
    Card = str
    Faction = str
    Purpose = str
    TempleCost = str
    BecalmedRule = str
else:
    Place = Literal[PLACE_NAMES]
    Colour = Literal[COLOURS]
    Card = Literal[CARD_TYPES]
    Faction = Literal[FACTION_NAMES]
    Purpose = Literal[PURPOSES]
    TempleCost = Literal[TEMPLE_COST]
    BecalmedRule = Literal[BECALMED]

Cards = dict[Card, int]
"""How many cards of each type; types there are none of are left out."""

# --- views ------------------------------------------------------------------------------------------------


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options that matter throughout a game."""

    temple_cost: TempleCost
    zeus_as_pandora: bool
    faction_lock: bool
    becalmed: BecalmedRule
    max_turns: int


class MapPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the board."""

    id: Place
    name: str
    colour: Colour | None
    lon: float
    lat: float
    neighbours: list[Place]


class MapRoute(msgspec.Struct, frozen=True, kw_only=True):
    """A route between two places, and the points through which it is drawn."""

    a: Place
    b: Place
    via: list[tuple[float, float]]
    overland: bool


class Map(msgspec.Struct, frozen=True, kw_only=True):
    """The board."""

    title: str
    places: list[MapPlace]
    routes: list[MapRoute]
    distances: list[list[int]]
    """Steps from each place to each, in the order of the places."""


class Objective(msgspec.Struct, frozen=True, kw_only=True):
    """An objective card; others see only its back until it is revealed."""

    slot: int
    colour: Colour
    place: Place | None
    revealed: bool


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: its hand and its objectives only for itself, or for everyone after the end."""

    hand: Cards | None
    hand_size: int
    temples: int
    objectives: list[Objective]
    score: int
    still_in: bool
    may_place_disc: bool
    faction: Faction | None


class Remembered(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hidden objective card that whoever looks once held: either with a player or in a pile."""

    place: Place
    holder: int | None = None
    slot: int | None = None
    pile: Colour | None = None
    depth: int | None = None


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A faction in a discussion: its disc, its cards, and how many more it needs to lead."""

    place: Place | None
    cards: int
    challenge: int
    zeus: int
    least: int


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """The three factions."""

    blue: Side
    red: Side
    black: Side


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """The proposal and the discussion about it."""

    factions: Sides
    leader: Faction


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of several steps that has begun."""

    paying_for: Purpose
    owed: int
    owed_temples: int
    due: int
    place: Place | None
    slot: int | None
    colour: Colour | None
    faction: Faction | None


class View(AnyView, frozen=True, kw_only=True, tag="ulysses"):
    """All that somebody may see of a table."""

    phase: Phase
    active: int
    first: int
    turn: int
    options: Options
    map: Map
    ship: Place
    plague: list[Place]
    reserve: int
    deck: int
    discard: Cards
    unseen: Cards
    """Cards in the deck and in the hands that whoever looks cannot see."""
    fresh: Cards | None
    """Cards of the last shuffle that whoever looks has not drawn; nothing for a spectator."""
    piles: dict[Colour, int]
    remembered: list[Remembered]
    pandora_used: bool
    objective_changed: bool
    seats: list[Seat]
    proposal: Proposal | None
    step: Step
    ended: Ending | None


# --- actions ----------------------------------------------------------------------------------------------


class EndPhase(Action, frozen=True, kw_only=True, tag="end"):
    """End the action phase."""


class Pandora(Action, frozen=True, kw_only=True, tag="pandora"):
    """Draw extra cards, by Pandora or by Zeus."""

    card: Card


class Plague(Action, frozen=True, kw_only=True, tag="plague"):
    """Bring plague to a place, by plague or by Zeus."""

    card: Card


class Remove(Action, frozen=True, kw_only=True, tag="remove"):
    """Pay for the removal of a plague."""


class Change(Action, frozen=True, kw_only=True, tag="change"):
    """Change an objective."""


class Build(Action, frozen=True, kw_only=True, tag="build"):
    """Build a temple, by temple or by Zeus."""

    card: Card


class Agree(Action, frozen=True, kw_only=True, tag="agree"):
    """Agree to the proposal."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Leave the discussion."""


class Oppose(Action, frozen=True, kw_only=True, tag="oppose"):
    """Oppose the proposal with the red disc."""


class Black(Action, frozen=True, kw_only=True, tag="black"):
    """Oppose both with the black disc."""


class Support(Action, frozen=True, kw_only=True, tag="support"):
    """Support a faction."""

    faction: Faction


class Add(Action, frozen=True, kw_only=True, tag="add"):
    """Add a card for the faction."""

    card: Card


class Stop(Action, frozen=True, kw_only=True, tag="stop"):
    """Add no more cards."""


class Wind(Action, frozen=True, kw_only=True, tag="wind"):
    """Stay active, by wind or by Zeus."""

    card: Card


class NoWind(Action, frozen=True, kw_only=True, tag="no wind"):
    """Do not stay active."""


class Pay(Action, frozen=True, kw_only=True, tag="pay"):
    """Pay with a card."""

    card: Card


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Play a further card for a temple."""

    card: Card


class Give(Action, frozen=True, kw_only=True, tag="give"):
    """Choose the objective to give up."""

    slot: int


class Take(Action, frozen=True, kw_only=True, tag="take"):
    """Choose the colour of the new objective."""

    colour: Colour


class At(Action, frozen=True, kw_only=True, tag="at"):
    """Choose the place for the plague."""

    place: Place


class Clear(Action, frozen=True, kw_only=True, tag="clear"):
    """Choose the plague to remove."""

    place: Place


class Propose(Action, frozen=True, kw_only=True, tag="propose"):
    """Propose where the ship sails."""

    place: Place


class PlaceDisc(Action, frozen=True, kw_only=True, tag="disc"):
    """Choose the place for the red or black disc."""

    place: Place


ACTIONS: tuple[type[Action], ...] = (
    EndPhase, Pandora, Plague, Remove, Change, Build, Agree, Pass, Oppose, Black, Support, Add, Stop, Wind,
    NoWind, Pay, Play, Give, Take, At, Clear, Propose, PlaceDisc,
)  # fmt: skip

ACTION_RULES: dict[str, tuple[str, ...]] = {
    "end": ("UL-6.1",),
    "propose": ("UL-6.1",),
    "pandora": ("UL-4.4", "UL-4.5"),
    "plague": ("UL-4.6", "UL-4.8"),
    "remove": ("UL-4.9",),
    "clear": ("UL-4.9",),
    "change": ("UL-4.10", "UL-4.11"),
    "give": ("UL-4.10", "UL-4.12"),
    "take": ("UL-4.10", "UL-4.12"),
    "build": ("UL-4.14", "UL-4.16"),
    "agree": ("UL-7.2",),
    "oppose": ("UL-7.4", "UL-7.5"),
    "black": ("UL-7.13",),
    "support": ("UL-7.9", "UL-7.10"),
    "add": ("UL-7.10", "UL-7.12"),
    "pass": ("UL-7.12",),
    "wind": ("UL-9.1", "UL-9.2"),
    "no wind": ("UL-9.5",),
    "pay": ("UL-0.5",),
}
"""The rules to read about a decision, by how its notation begins; where there are none, the phase has one."""

# --- log entries ------------------------------------------------------------------------------------------


class TurnBegan(LogEntry, frozen=True, kw_only=True, tag="turn"):
    """A turn begins."""

    turn: int


class Drew(LogEntry, frozen=True, kw_only=True, tag="drew"):
    """Cards from the deck; only the drawer sees which."""

    number: int
    cards: Cards | None


class Lost(LogEntry, frozen=True, kw_only=True, tag="lost"):
    """Draws that are lost because there are no cards."""

    number: int


class Reshuffled(LogEntry, frozen=True, kw_only=True, tag="reshuffled"):
    """The discards have become the deck."""

    number: int


class Played(LogEntry, frozen=True, kw_only=True, tag="played"):
    """A card was played for its effect, or Zeus for that of another."""

    card: Card
    played_as: Card = msgspec.field(name="as")


class Paid(LogEntry, frozen=True, kw_only=True, tag="paid"):
    """Cards were paid."""

    cards: Cards


class Aimed(LogEntry, frozen=True, kw_only=True, tag="aimed"):
    """A plagued place is to be cleared."""

    place: Place


class Plagued(LogEntry, frozen=True, kw_only=True, tag="plagued"):
    """Plague has come to a place."""

    place: Place


class Cleared(LogEntry, frozen=True, kw_only=True, tag="cleared"):
    """A place was cleared of plague."""

    place: Place


class Gives(LogEntry, frozen=True, kw_only=True, tag="gives"):
    """The objective that will be given up."""

    slot: int


class Wants(LogEntry, frozen=True, kw_only=True, tag="wants"):
    """The colour of the objective that will be taken."""

    colour: Colour


class Gave(LogEntry, frozen=True, kw_only=True, tag="gave"):
    """An objective was put under its pile; only its owner sees which."""

    slot: int
    colour: Colour
    place: Place | None


class Took(LogEntry, frozen=True, kw_only=True, tag="took"):
    """An objective was taken; only its new owner sees which."""

    slot: int
    colour: Colour
    place: Place | None


class Built(LogEntry, frozen=True, kw_only=True, tag="built"):
    """A temple was built."""

    temples: int


class Proposed(LogEntry, frozen=True, kw_only=True, tag="proposed"):
    """A place was proposed."""

    place: Place


class Becalmed(LogEntry, frozen=True, kw_only=True, tag="becalmed"):
    """The ship cannot sail."""

    place: Place


class Agreed(LogEntry, frozen=True, kw_only=True, tag="agreed"):
    """A seat agrees."""


class Opposed(LogEntry, frozen=True, kw_only=True, tag="opposed"):
    """A seat opposes."""

    faction: Faction


class DiscPlaced(LogEntry, frozen=True, kw_only=True, tag="disc"):
    """A disc was placed."""

    faction: Faction
    place: Place


class Backed(LogEntry, frozen=True, kw_only=True, tag="backed"):
    """A seat supports a faction."""

    faction: Faction


class Added(LogEntry, frozen=True, kw_only=True, tag="added"):
    """Cards were added for a faction."""

    faction: Faction
    cards: Cards


class Stopped(LogEntry, frozen=True, kw_only=True, tag="stopped"):
    """A seat adds no more; how many cards the faction has now."""

    faction: Faction
    cards: int


class Passed(LogEntry, frozen=True, kw_only=True, tag="passed"):
    """A seat has left the discussion."""


class Sailed(LogEntry, frozen=True, kw_only=True, tag="sailed"):
    """The ship sails; the faction that prevailed, if anybody opposed."""

    place: Place
    faction: Faction | None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """An objective was reached and is revealed."""

    place: Place


class WithoutWind(LogEntry, frozen=True, kw_only=True, tag="no wind"):
    """The active player does not stay active."""


class Ended(LogEntry, frozen=True, kw_only=True, tag="ended"):
    """How the game ended."""

    how: Ending


LOG_ENTRIES: tuple[type[LogEntry], ...] = (
    TurnBegan, Drew, Lost, Reshuffled, Played, Paid, Aimed, Plagued, Cleared, Gives, Wants, Gave, Took, Built,
    Proposed, Becalmed, Agreed, Opposed, DiscPlaced, Backed, Added, Stopped, Passed, Sailed, Revealed,
    WithoutWind, Ended,
)  # fmt: skip
