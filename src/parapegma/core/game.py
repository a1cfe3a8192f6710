"""A game as the rest of the program sees it, and the register of all games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.heuristics import register_heuristics
from parapegma.core.compiled.rules import register_rules
from parapegma.core.compiled.sources import GAME_ENTRY_POINTS
from parapegma.core.compiled.weights import NO_WEIGHTS, Weights
from parapegma.core.layout import Part
from parapegma.core.log import LogEntry
from parapegma.core.options import Option, Value, decode_options, read_options
from parapegma.core.statistics import Statistics
from parapegma.errors import OptionError, near

Event = tuple[int, int, int, int]


@dataclass(frozen=True)
class Nature:
    """What kind of game this is, for those who choose algorithms or tables."""

    hidden_information: bool
    chance: bool
    simultaneous: bool = False
    solo: bool = False


class Entry(Protocol):
    """One decision of a match, as records see it."""

    @property
    def seat(self) -> int: ...
    @property
    def notation(self) -> str: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


class Actions(Protocol):
    """A game's ``actions.py``: numbers, structure and notation of decisions."""

    def describe(self, states: States, number: int) -> Action: ...
    def parse(self, states: States, text: str) -> int: ...
    def explain(self, states: States, number: int) -> str | None: ...
    def expand(self, text: str) -> tuple[str, ...]: ...
    def settled(self, part: str, events: tuple[Event, ...]) -> bool: ...
    def compact(self, entries: list[Entry]) -> list[tuple[int, str]]: ...


class Views(Protocol):
    """A game's ``view.py``: what one seat may see."""

    def view(self, states: States, seat: int | None) -> dict[str, Any]: ...


class Positions(Protocol):
    """A game's ``position.py``: a whole position as readable data, both ways."""

    def read(self, states: States) -> dict[str, Any]: ...
    def facts(self, states: States) -> dict[str, Any]: ...
    def build(self, states: States, data: Mapping[str, Any]) -> None: ...


class Events(Protocol):
    """A game's ``events.py``: what happened, as a seat may know it."""

    def describe(self, event: Event, seat: int | None) -> LogEntry: ...


class Drawings(Protocol):
    """A game's ``draw.py``: a view as text for a terminal and as a picture for a notebook."""

    def text(self, view: dict[str, Any]) -> Any: ...
    def svg(self, view: dict[str, Any]) -> str: ...


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that is known of a game, and the modules that know it."""

    name: str
    title: str
    version: int
    """Rules version: raised whenever some record would replay differently (docs/versions.md)."""
    players: range
    default_players: int
    nature: Nature
    options: tuple[Option, ...]
    state: np.dtype[Any]
    action_count: int
    observation_length: int
    invariants: tuple[str, ...]
    endings: tuple[str, ...]
    """Every way the game can end."""
    components: str
    """Eight letters that tell this set of components from another."""
    rules: ModuleType
    actions: Actions
    views: Views
    positions: Positions
    events: Events
    drawings: Drawings
    fit: Callable[[int, dict[str, Value], Mapping[str, Any]], dict[str, Value]]
    """Make options agree with each other and with the number of players, or refuse."""
    encode: Callable[[int, Mapping[str, Value]], list[int]]
    """The options as whole numbers for ``setup``, the number of players first."""
    statistics: Statistics
    """Where points come from, and what there is to count."""
    layout: tuple[Part, ...] = ()
    """What the numbers of an observation mean, part by part."""
    heuristics: ModuleType | None = None
    """The game's ``heuristics.py``; without it, bots go by the points alone."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What it is called in other languages, by their two letters, where that is not ``title``."""

    def __post_init__(self) -> None:
        register_rules(self.state, self.rules)
        register_heuristics(self.state, self.heuristics)

    def title_in(self, language: str) -> str:
        """What it is called in a language.

        >>> find_game("ulysses").title_in("it")
        'Ulisse'
        """
        return self.titles.get(language, self.title)

    @property
    def lasting(self) -> frozenset[str]:
        """The parts of a view that stay the same throughout a match, for everyone: its views' ``LASTING``."""
        lasting: frozenset[str] = getattr(self.views, "LASTING", frozenset())
        return lasting

    @property
    def weights(self) -> Weights:
        """The named weights of the game's heuristics."""
        weights: Weights = getattr(self.heuristics, "WEIGHTS", NO_WEIGHTS)
        return weights

    def __repr__(self) -> str:
        return f"<Game {self.name} version {self.version}>"

    def decode(self, states: States) -> dict[str, Value]:
        """The options as far as a position keeps them."""
        return decode_options(self.options, states)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: whoever reads it must have the game installed."""
        return find_game, (self.name,)

    def check(self, players: int | None, given: Mapping[str, Any]) -> tuple[int, dict[str, Value]]:
        """The number of players and all options, checked and completed."""
        seats = self.default_players if players is None else players
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.players:
            raise OptionError(
                f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {seats!r}"
            )
        return seats, self.fit(seats, read_options(self.options, given), given)


@functools.cache
def find_game(name: str) -> Game:
    """The game of that name.

    >>> find_game("ophiuchus").title
    'Ophiuchus'
    """
    entries = {entry.name: entry for entry in metadata.entry_points(group=GAME_ENTRY_POINTS)}
    if name not in entries:
        raise OptionError(
            f"there is no game {name!r}{near(name, entries)}; games: {', '.join(sorted(entries))}"
        )
    game = entries[name].load()
    if not isinstance(game, Game) or game.name != name:
        raise TypeError(f"the entry point {name} of {GAME_ENTRY_POINTS} is not a game of that name")
    return game


def all_games() -> list[Game]:
    """Every game that is installed, by name."""
    return [
        find_game(name) for name in sorted({e.name for e in metadata.entry_points(group=GAME_ENTRY_POINTS)})
    ]
