"""Ptolemaeus: the types of all that is told of a table: views, actions and log entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.view import View as AnyView
from parapegma.games.ptolemaeus.components import (
    BODIES,
    BONUS_KINDS,
    COLOURS,
    CONFIGURATION_KINDS,
    EVENT_NAMES,
    FACES,
    OBJECTIVE_NAMES,
    PLANETS,
    SIGNS,
    SOLO_RANKS,
)
from parapegma.games.ptolemaeus.options import IMMEDIATE_WIN, IUPITER, JOKER_IN_WIPE, LEVELS, TIE
from parapegma.games.ptolemaeus.state import RESULTS, Ending, Phase

# These words are declared elsewhere, once, most of them in data files. To whoever checks types they are text;
# the schemas of messages list them.
if TYPE_CHECKING:
    Result = str
    Rank = str
    Sign = str
    Colour = str
    Planet = str
    Body = str
    Face = str
    BonusKind = str
    EventCard = str
    Objective = str
    ConfigurationKind = str
    ImmediateWin = str
    Iupiter = str
    JokerInWipe = str
    Tie = str
    Level = str
else:
    Result = Literal[RESULTS]
    Rank = Literal[tuple(rank for _, rank in SOLO_RANKS)]
    Sign = Literal[SIGNS]
    Colour = Literal[COLOURS]
    Planet = Literal[PLANETS]
    Body = Literal[BODIES]
    Face = Literal[FACES]
    BonusKind = Literal[BONUS_KINDS]
    EventCard = Literal[EVENT_NAMES]
    Objective = Literal[OBJECTIVE_NAMES]
    ConfigurationKind = Literal[CONFIGURATION_KINDS]
    ImmediateWin = Literal[IMMEDIATE_WIN]
    Iupiter = Literal[IUPITER]
    JokerInWipe = Literal[JOKER_IN_WIPE]
    Tie = Literal[TIE]
    Level = Literal[LEVELS]

# --- views ------------------------------------------------------------------------------------------------


TieBreak = Literal["planets", "tokens", "turn order"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options that matter throughout a game."""

    immediate_win: ImmediateWin
    iupiter: Iupiter
    joker_in_wipe: JokerInWipe
    optional_study_before_action: bool
    tie: Tie
    solo_level: Level


class SignColour(msgspec.Struct, frozen=True, kw_only=True):
    """A sign of the zodiac and its colour."""

    sign: Sign
    colour: Colour


class Comet(msgspec.Struct, frozen=True, kw_only=True):
    """Where the Comet started, and how many signs it has gone since."""

    start: Sign
    steps: int


class RoundsLeft(msgspec.Struct, frozen=True, kw_only=True):
    """How many rounds are still to be played, this one included."""

    mean: float
    least: int
    most: int


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """What the end of the round will bring."""

    planets: list[Planet]
    """Those that will move."""
    comet: Sign
    """Where the Comet will stop."""
    bodies: dict[Body, Sign]
    """The new sign of every body that will move."""
    rounds_left: RoundsLeft | None
    whole_game: RoundsLeft | None
    """In the first round: how long games from this sky last, over all orders of the event cards."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: its cards and all its points only for itself, or for everyone after the end."""

    umbra: bool
    tokens: dict[Sign, int]
    reserve: int
    studied: list[Planet]
    asteroids: int
    hand: list[Face] | None
    hand_size: int
    known: list[Face] | None
    """Cards that whoever looks knows to be in this hand."""
    bonus: list[BonusKind] | None
    bonus_size: int
    objective: Objective | None
    points: int
    all_points_shown: bool


class UnderWay(msgspec.Struct, frozen=True, kw_only=True):
    """The observation, study or effect that has begun; a payment is seen only by who makes it."""

    observing: str | None
    """In notation, such as ``observe leo``."""
    signs: list[Sign]
    paying: Sign | None
    """The sign that the next card pays for."""
    picked: list[Face]
    units: int
    """How often the effect is still to be carried out."""
    source: Sign | None
    placing: Sign | None
    study: Sign | None
    study_planet: Planet | None


class View(AnyView, frozen=True, kw_only=True, tag="ptolemaeus"):
    """All that somebody may see of a table."""

    phase: Phase
    turn_of: int | None
    first: int
    lap: int
    laps: int
    acted: bool
    extra_turns: int
    options: Options
    signs: list[SignColour]
    bodies: dict[Body, Sign]
    comet: Comet
    configurations: list[str]
    """Those now in the sky, in notation, such as ``trine red``."""
    coming: Coming
    event_card: EventCard | None
    event_deck: int
    events_used: list[EventCard]
    asteroids_at: list[Sign]
    display: list[Face | None]
    deck: int
    discards: list[Face]
    away: list[Face]
    """Cards out of play: only in positions set up by hand."""
    bonus_deck: int
    bonus_discards: list[BonusKind]
    improved_by: dict[BonusKind, Planet]
    objectives: dict[Objective, list[Planet]]
    seats: list[Seat]
    under_way: UnderWay | None
    umbra_idle: int
    ended: Ending | None
    winner: int | None
    """Of an immediate win."""
    tie_broken_by: TieBreak | None
    """What put the winner before others with the same points; nothing where that was not needed."""
    result: Result | None
    """Of the game for one."""
    rank: Rank | None
    outcome: str | None
    """Result and rank as people say it."""


# --- actions ----------------------------------------------------------------------------------------------


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw a card from the deck."""


class Take(Action, frozen=True, kw_only=True, tag="take"):
    """Take a card from the display, or from the hand that Iupiter Orientalis has opened."""

    card: Face


class Observe(Action, frozen=True, kw_only=True, tag="observe"):
    """Observe one sign."""

    sign: Sign


class ObserveConfiguration(Action, frozen=True, kw_only=True, tag="configuration"):
    """Observe a configuration of several signs."""

    configuration: ConfigurationKind
    signs: list[Sign]


class Pay(Action, frozen=True, kw_only=True, tag="pay"):
    """Pick a card for the payment."""

    card: Face


class Place(Action, frozen=True, kw_only=True, tag="place"):
    """Place the next token on a sign."""

    sign: Sign


class MoveFrom(Action, frozen=True, kw_only=True, tag="from"):
    """Take up a token from a sign, to use it elsewhere."""

    sign: Sign


class MoveTo(Action, frozen=True, kw_only=True, tag="to"):
    """Put the token that was taken up on a sign."""

    sign: Sign


class Spend(Action, frozen=True, kw_only=True, tag="spend"):
    """Give a token of a sign for a study of a planet elsewhere."""

    sign: Sign


class Replace(Action, frozen=True, kw_only=True, tag="replace"):
    """Replace a token on a sign by an own one."""

    sign: Sign


class Give(Action, frozen=True, kw_only=True, tag="give"):
    """Give up a token on a sign."""

    sign: Sign


class Study(Action, frozen=True, kw_only=True, tag="study"):
    """Study a planet."""

    planet: Planet


class ChooseSeat(Action, frozen=True, kw_only=True, tag="seat"):
    """Name the opponent who is meant."""

    seat: int


class Discard(Action, frozen=True, kw_only=True, tag="discard"):
    """Discard a card of the hand."""

    card: Face


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Play a bonus card."""

    bonus: BonusKind


class Exchange(Action, frozen=True, kw_only=True, tag="exchange"):
    """Exchange asteroids for a bonus card."""


class Stop(Action, frozen=True, kw_only=True, tag="stop"):
    """Leave out the rest of an effect."""


class End(Action, frozen=True, kw_only=True, tag="end"):
    """End the turn."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Go without an action, where none is possible."""


ACTIONS: tuple[type[Action], ...] = (
    Draw, Take, Observe, ObserveConfiguration, Pay, Place, MoveFrom, MoveTo, Spend, Replace, Give, Study,
    ChooseSeat, Discard, Play, Exchange, Stop, End, Pass,
)  # fmt: skip

ACTION_RULES: dict[str, tuple[str, ...]] = {
    "draw": ("PT-4.1", "PT-4.2"),
    "take": ("PT-4.2", "PT-4.3"),
    "take joker": ("PT-4.4",),
    "observe": ("PT-6.1", "PT-6.2"),
    "conjunction": ("PT-7.2",),
    "opposition": ("PT-7.3",),
    "trine": ("PT-7.4",),
    "square": ("PT-7.5",),
    "pay": ("PT-5",),
    "study": ("PT-9.6", "PT-9.7"),
    "play nova_luna": ("PT-13.1", "PT-13.2"),
    "play venus_retrograda": ("PT-13.3",),
    "play maleficus_mars": ("PT-13.4",),
    "play maleficus_saturnus": ("PT-13.5",),
    "play mercurius_retrogradus": ("PT-13.7",),
    "play sol_in_medio_caeli": ("PT-13.8", "PT-13.9"),
    "play iupiter_orientalis": ("PT-13.10",),
    "play signum_ignis": ("PT-13.12",),
    "play signum_terrae": ("PT-13.12",),
    "play signum_aeris": ("PT-13.12",),
    "play signum_aquae": ("PT-13.12",),
    "exchange": ("PT-10.3",),
    "end": ("PT-3.8",),
    "pass": ("PT-3.7",),
}
"""The rules to read about a decision, by how its notation begins; where there are none, the phase has one."""

# --- log entries ------------------------------------------------------------------------------------------


class Drew(LogEntry, frozen=True, kw_only=True, tag="drew"):
    """A card from the deck; only the drawer sees which."""

    card: Face | None


class Took(LogEntry, frozen=True, kw_only=True, tag="took"):
    """A card from the display."""

    card: Face


class TurnedUp(LogEntry, frozen=True, kw_only=True, tag="turned up"):
    """A card of the deck, laid into a slot of the display."""

    card: Face
    slot: int


class Wiped(LogEntry, frozen=True, kw_only=True, tag="wiped"):
    """The display was wiped."""


class Reshuffled(LogEntry, frozen=True, kw_only=True, tag="reshuffled"):
    """The discards have become the deck."""

    cards: int


class Observed(LogEntry, frozen=True, kw_only=True, tag="observed"):
    """A sign or a configuration was observed."""

    what: str


class Paid(LogEntry, frozen=True, kw_only=True, tag="paid"):
    """A card of a payment."""

    card: Face


class Placed(LogEntry, frozen=True, kw_only=True, tag="placed"):
    """A token was placed."""

    sign: Sign


class Moved(LogEntry, frozen=True, kw_only=True, tag="moved"):
    """A token was taken up."""

    sign: Sign


class Returned(LogEntry, frozen=True, kw_only=True, tag="returned"):
    """Tokens went back to the reserve."""

    sign: Sign
    tokens: int


class Studied(LogEntry, frozen=True, kw_only=True, tag="studied"):
    """A planet was studied."""

    planet: Planet
    sign: Sign


class TookAsteroid(LogEntry, frozen=True, kw_only=True, tag="asteroid"):
    """An asteroid was taken."""

    sign: Sign


class DrewBonus(LogEntry, frozen=True, kw_only=True, tag="bonus"):
    """A bonus card; only the drawer sees which."""

    bonus: BonusKind | None


class BonusLost(LogEntry, frozen=True, kw_only=True, tag="bonus lost"):
    """Umbra discards the bonus card it would have drawn."""

    bonus: BonusKind


class Played(LogEntry, frozen=True, kw_only=True, tag="played"):
    """A bonus card was played."""

    bonus: BonusKind
    improved: bool


class Exchanged(LogEntry, frozen=True, kw_only=True, tag="exchanged"):
    """Asteroids were exchanged for a bonus card."""


class Stole(LogEntry, frozen=True, kw_only=True, tag="stole"):
    """A card was taken from a hand; only thief and victim see which."""

    victim: int
    card: Face | None


class Discarded(LogEntry, frozen=True, kw_only=True, tag="discarded"):
    """A card was discarded."""

    card: Face


class Passed(LogEntry, frozen=True, kw_only=True, tag="passed"):
    """No action was possible."""


class ExtraTurn(LogEntry, frozen=True, kw_only=True, tag="extra turn"):
    """An extra turn begins."""


class PlanetMoved(LogEntry, frozen=True, kw_only=True, tag="planet"):
    """A planet has moved."""

    planet: Planet
    sign: Sign


class CometMoved(LogEntry, frozen=True, kw_only=True, tag="comet"):
    """The Comet has moved."""

    sign: Sign
    steps: int


class EventTurned(LogEntry, frozen=True, kw_only=True, tag="event"):
    """An event card was turned up."""

    event: EventCard


class BeganLap(LogEntry, frozen=True, kw_only=True, tag="lap"):
    """A lap begins with its first player."""

    lap: int
    first: int


class UmbraTurned(LogEntry, frozen=True, kw_only=True, tag="umbra"):
    """Umbra turned up a card."""

    card: Face


class UmbraIdle(LogEntry, frozen=True, kw_only=True, tag="umbra idle"):
    """Umbra has lost its turn."""


class Finished(LogEntry, frozen=True, kw_only=True, tag="result"):
    """How the game for one came out."""

    points: int
    result: Result
    rank: Rank


class Ended(LogEntry, frozen=True, kw_only=True, tag="ended"):
    """How the game ended."""

    how: Ending
    winner: int | None


LOG_ENTRIES: tuple[type[LogEntry], ...] = (
    Drew, Took, TurnedUp, Wiped, Reshuffled, Observed, Paid, Placed, Moved, Returned, Studied, TookAsteroid,
    DrewBonus, BonusLost, Played, Exchanged, Stole, Discarded, Passed, ExtraTurn, PlanetMoved, CometMoved,
    EventTurned, BeganLap, UmbraTurned, UmbraIdle, Finished, Ended,
)  # fmt: skip
