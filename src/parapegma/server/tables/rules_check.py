"""Whether the rules of today still play a stored game as it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parapegma.core.match import Match
from parapegma.errors import ParapegmaError
from parapegma.server.tables import events as ev
from parapegma.server.tables.deal import Deal, digest_of
from parapegma.server.tables.events import TableEvent
from parapegma.server.tables.shuffle import parts_in


@dataclass(frozen=True)
class Difference:
    """The first event that would come out otherwise today."""

    number: int
    reason: str


def first_difference(deal: Deal, events: Sequence[TableEvent]) -> Difference | None:
    """Play a game again, every decision checked, and compare each position with the one it led to."""
    deal = deal.with_parts(parts_in(events))
    match: Match | None = None
    actions: list[int] = []
    for event in events:
        try:
            if isinstance(event.body, ev.Started):
                deal.whole_match()
                match = deal.match_after(())
                reason = _start_differs(match, event.body)
            elif isinstance(event.body, ev.Acted) and match is not None:
                for number in event.body.actions:
                    match.act(number, event.body.seat)
                actions += event.body.actions
                reason = _differs(match, event.body)
            elif isinstance(event.body, ev.Undone):
                del actions[event.body.kept :]
                match, reason = deal.match_after(actions), None
            else:
                reason = None
        except ParapegmaError as error:
            reason = str(error)
        if reason is not None:
            return Difference(event.number, reason)
    return None


def _start_differs(match: Match, started: ev.Started) -> str | None:
    if started.digest and digest_of(match.position) != started.digest:
        return "the position at the start is another"
    return None if match.actor == started.next else "another seat begins"


def _differs(match: Match, acted: ev.Acted) -> str | None:
    if digest_of(match.position) != acted.digest:
        return "the position after it is another"
    return None if match.actor == acted.next else "another seat decides after it"
