"""A position: a game and the state of its table, with everything that can be asked of it.

>>> position = Position.deal("ophiuchus", players=2, seed=7)
>>> position.actor, position.legal()
(1, [4, 16, 25])
>>> [position.notation(action) for action in position.legal()]
['take T05', 'take T17', 'take T26']
>>> Position.from_text(position.to_text()) == position
True

A position knows nothing of what came before; a :class:`~parapegma.core.match.Match` is a position and its
history. Methods that play or deal change the position; all others leave it as it is.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from parapegma.core import engine
from parapegma.core.action import Action
from parapegma.core.compiled.arrays import States, copy_of, state_bytes, states_of_bytes
from parapegma.core.compiled.rng import Key, key_of_seed
from parapegma.core.game import Event, Game, find_game
from parapegma.core.log import LogEntry
from parapegma.core.options import Value
from parapegma.core.position_data import build_position, read_position
from parapegma.core.seed import Seed, checked_seed
from parapegma.core.view import View
from parapegma.core.warmup import prepare_once
from parapegma.core.whole import whole_number
from parapegma.errors import IllegalAction, PositionError, near

Observation = np.ndarray[Any, np.dtype[np.int16]]


class Position:
    """A game and the state of its table, hidden parts included."""

    __slots__ = ("game", "states")

    def __init__(self, game: Game, states: States) -> None:
        self.game = game
        self.states = states
        """The state record, as an array of one."""

    # --- making -------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls,
        game: str | Game,
        players: int | None = None,
        seed: Seed | None = None,
        *,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Position:
        """A new game; ``data`` changes parts of what was dealt (docs/positions.md).

        >>> Position.deal("ulysses", players=4, seed=1).players
        4
        """
        found = find_game(game) if isinstance(game, str) else game
        seats, fitted = found.check(players, options)
        key = key_of_seed(secrets.token_hex(8) if seed is None else checked_seed(seed))
        return cls.deal_key(found, seats, fitted, key, data)

    @classmethod
    def deal_key(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        key: Key,
        data: Mapping[str, Any] | None = None,
    ) -> Position:
        """The same with options that have been checked and a key instead of a seed.

        >>> game = find_game("pacal")
        >>> Position.deal_key(game, *game.check(3, {}), key_of_seed(1)) == Position.deal(game, 3, seed=1)
        True
        """
        prepare_once(game)
        states = engine.deal(game.state, game.encode(players, options), key)
        if data is not None:
            build_position(game, states, data)
        return cls(game, states)

    @classmethod
    def from_bytes(cls, game: Game, record: bytes) -> Position:
        """The position whose state record has these bytes (see :meth:`to_bytes`).

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> Position.from_bytes(position.game, position.to_bytes()) == position
        True
        """
        if len(record) != game.state.itemsize:
            raise PositionError(
                f"a position of {game.name} has {game.state.itemsize} bytes, not {len(record)}"
            )
        return cls(game, states_of_bytes(record, game.state))

    def to_bytes(self) -> bytes:
        """The state record: quick to keep and to read, but of no use to another version of the rules.

        >>> position = Position.deal("pacal", seed=1)
        >>> Position.from_bytes(position.game, position.to_bytes()) == position
        True
        """
        return self.states.tobytes()

    @classmethod
    def from_text(cls, text: str) -> Position:
        """The position that a line of :meth:`to_text` describes.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> Position.from_text(position.to_text()) == position
        True
        """
        name, _, data = text.strip().partition(" ")
        game = find_game(name)
        try:
            parts = json.loads(data)
            players, options = parts.pop("players"), dict(parts.pop("options"))
        except (ValueError, KeyError, AttributeError, TypeError):
            raise PositionError(
                "a position is written as the game's name and a JSON object of players, options and parts"
            ) from None
        return cls.deal_key(game, *game.check(players, options), key_of_seed(0), parts)

    def to_text(self) -> str:
        """The whole position, hidden parts included, in one line that :meth:`from_text` reads.

        >>> Position.deal("ophiuchus", players=2, seed=7).to_text()[:46]
        'ophiuchus {"players": 2, "options": {"deal": "'
        """
        parts = {"players": self.players, "options": self.options, **self.to_data()}
        return f"{self.game.name} {json.dumps(parts)}"

    def to_data(self) -> dict[str, Any]:
        """The whole position, hidden parts included, as readable data (docs/positions.md).

        >>> Position.deal("ophiuchus", players=2, seed=7).to_data()["to_move"]
        1
        """
        return read_position(self.game, self.states)

    def facts(self) -> dict[str, Any]:
        """What follows from the position and is worth checking in scenarios.

        >>> sorted(Position.deal("ophiuchus", seed=7).facts())[:4]
        ['firmament_size', 'hand_sizes', 'placements', 'reserve_size']
        """
        return self.game.positions.facts(self.states)

    def copy(self) -> Position:
        """A position of its own, equal to this one.

        >>> position = Position.deal("pacal", seed=1)
        >>> other = position.copy()
        >>> _ = other.apply(other.legal()[0])
        >>> other == position
        False
        """
        return Position(self.game, copy_of(self.states))

    def guess(self, seat: int, key: Key) -> Position:
        """A copy in which everything that ``seat`` cannot know is dealt anew (a determinization).

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> guess = position.guess(1, key_of_seed("elsewhere"))
        >>> guess == position, guess.view(1) == position.view(1)
        (False, True)
        """
        seat = self.check_seat(seat)
        return Position(self.game, engine.determinize(self.states, seat, key))

    def with_chance(self, key: Key, used: int = 0) -> Position:
        """A copy whose chance goes on under another key, of which so many random numbers have been used.

        >>> position = Position.deal("pacal", seed=1)
        >>> position.with_chance(key_of_seed("elsewhere")).view(0) == position.view(0)
        True
        """
        other = self.copy()
        if self._asks_chance:
            other.states[0]["key"] = key
            other.states[0]["counter"] = used
        return other

    # --- asking -------------------------------------------------------------------------------

    @property
    def chance_used(self) -> int:
        """How many random numbers the game has used so far; 0 in a game without chance.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> before = position.chance_used
        >>> _ = position.apply(position.legal()[0])
        >>> position.chance_used == before
        True
        """
        return int(self.states[0]["counter"]) if self._asks_chance else 0

    @property
    def _asks_chance(self) -> bool:
        return "counter" in (self.states.dtype.names or ())

    @property
    def half_made(self) -> bool:
        """Whether the rest of a decision is asked for: the tile is taken up, its square not chosen.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> _ = position.apply(position.legal()[0])
        >>> position.half_made
        True
        """
        phases = self.game.half_made
        return bool(phases) and int(self.states[0]["phase"]) in phases

    @property
    def players(self) -> int:
        """How many seats there are.

        >>> Position.deal("pacal", players=5).players
        5
        """
        return int(self.states[0]["players"])

    @property
    def options(self) -> dict[str, Value]:
        """The options that still matter; those that only the deal asked for have their defaults.

        >>> Position.deal("ophiuchus", closed_zone="off").options["closed_zone"]
        'off'
        """
        return self.game.decode(self.states)

    @property
    def actor(self) -> int | None:
        """The seat that decides now, or ``None`` when the game is over.

        >>> Position.deal("ophiuchus", players=2, seed=7).actor
        1
        """
        seat = engine.actor(self.states)
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> Position.deal("ophiuchus", players=2, seed=7).over
        False
        """
        return engine.actor(self.states) < 0

    @property
    def scores(self) -> list[int]:
        """Every seat's points now, hidden ones included.

        >>> Position.deal("ophiuchus", players=2, seed=7).scores
        [-6, -6]
        """
        return engine.scores(self.states)

    @property
    def ranks(self) -> list[int]:
        """Every seat's place now, 1 for the best; equals share a place.

        >>> Position.deal("ophiuchus", players=2, seed=7).ranks
        [1, 1]
        """
        return engine.ranks(self.states)

    @property
    def win_shares(self) -> list[float]:
        """What each seat has of the win, as it stands: first places are shared, and who plays alone has what
        the rules of the game for one say, from 0 (lost) to 1.

        >>> Position.deal("ophiuchus", players=2, seed=7).win_shares
        [0.5, 0.5]
        """
        if self.players == 1:
            return [engine.solo_result(self.states) / 100]
        first = self.ranks.count(1)
        return [1 / first if rank == 1 else 0.0 for rank in self.ranks]

    @property
    def winners(self) -> list[int]:
        """The seats in first place, once the game is over; before that nobody.

        >>> Position.deal("ophiuchus", players=2, seed=7).winners
        []
        """
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1] if self.over else []

    @property
    def sources(self) -> dict[int, dict[str, int]]:
        """Every seat's points now, by where they come from; hidden ones included, like the scores.

        >>> Position.deal("ophiuchus", players=2, seed=7).sources[1]
        {'constellations': 0, 'tokens': 0, 'tiles in hand': -6}
        """
        names = self.game.statistics.sources
        points = engine.sources(self.states, len(names))
        return {seat: dict(zip(names, row, strict=True)) for seat, row in enumerate(points)}

    def legal(self) -> list[int]:
        """The numbers of the legal actions, in rising order; none when the game is over.

        >>> Position.deal("ophiuchus", players=2, seed=7).legal()
        [4, 16, 25]
        """
        return [] if self.over else engine.legal(self.states)

    def legal_actions(self) -> list[Action]:
        """The legal actions taken apart.

        >>> Position.deal("ophiuchus", players=2, seed=7).legal_actions()[0]
        Take(number=4, notation='take T05', tile='T05')
        """
        return [self.action(number) for number in self.legal()]

    def action(self, number: int) -> Action:
        """An action taken apart: what is done, and with what.

        >>> Position.deal("ophiuchus", players=2, seed=7).action(4).kind
        'take'
        """
        return self.game.actions.describe(self.states, number)

    def notation(self, number: int) -> str:
        """How an action is written.

        >>> Position.deal("ophiuchus", players=2, seed=7).notation(4)
        'take T05'
        """
        return self.action(number).notation

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; without a seat, what a spectator may see. To be read, not written into.

        >>> Position.deal("ophiuchus", players=2, seed=7).view(seat=1).seats[1].hand
        ['T05', 'T17', 'T26']
        """
        if seat is not None:
            seat = self.check_seat(seat)
        return self.game.views.view(self.states, seat)

    def open_view(self) -> View:
        """What everyone may see after the end, also of a game ended early: every seat as it sees itself.

        >>> [seat.hand for seat in Position.deal("ophiuchus", players=2, seed=7).open_view().seats]
        [['T11', 'T23', 'T25'], ['T05', 'T17', 'T26']]
        """
        view = self.view(None)
        seats = getattr(view, "seats", None)
        if self.over or not isinstance(seats, list):
            return view
        own: list[Any] = [getattr(self.view(seat), "seats")[seat] for seat in range(self.players)]  # noqa: B009
        return msgspec.structs.replace(view, seats=[*own, *seats[self.players :]])

    def observe(self, seat: int) -> Observation:
        """What a seat knows, as a vector of whole numbers (docs/observations).

        >>> Position.deal("pacal", seed=1).observe(0).dtype
        dtype('int16')
        """
        seat = self.check_seat(seat)
        return engine.observe(self.states, seat, self.game.observation_length)

    def events(self) -> tuple[Event, ...]:
        """What the last action (or the deal) brought about, as the rules wrote it down.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> position.apply(4), position.events()
        ((), ())
        """
        return engine.events_of(self.states)

    def log(self, seat: int | None = None) -> list[LogEntry]:
        """The same, as a seat (or a spectator) may know it.

        >>> Position.deal("ophiuchus", players=2, seed=7).log()
        []
        """
        if seat is not None:
            seat = self.check_seat(seat)
        return [self.game.events.describe(event, seat) for event in self.events()]

    def broken(self) -> str | None:
        """The first invariant that does not hold; a position that arose by play has none.

        >>> Position.deal("ophiuchus", players=2, seed=7).broken() is None
        True
        """
        number = engine.broken(self.states)
        return self.game.invariants[number] if number else None

    # --- playing ------------------------------------------------------------------------------

    def apply(self, number: int) -> tuple[Event, ...]:
        """Play a legal action and all that follows without a choice; what happened.

        Whether it is legal is not checked: :meth:`check` does that.

        >>> position = Position.deal("ophiuchus", players=2, seed=7)
        >>> _ = position.apply(position.legal()[0])
        >>> position.notation(position.legal()[0])
        'at 0,-2'
        """
        return engine.apply(self.states, number)

    def apply_all(self, numbers: Iterable[int]) -> None:
        """Play legal actions one after the other, as quickly as the rules run; see :meth:`apply`.

        >>> position = Position.deal("pacal", seed=1)
        >>> again = position.copy()
        >>> first = position.legal()[0]
        >>> _ = position.apply(first)
        >>> again.apply_all([first])
        >>> again == position
        True
        """
        engine.apply_all(self.states, numbers)

    def check(self, action: int | str) -> int:
        """The number of an action that is legal now, given as a number or in notation; others are refused.

        >>> Position.deal("ophiuchus", players=2, seed=7).check("take T05")
        4
        """
        if self.over:
            raise IllegalAction("the game is over; nothing can be played any more")
        if isinstance(action, str):
            try:
                return self._checked(self.game.actions.parse(self.states, action))
            except IllegalAction as error:
                if "did you mean" in str(error):
                    raise
                raise IllegalAction(f"{error}{self._near(action)}", error.reason) from None
        return self._checked(action)

    def _checked(self, given: int) -> int:
        number = whole_number(given)
        if number is None:
            raise IllegalAction(f"an action is a number or a notation, not {given!r}")
        last = self.game.action_count - 1
        if not 0 <= number <= last:
            raise IllegalAction(f"there is no action {number}; actions are numbered 0 to {last}")
        if number not in engine.legal(self.states):
            notation = self.notation(number)
            why = self.game.actions.explain(self.states, number) or "it is not possible now"
            raise IllegalAction(f"{notation!r} is not legal: {why}{self._near(notation)}", why)
        return number

    def _near(self, notation: str) -> str:
        close = near(notation, [action.notation for action in self.legal_actions()])
        return "" if notation in close else close

    def check_seat(self, seat: int) -> int:
        """The seat, if this table has it; what is no seat of this table is refused.

        >>> Position.deal("ophiuchus", players=2).check_seat(2)
        Traceback (most recent call last):
            ...
        parapegma.errors.IllegalAction: there is no seat 2; seats are 0 to 1
        """
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            raise IllegalAction(
                f"there is no seat {seat if number is None else number!r}; seats are 0 to {self.players - 1}"
            )
        return number

    # --- comparing and showing ----------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.name == other.game.name and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((self.game.name, self._compared()))

    def _compared(self) -> bytes:
        """The state without the events of the last action: they are history."""
        states = copy_of(self.states)
        states["event_n"] = 0
        states["event"] = 0
        return state_bytes(states)

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_bytes, (self.game, self.to_bytes())

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.actor} to decide"
        return f"<Position of {self.game.name}, {self.players} players, {state}>"

    def __str__(self) -> str:
        """The table as everyone may see it, drawn with plain characters."""
        return self.draw()

    def _repr_svg_(self) -> str:
        return self.picture()

    def draw(self, seat: int | None = None) -> str:
        """The table drawn with plain characters, as a seat sees it; without one, as everyone may see it.

        >>> print(Position.deal("ophiuchus", players=2, seed=7).draw(seat=1).splitlines()[-2].rstrip())
        ▶  1         -6     3       0  none
        """
        from rich.console import Console

        console = Console(width=100, color_system=None, force_terminal=False)
        with console.capture() as captured:
            console.print(self.game.drawings.text(self.view(self._shown(seat))))
        return captured.get()

    def picture(self, seat: int | None = None) -> str:
        """The same as a picture, in SVG.

        >>> Position.deal("ophiuchus", players=2, seed=7).picture()[:4]
        '<svg'
        """
        return self.game.drawings.svg(self.view(self._shown(seat)))

    def _shown(self, seat: int | None) -> int | None:
        """Alone at the table one sees one's own hand; otherwise only what everybody sees."""
        return 0 if seat is None and self.players == 1 else seat
