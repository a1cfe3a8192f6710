"""A game as the rest of the program sees it, made from its package by convention, and the list of all games.

Games inside ``parapegma.games`` are found by their folders, games of other packages by entry point.
"""

from __future__ import annotations

import functools
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module, util
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States
from parapegma.core.compiled.heuristics import register_heuristics
from parapegma.core.compiled.rules import register_rules
from parapegma.core.compiled.sources import offered_games
from parapegma.core.compiled.weights import NO_WEIGHTS, Weights
from parapegma.core.drawings import Drawings
from parapegma.core.layout import Part
from parapegma.core.log import LogEntry
from parapegma.core.options import Option, UnfitOption, Value, decode_options, encode_options, read_options
from parapegma.core.reasons import Reasons, rules_in
from parapegma.core.statistics import Statistics
from parapegma.core.view import View
from parapegma.errors import OptionError, near

Event = tuple[int, int, int, int]
OWN_GAMES = "parapegma.games"
"""The package whose folders are games."""
NO_COMPONENTS = "00000000"
"""Stands for the components of a game that has no data files."""


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

    def view(self, states: States, seat: int | None) -> View: ...


class Positions(Protocol):
    """A game's ``position.py``: a whole position as readable data, both ways."""

    def read(self, states: States) -> dict[str, Any]: ...
    def facts(self, states: States) -> dict[str, Any]: ...
    def build(self, states: States, data: Mapping[str, Any]) -> None: ...


class Events(Protocol):
    """A game's ``events.py``: what happened, as a seat may know it."""

    def describe(self, event: Event, seat: int | None) -> LogEntry: ...


def _rules_of(reasons: Reasons | None) -> dict[str, tuple[str, ...]]:
    """The rules that each reason names; reasons without a number are left out."""
    templates = {} if reasons is None else reasons.templates
    found = {code: rules_in(words) for code, words in templates.items()}
    return {code: rules for code, rules in found.items() if rules}


def any_options(players: int, options: dict[str, Value], given: Mapping[str, Any]) -> dict[str, Value]:
    """The ``fit`` of a game whose options all go together, with any number of players."""
    return options


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that is known of a game, and the modules that know it."""

    name: str
    title: str
    version: int
    """Rules version: raised whenever some record would replay differently (docs/versions.md)."""
    environment: int
    """Version of what learners see: raised whenever observations or action numbers change."""
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
    view_type: type[View]
    action_types: tuple[type[Action], ...]
    """A type for each kind of decision."""
    log_types: tuple[type[LogEntry], ...]
    """A type for each kind of thing that happens."""
    statistics: Statistics = field(default_factory=Statistics)
    """Where points come from, and what there is to count."""
    layout: tuple[Part, ...] = ()
    """What the numbers of an observation mean, part by part."""
    fit: Callable[[int, dict[str, Value], Mapping[str, Any]], dict[str, Value]] = any_options
    """Make options agree with each other and with the number of players, or refuse."""
    heuristics: ModuleType | None = None
    """The game's ``heuristics.py``; without it, bots go by the points alone."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """What it is called in other languages, by their two letters, where that is not ``title``."""
    phase_rules: Mapping[str, str] = field(default_factory=dict)
    """The number of the rule to read first, by what is asked."""
    reason_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The numbers of the rules that refuse, by the code of the reason."""
    half_made: frozenset[int] = frozenset()
    """The phases that ask for the rest of a decision which the same seat has begun: where the tile in hand
    goes, what a thing is paid with."""
    action_rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The numbers of the rules to read about a decision, by how its notation begins."""

    def __post_init__(self) -> None:
        register_rules(self.state, self.rules)
        register_heuristics(self.state, self.heuristics)

    @classmethod
    def from_package(
        cls,
        package: str,
        *,
        title: str,
        version: int,
        players: range,
        default_players: int,
        nature: Nature,
        environment: int | None = None,
        titles: Mapping[str, str] | None = None,
    ) -> Game:
        """The game that a package is, from its modules by convention; see CONTRIBUTING.md.

        ``environment`` is the rules version unless it is given.

        ==============  ===================================================================================
        module          what is taken from it
        ==============  ===================================================================================
        ``state``       ``STATE``, and ``ENDINGS`` whose first means that the game has not ended;
                        ``PHASE_RULES`` if the rules have numbers
        ``options``     ``OPTIONS`` and, where they do not all go together, ``fit``
        ``types``       ``View``, ``ACTIONS``, ``LOG_ENTRIES``; ``ACTION_RULES`` if the rules have numbers
        ``rules``       the functions of the rules, ``ACTION_COUNT``, ``OBSERVATION_LENGTH``, ``INVARIANTS``
        ``actions``     see :class:`Actions`; ``HALF_MADE`` if some phases ask for the rest of a decision
        ``view``        ``view``; ``LASTING`` if some parts never change in a match
        ``position``    see :class:`Positions`
        ``events``      ``describe``
        ``draw``        ``text``
        ``picture``     ``svg``; without it, the text is the picture
        ``components``  ``DIGEST``; may be left out
        ``reasons``     ``because``, all reasons; may be left out
        ``statistics``  ``STATISTICS``; may be left out
        ``layout``      ``LAYOUT``; may be left out
        ``heuristics``  the functions of :mod:`parapegma.core.compiled.heuristics`; may be left out
        ==============  ===================================================================================

        >>> pacal = find_game("pacal")
        >>> same = {"version": 1, "players": pacal.players, "default_players": 3, "nature": pacal.nature}
        >>> Game.from_package("parapegma.games.pacal", title="Rocket", **same)
        <Game pacal version 1>
        """

        def module(name: str) -> ModuleType:
            return import_module(f"{package}.{name}")

        def optional(name: str) -> ModuleType | None:
            return module(name) if util.find_spec(f"{package}.{name}") is not None else None

        rules, state, types, options = module("rules"), module("state"), module("types"), module("options")
        actions: Any = module("actions")
        views: Any = module("view")
        positions: Any = module("position")
        events: Any = module("events")
        return cls(
            name=package.rpartition(".")[2],
            title=title,
            titles=titles or {},
            version=version,
            environment=version if environment is None else environment,
            players=players,
            default_players=default_players,
            nature=nature,
            options=options.OPTIONS,
            fit=getattr(options, "fit", any_options),
            state=state.STATE,
            endings=state.ENDINGS[1:],
            rules=rules,
            action_count=rules.ACTION_COUNT,
            observation_length=rules.OBSERVATION_LENGTH,
            invariants=rules.INVARIANTS,
            actions=actions,
            views=views,
            positions=positions,
            events=events,
            view_type=types.View,
            action_types=types.ACTIONS,
            log_types=types.LOG_ENTRIES,
            drawings=Drawings.of_package(package),
            components=getattr(optional("components"), "DIGEST", NO_COMPONENTS),
            statistics=getattr(optional("statistics"), "STATISTICS", Statistics()),
            layout=getattr(optional("layout"), "LAYOUT", ()),
            heuristics=optional("heuristics"),
            phase_rules=getattr(state, "PHASE_RULES", {}),
            reason_rules=_rules_of(getattr(optional("reasons"), "because", None)),
            half_made=getattr(actions, "HALF_MADE", frozenset()),
            action_rules=getattr(types, "ACTION_RULES", {}),
        )

    def title_in(self, language: str) -> str:
        """What it is called in a language.

        >>> find_game("ulysses").title_in("it")
        'Ulisse'
        """
        return self.titles.get(language, self.title)

    def rules_about(self, notation: str, phase: str = "") -> tuple[str, ...]:
        """The rules to read about a decision: its own, or else what is read first when it is asked for.

        >>> find_game("ptolemaeus").rules_about("take joker"), find_game("ptolemaeus").rules_about("take leo")
        (('PT-4.4',), ('PT-4.2', 'PT-4.3'))
        """
        words = notation.split()
        for end in range(len(words), 0, -1):
            found = self.action_rules.get(" ".join(words[:end]))
            if found is not None:
                return found
        return (self.phase_rules[phase],) if phase in self.phase_rules else ()

    @property
    def lasting(self) -> frozenset[str]:
        """The parts of a view that stay the same throughout a match, for everyone: its views' ``LASTING``.

        >>> sorted(find_game("pacal").lasting)[:3]
        ['board', 'game', 'options']
        """
        lasting: frozenset[str] = getattr(self.views, "LASTING", frozenset())
        return lasting

    @property
    def described_by(self) -> tuple[str, ...] | None:
        """The fields of a state that say what an action's number means: its actions' ``DESCRIBED_BY``.

        >>> find_game("ophiuchus").described_by
        ('phase',)
        """
        names: tuple[str, ...] | None = getattr(self.actions, "DESCRIBED_BY", None)
        return names

    @property
    def weights(self) -> Weights:
        """The named weights of the game's heuristics.

        >>> find_game("ophiuchus").weights.names[:2]
        ('half', 'other_half')
        """
        weights: Weights = getattr(self.heuristics, "WEIGHTS", NO_WEIGHTS)
        return weights

    def __repr__(self) -> str:
        return f"<Game {self.name} version {self.version}>"

    def encode(self, players: int, options: Mapping[str, Value]) -> list[int]:
        """The options as whole numbers for ``setup``, the number of players first.

        >>> game = find_game("ophiuchus")
        >>> game.encode(*game.check(2, {"end_mode": "play_out"}))
        [2, 0, 1, 2, 0, 0]
        """
        return encode_options(self.options, players, options)

    def decode(self, states: States) -> dict[str, Value]:
        """The options as far as a position keeps them.

        >>> from parapegma import Position
        >>> position = Position.deal("ophiuchus", end_mode="play_out", seed=1)
        >>> position.game.decode(position.states)["end_mode"]
        'play_out'
        """
        return decode_options(self.options, states)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: whoever reads it must have the game installed."""
        return find_game, (self.name,)

    def check(self, players: int | None, given: Mapping[str, Any]) -> tuple[int, dict[str, Value]]:
        """The number of players and all options, checked and completed.

        >>> players, options = find_game("ophiuchus").check(None, {"end_mode": "play_out"})
        >>> players, options["end_mode"], options["closed_zone"]
        (2, 'play_out', 'side')
        """
        seats = self.default_players if players is None else players
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.players:
            raise OptionError(
                f"{self.name} is for {self.players[0]} to {self.players[-1]} players, not {seats!r}"
            )
        try:
            return seats, self.fit(seats, read_options(self.options, given), given)
        except OptionError as error:
            # A refusal begins with the name of its option: so whoever shows options knows which it is about.
            begins = re.match(r"(?:option )?(\w+)", str(error))
            if begins and begins[1] in {option.name for option in self.options}:
                raise UnfitOption(str(error), begins[1]) from None
            raise


@functools.cache
def find_game(name: str) -> Game:
    """The game of that name.

    >>> find_game("ophiuchus").title
    'Ophiuchus'
    """
    found = _modules()
    if name not in found:
        raise OptionError(f"there is no game {name!r}{near(name, found)}; games: {', '.join(sorted(found))}")
    module, _, attribute = found[name].partition(":")
    game = getattr(import_module(module), attribute)
    if not isinstance(game, Game) or game.name != name:
        raise TypeError(f"{found[name]} is not a game with the name {name}")
    return game


def game_names() -> list[str]:
    """The names of all games that are installed; none of them is loaded."""
    return sorted(_modules())


def all_games() -> list[Game]:
    """Every game that is installed, by name.

    >>> [game.name for game in all_games()][:2]
    ['ophiuchus', 'pacal']
    """
    return [find_game(name) for name in game_names()]


def _modules() -> dict[str, str]:
    """Where each game is, by name: ``parapegma.games.pacal:GAME``. A name of our own is not replaced."""
    folders = pkgutil.iter_modules(import_module(OWN_GAMES).__path__)
    return offered_games() | {
        found.name: f"{OWN_GAMES}.{found.name}:GAME" for found in folders if found.ispkg
    }
