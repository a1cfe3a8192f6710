"""What happened at a table between two events, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.core import engine
from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.server.messages import Happened
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Deal, Play, Standing
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.viewing import tell


def fresh(table: LiveTable, events: Sequence[Event], seat: int | None) -> list[Happened] | None:
    """The last events of a table from the notes of its position; nothing if the notes do not reach so far."""
    if any(isinstance(event.what, ev.Undone) for event in events):
        return None
    at = table.play.decisions if table.dealt else 0
    played = sum(len(event.what.actions) for event in events if isinstance(event.what, ev.Acted))
    if table.dealt and at - played + 1 < table.play.noted_from():
        return None
    return _told(table.play if table.dealt else None, at - played, events, seat, table.over)


class Retelling:
    """Events told by playing the game again: one after the other, so that whoever tells can pause.

    ``actions`` are the decisions that stood before the first of them; ``started`` whether the game had begun.
    Without a deal, because the rules have changed, nothing is told of the game. ``standing`` is a position
    to which the first of these decisions led.
    """

    def __init__(
        self,
        deal: Deal | None,
        actions: Sequence[int],
        started: bool,
        seat: int | None,
        over: bool,
        standing: Standing | None = None,
    ) -> None:
        self._deal, self._actions, self._standing = deal, list(actions), standing
        self.seat, self.over = seat, over
        self._match: Match | None = None
        if started:
            self._match = self._played()

    def _played(self) -> Match | None:
        return None if self._deal is None else Play(self._deal, self._actions, self._standing).match

    def tell(self, event: Event) -> Happened:
        """The next event."""
        match event.what:
            case ev.Acted(seat=who, actions=actions) if self._match is not None:
                own = self.over or who == self.seat
                told, notation = self._acted(self._match, actions, own)
                self._actions.extend(actions)
                return tell(event, len(self._actions), told, notation)
            case ev.Started() if self._deal is not None:
                self._match = match = Play(self._deal).match
                return tell(event, 0, match.log_of(0, self.seat), [])
            case ev.Undone(kept=kept):
                del self._actions[kept:]
                if self._standing is not None and kept < self._standing.decisions:
                    self._standing = None
                self._match = self._played()
                return tell(event, kept, [], [])
            case _:
                return tell(event, None, [], [])

    def _acted(self, match: Match, actions: Sequence[int], own: bool) -> tuple[list[LogEntry], list[str]]:
        """Decisions that were found legal when they were made: they are not checked again."""
        told: list[LogEntry] = []
        notation: list[str] = []
        states, game = match.position.states, match.game
        for number in actions:
            if own:
                notation.append(game.actions.describe(states, number).notation)
            told += [game.events.describe(happened, self.seat) for happened in engine.apply(states, number)]
        return told, notation


def replayed(
    deal: Deal, before: Sequence[Event], events: Sequence[Event], seat: int | None, over: bool
) -> list[Happened]:
    """Events told by playing the game again; ``before`` are all events that came before them."""
    actions: list[int] = []
    for event in before:
        _follow(actions, event)
    started = any(isinstance(event.what, ev.Started) for event in before)
    retelling = Retelling(deal, actions, started, seat, over)
    return [retelling.tell(event) for event in events]


def _follow(actions: list[int], event: Event) -> None:
    if isinstance(event.what, ev.Acted):
        actions.extend(event.what.actions)
    elif isinstance(event.what, ev.Undone):
        del actions[event.what.kept :]


def _told(
    play: Play | None, at: int, events: Sequence[Event], seat: int | None, over: bool
) -> list[Happened]:
    found: list[Happened] = []
    for event in events:
        match event.what:
            case ev.Started() if play is not None:
                found.append(tell(event, 0, play.log_of(0, seat), []))
            case ev.Acted(seat=who, actions=actions) if play is not None:
                plies = range(at + 1, at + len(actions) + 1)
                at += len(actions)
                told = [telling for ply in plies for telling in play.log_of(ply, seat)]
                own = over or who == seat
                found.append(tell(event, at, told, [play.notation(ply) for ply in plies] if own else []))
            case ev.Undone(kept=kept):
                at = kept
                found.append(tell(event, at, [], []))
            case _:
                found.append(tell(event, None, [], []))
    return found
