"""What happened at a table between two events, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence

from parapegma.server.messages import Happened
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Deal, Play
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


def replayed(
    deal: Deal, before: Sequence[Event], events: Sequence[Event], seat: int | None, over: bool
) -> list[Happened]:
    """Events told by playing the game again; ``before`` are all events that came before them."""
    actions: list[int] = []
    for event in before:
        _follow(actions, event)
    started = any(isinstance(event.what, ev.Started) for event in [*before, *events])
    play = Play(deal, actions) if started else None
    told: list[Happened] = []
    for event in events:
        _follow(actions, event)
        if play is not None and isinstance(event.what, ev.Acted):
            play.act(event.what.seat, event.what.actions)
        elif isinstance(event.what, ev.Undone):
            play = Play(deal, actions)
        played = len(event.what.actions) if isinstance(event.what, ev.Acted) else 0
        told += _told(play, len(actions) - played, [event], seat, over)
    return told


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
                found.append(tell(event, 0, play.told(0, seat), []))
            case ev.Acted(seat=who, actions=actions) if play is not None:
                plies = range(at + 1, at + len(actions) + 1)
                at += len(actions)
                told = [telling for ply in plies for telling in play.told(ply, seat)]
                own = over or who == seat
                found.append(tell(event, at, told, [play.notation(ply) for ply in plies] if own else []))
            case ev.Undone(kept=kept):
                at = kept
                found.append(tell(event, at, [], []))
            case _:
                found.append(tell(event, None, [], []))
    return found
