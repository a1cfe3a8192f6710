"""A game being played: the pleasant object over the rules, for people and scripts.

>>> match = Match("ophiuchus", players=2, seed=7)
>>> match.actor
1
>>> match.legal()
['take T05', 'take T17', 'take T26']
>>> match.act("lay T05 1,-1 W")
>>> match.undo()
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parapegma.core import engine
from parapegma.core.errors import IllegalAction, OptionError, near
from parapegma.core.events import rows
from parapegma.core.game import Action, Event, Game, find_game
from parapegma.core.options import Value
from parapegma.core.position import build_position, read_position
from parapegma.core.rng import key_of_seed
from parapegma.core.states import States, copy_of
from parapegma.core.telling import Telling
from parapegma.core.warmup import prepare_once

Seed = int | str


@dataclass(frozen=True)
class Ply:
    """One decision that was made, and what followed from it."""

    seat: int
    action: int
    notation: str
    events: tuple[Event, ...]


class Match:
    """A seed, options and a list of actions; everything else is worked out from them."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: Seed | None = None,
        *,
        position: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.game: Game = find_game(game) if isinstance(game, str) else game
        self.players: int
        self.options: dict[str, Value]
        self.players, self.options = self.game.check(players, options)
        self.seed: Seed = secrets.token_hex(8) if seed is None else _checked_seed(seed)
        self.start_position = copy.deepcopy(dict(position)) if position is not None else None
        self.plies: list[Ply] = []
        prepare_once(self.game)
        self._deal()

    def _deal(self) -> None:
        self.states: States = engine.deal(
            self.game.state, self.game.encode(self.players, self.options), key_of_seed(self.seed)
        )
        if self.start_position is not None:
            build_position(self.game, self.states, self.start_position)
        self.opening: tuple[Event, ...] = tuple(rows(self.states[0]))

    # --- asking -------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that decides now, or ``None`` when the game is over."""
        seat = engine.actor(self.states)
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.actor is None

    @property
    def scores(self) -> list[int]:
        """Every seat's points now."""
        return engine.scores(self.states)

    @property
    def ranks(self) -> list[int]:
        """Every seat's place now; equals share a place."""
        return engine.ranks(self.states)

    def legal(self) -> list[str]:
        """The legal actions in notation."""
        return [action.notation for action in self.legal_actions()]

    def legal_actions(self) -> list[Action]:
        """The legal actions taken apart."""
        return [self.game.actions.describe(self.states, number) for number in self.legal_numbers()]

    def legal_numbers(self) -> list[int]:
        """The legal actions as numbers."""
        return [] if self.over else engine.legal(self.states)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see; without a seat, what a spectator may see."""
        if seat is not None:
            self._check_seat(seat)
        view: dict[str, Any] = _own(self.game.views.view(self.states, seat))
        return view

    def position(self) -> dict[str, Any]:
        """The whole position, hidden parts included, as readable data."""
        return read_position(self.game, self.states)

    def log(self, seat: int | None = None) -> list[Telling]:
        """What has happened so far, as a seat (or a spectator) may know it."""
        return [telling for n in range(len(self.plies) + 1) for telling in self.told(n, seat)]

    def told(self, ply: int, seat: int | None = None) -> list[Telling]:
        """What followed from decision number ``ply``, counted from 1; 0 is the deal."""
        happened = self.opening if ply == 0 else self.plies[ply - 1].events
        reader = None if seat is None and not self.over else seat
        return [self.game.tellings.tell(event, reader) for event in happened]

    # --- acting -------------------------------------------------------------------------------

    def act(self, action: int | str, seat: int | None = None) -> None:
        """Play an action, given as a number or in notation; a compound one is played all or not at all.

        ``seat`` says who acts, where that should be checked.
        """
        actor = self.actor
        if actor is None:
            raise IllegalAction("the game is over; nothing can be played any more")
        if seat is not None:
            self._check_seat(seat)
            if seat != actor:
                raise IllegalAction(f"it is seat {actor} that decides now, not seat {seat}")
        if not isinstance(action, str):
            self._play(self._checked_number(action))
            return
        parts = self.game.actions.expand(action.strip())
        before, plies = copy_of(self.states), len(self.plies)
        try:
            for n, part in enumerate(parts):
                if n > 0 and self.game.actions.settled(part, self.plies[-1].events):
                    continue
                if n > 0 and self.actor != actor:
                    raise IllegalAction(f"{part!r} does not follow: the turn has passed on")
                self._play(self._checked_notation(part))
        except IllegalAction:
            self.states[:] = before
            del self.plies[plies:]
            raise

    def undo(self, decisions: int = 1) -> None:
        """Take back the last decisions, by playing the others again."""
        if not 0 < decisions <= len(self.plies):
            raise IllegalAction(f"cannot take back {decisions} of {len(self.plies)} decisions")
        self.rewind(len(self.plies) - decisions)

    def rewind(self, ply: int) -> None:
        """Go back to the position after ``ply`` decisions."""
        if not 0 <= ply <= len(self.plies):
            raise IllegalAction(f"there is no decision {ply}; the game has {len(self.plies)}")
        kept = [played.action for played in self.plies[:ply]]
        self.plies = []
        self._deal()
        for number in kept:
            self._play(number)

    def copy(self) -> Match:
        """A match of its own with the same history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.states = copy_of(self.states)
        twin.plies = list(self.plies)
        return twin

    def _play(self, number: int) -> None:
        seat = engine.actor(self.states)
        notation = self.game.actions.describe(self.states, number).notation
        events = engine.apply(self.states, number)
        self.plies.append(Ply(seat, number, notation, events))

    def _checked_number(self, number: int) -> int:
        if isinstance(number, bool) or not isinstance(number, int):
            raise IllegalAction(f"an action is a number or a notation, not {number!r}")
        if not 0 <= number < self.game.action_count:
            raise IllegalAction(
                f"there is no action {number}; actions are numbered 0 to {self.game.action_count - 1}"
            )
        legal = self.legal_numbers()
        if number not in legal:
            notation = self.game.actions.describe(self.states, number).notation
            why = self.game.actions.explain(self.states, number) or "it is not possible now"
            raise IllegalAction(f"{notation!r} is not legal: {why}{self._near(notation)}", why)
        return number

    def _checked_notation(self, notation: str) -> int:
        try:
            return self._checked_number(self.game.actions.parse(self.states, notation))
        except IllegalAction as error:
            if "did you mean" in str(error):
                raise
            raise IllegalAction(f"{error}{self._near(notation)}", error.reason) from None

    def _near(self, notation: str) -> str:
        close = near(notation, self.legal())
        return "" if notation in close else close

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise IllegalAction(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")

    # --- keeping ------------------------------------------------------------------------------

    def record(self) -> str:
        """The match as text that :meth:`replay` reads."""
        from parapegma.core.records import write_record

        return write_record(self)

    @classmethod
    def replay(cls, text: str, ply: int | None = None) -> Match:
        """The match that a record describes, whole or up to a decision."""
        from parapegma.core.records import read_record

        match = read_record(text)
        if ply is not None:
            match.rewind(ply)
        return match

    # --- showing ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.actor} to decide"
        return f"<Match {self.game.name}, {self.players} players, {len(self.plies)} decisions, {state}>"

    def __str__(self) -> str:
        """The table as everyone may see it, drawn with plain characters."""
        from rich.console import Console

        console = Console(width=100, color_system=None, force_terminal=False)
        with console.capture() as captured:
            console.print(self.game.drawings.text(self.view(self._shown_seat())))
        return captured.get()

    def _repr_svg_(self) -> str:
        return self.game.drawings.svg(self.view(self._shown_seat()))

    def _shown_seat(self) -> int | None:
        """Alone at the table one sees one's own hand; otherwise only what everybody sees."""
        return 0 if self.players == 1 else None


def _checked_seed(seed: Any) -> Seed:
    if (
        isinstance(seed, bool)
        or not isinstance(seed, int | str)
        or (isinstance(seed, str) and not seed.strip())
    ):
        raise OptionError(f"a seed is a whole number or a word, not {seed!r}")
    if isinstance(seed, int):
        return seed
    word = seed.strip()
    if any(ord(letter) < 32 for letter in word):
        raise OptionError("a seed is one line of text")
    if word.startswith("key:") and not _is_key(word[4:]):
        raise OptionError("a key is written key: and 32 hexadecimal digits")
    return int(word) if word.lstrip("-").isdecimal() else word


def _is_key(text: str) -> bool:
    return len(text) == 32 and all(letter in "0123456789abcdef" for letter in text)


def _own(part: Any) -> Any:
    """The same data once more: views share their parts, and whoever asked for one may write into it."""
    if isinstance(part, dict):
        return {name: _own(inner) for name, inner in part.items()}
    if isinstance(part, list):
        return [_own(inner) for inner in part]
    return part
