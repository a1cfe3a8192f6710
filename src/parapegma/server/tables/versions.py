"""Whether the rules of today still play a stored game as it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parapegma.errors import ParapegmaError
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import Event
from parapegma.server.tables.play import Deal, Play


@dataclass(frozen=True)
class Difference:
    """The first event that would come out otherwise today."""

    number: int
    reason: str


def first_difference(deal: Deal, events: Sequence[Event]) -> Difference | None:
    """Play a game again, every decision checked, and compare each position with the one it led to."""
    play: Play | None = None
    actions: list[int] = []
    for event in events:
        try:
            match event.what:
                case ev.Started(next=actor, digest=digest):
                    deal.noted(())
                    play = Play(deal)
                    if digest and play.digest() != digest:
                        return Difference(event.number, "the position at the start is another")
                    if play.actor != actor:
                        return Difference(event.number, "another seat begins")
                case ev.Acted(seat=seat, actions=played, digest=digest, next=actor) if play is not None:
                    play.act(seat, played)
                    actions += played
                    if play.digest() != digest:
                        return Difference(event.number, "the position after it is another")
                    if play.actor != actor:
                        return Difference(event.number, "another seat decides after it")
                case ev.Undone(kept=kept):
                    del actions[kept:]
                    play = Play(deal, actions)
                case _:
                    pass
        except ParapegmaError as error:
            return Difference(event.number, str(error))
    return None
