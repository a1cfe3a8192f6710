"""A game being played: a position and its history, for people and scripts.

>>> match = Match("ophiuchus", players=2, seed=7)
>>> match.actor
1
>>> match.legal()
['take T05', 'take T17', 'take T26']
>>> [entry.words for entry in match.act("lay T05 1,-1 W")]
['lays T05 1,-1 W', 'draws T12']
>>> match.undo()
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from parapegma.core.action import Action
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.game import Event, Game, find_game
from parapegma.core.log import LogEntry
from parapegma.core.options import Value
from parapegma.core.position import Position
from parapegma.core.records import Record
from parapegma.core.scoring_steps import ScoringStep, complete_steps
from parapegma.core.seed import Seed, checked_seed
from parapegma.core.view import View
from parapegma.core.whole import whole_number
from parapegma.errors import IllegalAction, ParapegmaError, PositionError, RecordError

if TYPE_CHECKING:
    from parapegma.bots.bot import Evaluation


@dataclass(frozen=True)
class Decision:
    """One decision that was made, and what followed from it."""

    seat: int
    action: int
    notation: str
    events: tuple[Event, ...]


class Match:
    """A position and its history: a seed, options and a list of decisions lead to it.

    A match that was resumed begins at a position in mid-game; of what came before it knows only how many
    decisions there were, so it cannot take those back, tell of them or write them down.
    """

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
        self.seed: Seed | None = secrets.token_hex(8) if seed is None else checked_seed(seed)
        self.start_position = copy.deepcopy(position)
        """Parts of a position that were set before the first decision (docs/positions.md)."""
        self._begin(
            Position.deal_key(
                self.game, self.players, self.options, key_of_seed(self.seed), self.start_position
            )
        )

    @classmethod
    def resume(cls, position: Position, decisions: int = 0) -> Match:
        """A match that goes on from a position to which ``decisions`` decisions led.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> again = Match.resume(match.position, len(match))
        >>> len(again), again.decisions
        (3, [])
        """
        number = whole_number(decisions)
        if number is None or number < 0:
            raise PositionError(
                f"decisions is how many decisions led to the position, 0 or more, not {decisions!r}"
            )
        match = object.__new__(cls)
        match.game, match.players, match.options = position.game, position.players, position.options
        match.seed, match.start_position = None, None
        match._begin(position.copy(), number)
        return match

    def _begin(self, base: Position, decisions: int = 0) -> None:
        self.base = base
        """The position from which the decisions below were played."""
        self.decided_before = decisions
        """How many decisions led to the base; 0 unless the match was resumed."""
        self.decisions: list[Decision] = []
        """The decisions since the base."""
        self.opening: tuple[Event, ...] = base.events() if decisions == 0 else ()
        """What happened at the deal."""
        self.position = base.copy()
        """Where the match stands. Change it only through the match."""
        self._previous: Position | None = None
        """The position before the last decision, so that taking it back costs nothing."""

    def __len__(self) -> int:
        """How many decisions led here."""
        return self.decided_before + len(self.decisions)

    def __bool__(self) -> bool:
        return True

    # --- asking -------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that decides now, or ``None`` when the game is over.

        >>> Match("ophiuchus", players=2, seed=7).actor
        1
        """
        return self.position.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> Match("ophiuchus", players=2, seed=7).over
        False
        """
        return self.position.over

    @property
    def scores(self) -> list[int]:
        """Every seat's points now.

        >>> Match("ophiuchus", players=2, seed=7).scores
        [-6, -6]
        """
        return self.position.scores

    @property
    def ranks(self) -> list[int]:
        """Every seat's place now; equals share a place.

        >>> Match("ophiuchus", players=2, seed=7).ranks
        [1, 1]
        """
        return self.position.ranks

    @property
    def winner(self) -> int | None:
        """The seat that won; ``None`` before the end, and where several share the first place.

        >>> Match("pacal", seed=1).winner is None
        True
        """
        winners = self.position.winners
        return winners[0] if len(winners) == 1 else None

    def scoring_steps(self) -> list[ScoringStep]:
        """Everybody's points one after the other, hidden ones included; they add up to the scores.

        >>> [(step.source, step.points) for step in Match("ophiuchus", players=2, seed=7).scoring_steps()]
        [('tiles in hand', [-6, -6])]
        """
        statistics = self.game.statistics
        events = [*self.opening, *(event for decision in self.decisions for event in decision.events)]
        told = statistics.steps(self.position.states, events)
        sources = self.position.sources
        return complete_steps(told, statistics.sources, [sources[seat] for seat in range(self.players)])

    def legal(self) -> list[str]:
        """The legal actions in notation.

        >>> Match("ophiuchus", players=2, seed=7).legal()
        ['take T05', 'take T17', 'take T26']
        """
        return [action.notation for action in self.position.legal_actions()]

    def legal_actions(self) -> list[Action]:
        """The legal actions taken apart.

        >>> Match("ophiuchus", players=2, seed=7).legal_actions()[0]
        Take(number=4, notation='take T05', tile='T05')
        """
        return self.position.legal_actions()

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; without a seat, what a spectator may see.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> match.view(seat=1).seats[1].hand, match.view(seat=0).seats[1].hand
        (['T05', 'T17', 'T26'], None)
        """
        # Views share their parts; the caller may write into the lists of his own.
        return self.position.view(seat).copy()

    def log(self, seat: int | None = None) -> list[LogEntry]:
        """What has happened so far, as a seat (or a spectator) may know it.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> [entry.words for entry in match.log(seat=0)]
        ['lays T05 1,-1 W', 'draws a tile']
        """
        first = 0 if self.decided_before == 0 else self.decided_before + 1
        return [entry for n in range(first, len(self) + 1) for entry in self.log_of(n, seat)]

    def log_of(self, decision: int, seat: int | None = None) -> list[LogEntry]:
        """What followed from a decision, counted from 1; 0 is the deal.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> [entry.words for entry in match.log_of(3, seat=1)]
        ['lays T05 1,-1 W', 'draws T12']
        """
        if seat is not None:
            seat = self.position.check_seat(seat)
        describe = self.game.events.describe
        if decision == 0 and self.decided_before == 0:
            return [describe(event, seat) for event in self.opening]
        return [describe(event, seat) for event in self.decision(decision).events]

    def decision(self, number: int) -> Decision:
        """A decision by its number, counted from 1.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("take T05")
        >>> match.decision(1)
        Decision(seat=1, action=4, notation='take T05', events=())
        """
        found = whole_number(number)
        if found is None or not self.decided_before < found <= len(self):
            made = f"{self.decided_before + 1} to {len(self)}" if self.decisions else "none"
            raise IllegalAction(f"there is no decision {number!r}; this match has {made}")
        return self.decisions[found - self.decided_before - 1]

    def ask(self, bot: str, seed: int | str | None = None) -> Evaluation:
        """What a bot would do for the seat to move, by its name: ``master``, ``search:800`` ...

        >>> Match("ophiuchus", players=2, seed=7).ask("greedy", seed=1).action
        25
        """
        # Bots are built on this package, so they are looked up by name when somebody asks.
        runner = import_module("parapegma.bots.runner").BotRunner(self.game, seed)
        evaluation: Evaluation = runner.ask(bot, self.position, len(self))
        return evaluation

    # --- acting -------------------------------------------------------------------------------

    def act(self, action: int | str, seat: int | None = None) -> list[LogEntry]:
        """Play an action, given as a number or in notation; a compound one is played all or not at all.

        ``seat`` says who acts, where that should be checked. The answer is what happened, as the seat that
        acted may know it.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> match.act("take T05", seat=1)
        []
        >>> [entry.words for entry in match.act("at 1,-1 W")]
        ['lays T05 1,-1 W', 'draws T12']
        >>> match.act("take T05", seat=1)
        Traceback (most recent call last):
            ...
        parapegma.errors.IllegalAction: it is seat 0 that decides now, not seat 1
        """
        actor = self.actor
        if actor is None:
            raise IllegalAction("the game is over; nothing can be played any more")
        if seat is not None:
            seat = self.position.check_seat(seat)
            if seat != actor:
                raise IllegalAction(f"it is seat {actor} that decides now, not seat {seat}")
        first = len(self) + 1
        if isinstance(action, str):
            self._play_parts(self.game.actions.expand(action.strip()), actor)
        else:
            self._play(self.position.check(action))
        return [entry for n in range(first, len(self) + 1) for entry in self.log_of(n, actor)]

    def _play_parts(self, parts: tuple[str, ...], actor: int) -> None:
        before, previous, decisions = self.position.copy(), self._previous, len(self.decisions)
        try:
            for n, part in enumerate(parts):
                if n > 0 and self.game.actions.settled(part, self.decisions[-1].events):
                    continue
                if n > 0 and self.over:
                    raise IllegalAction(f"{part!r} does not follow: the game is over")
                if n > 0 and self.actor != actor:
                    raise IllegalAction(f"{part!r} does not follow: the turn has passed on")
                self._play(self.position.check(part))
        except IllegalAction:
            self.position, self._previous = before, previous
            del self.decisions[decisions:]
            raise

    def _play(self, number: int) -> None:
        self._previous = self.position.copy()
        seat = self.position.actor
        assert seat is not None
        notation = self.position.notation(number)
        events = self.position.apply(number)
        self.decisions.append(Decision(seat, number, notation, events))

    def undo(self, decisions: int = 1) -> None:
        """Take back the last decisions.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> match.undo(3)
        >>> len(match), match.legal()
        (0, ['take T05', 'take T17', 'take T26'])
        """
        number = whole_number(decisions)
        if number is None or not 0 < number <= len(self.decisions):
            raise IllegalAction(f"cannot take back {decisions!r} of {len(self.decisions)} decisions")
        if number == 1 and self._previous is not None:
            self.position, self._previous = self._previous, None
            self.decisions.pop()
        else:
            self.rewind(len(self) - number)

    def rewind(self, decision: int) -> None:
        """Go back to the position after so many decisions, by playing them again.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> match.rewind(1)
        >>> [decision.notation for decision in match.decisions]
        ['take T05']
        """
        number = whole_number(decision)
        if number is None or not self.decided_before <= number <= len(self):
            raise IllegalAction(
                f"there is no decision {decision!r} to go back to;"
                f" this match has {self.decided_before} to {len(self)}"
            )
        del self.decisions[number - self.decided_before :]
        self.position, self._previous = self.base.copy(), None
        for played in self.decisions:
            self.position.apply(played.action)

    def copy(self) -> Match:
        """A match of its own with the same history.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> twin = match.copy()
        >>> _ = twin.act("take T05")
        >>> len(match), len(twin)
        (0, 1)
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.position = self.position.copy()
        twin._previous = None if self._previous is None else self._previous.copy()
        twin.decisions = list(self.decisions)
        return twin

    def forget(self, kept: int) -> None:
        """Drop all decisions but the last few: the match then begins where they were first made.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> match.forget(1)
        >>> len(match), len(match.decisions)
        (3, 1)
        """
        dropped = len(self.decisions) - max(kept, 0)
        if dropped <= 0:
            return
        self.base = self.base.copy()
        for played in self.decisions[:dropped]:
            self.base.apply(played.action)
        self.decided_before += dropped
        self.opening = ()
        del self.decisions[:dropped]

    # --- keeping ------------------------------------------------------------------------------

    def record(self) -> str:
        """The match as text that :meth:`replay` reads.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> print(match.record().splitlines()[-2])
        1: lay T05 1,-1 W
        """
        if self.seed is None or self.decided_before:
            raise RecordError("this match begins in mid-game, so no record can say how it came about")
        return Record.of(self).to_text()

    @classmethod
    def replay(cls, text: str, decision: int | None = None) -> Match:
        """The match that a record describes, whole or up to a decision; every problem is named by its line.

        >>> match = Match("ophiuchus", players=2, seed=7)
        >>> _ = match.act("lay T05 1,-1 W")
        >>> Match.replay(match.record(), decision=1)
        <Match ophiuchus, 2 players, 1 decisions, seat 1 to decide>
        """
        record = Record.from_text(text)
        game = record.find_game()
        record.check_shuffle()
        try:
            match = cls(game, record.players, record.seed, position=record.position, **record.options)
        except PositionError as error:
            raise record.error("position", str(error)) from None
        except ParapegmaError as error:
            raise RecordError(f"line {record.lines['players']} and following: {error}") from None
        for number, (seat, notation) in enumerate(record.decisions):
            try:
                match.act(notation, seat)
            except IllegalAction as error:
                raise record.error(number, str(error)) from None
        record.check_end(match)
        if decision is not None:
            match.rewind(decision)
        return match

    # --- showing ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.actor} to decide"
        return f"<Match {self.game.name}, {self.players} players, {len(self)} decisions, {state}>"

    def __str__(self) -> str:
        """The table as everyone may see it, drawn with plain characters."""
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.position.picture()
