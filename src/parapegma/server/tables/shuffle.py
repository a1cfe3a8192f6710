"""What the seats add to the shuffles before the deal: commitments first, then the parts themselves.

A seat commits when it is taken. Once all seats are taken, each that has committed reveals its part. A seat
that does not reveal in time adds nothing to this game, and the others begin anew with fresh parts: so it
cannot choose between two deals that it knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from parapegma.server.tables import events as ev
from parapegma.server.tables.events import TableEvent

TIME_TO_SHUFFLE = 20_000
"""Milliseconds that seats have to commit anew, or to reveal."""


@dataclass(slots=True)
class Shuffle:
    """How far the seats have come."""

    stage: ev.Stage | None = None
    """What is waited for: commitments, or parts. Nothing before all seats are taken, and after the deal."""
    since: int = 0
    commitments: dict[int, str] = field(default_factory=dict)
    parts: dict[int, str] = field(default_factory=dict)
    """What was revealed."""
    adding: set[int] = field(default_factory=set)
    """The seats that add something."""
    left_out: set[int] = field(default_factory=set)
    """The seats that wanted to, and did not in time."""

    def copy(self) -> Shuffle:
        return Shuffle(
            self.stage,
            self.since,
            dict(self.commitments),
            dict(self.parts),
            set(self.adding),
            set(self.left_out),
        )

    @property
    def lacking(self) -> set[int]:
        """The seats that are waited for."""
        if self.stage is None:
            return set()
        return self.adding - (self.commitments if self.stage == "commit" else self.parts).keys()

    def next(self) -> ev.Stage | None:
        """What comes next now that all seats are taken; nothing if the cards can be dealt."""
        if self.adding - self.commitments.keys():
            return "commit"
        return "reveal" if self.adding - self.parts.keys() else None

    # --- what happens -------------------------------------------------------------------------

    def sit(self, seat: int, commitment: str) -> None:
        """Someone takes a seat, or a bot does."""
        self.stand_up(seat)
        if commitment:
            self.commitments[seat] = commitment
            self.adding.add(seat)

    def stand_up(self, seat: int) -> None:
        """A seat is empty again; parts that are known by now serve for nothing."""
        self.commitments.pop(seat, None)
        self.adding.discard(seat)
        self.left_out.discard(seat)
        self._forget_known()
        self.stage = None

    def begin(self, stage: ev.Stage, left_out: Iterable[int], at: int) -> None:
        """The next stage."""
        self.left_out.update(left_out)
        self.adding -= self.left_out
        self.commitments = {n: text for n, text in self.commitments.items() if n in self.adding}
        if stage == "commit":
            self._forget_known()
        self.stage, self.since = stage, at

    def add(self, body: ev.EventBody, at: int) -> None:
        """Take an event into account."""
        match body:
            case ev.Sat(seat=seat, commitment=commitment):
                self.sit(seat, commitment)
            case ev.Left(seat=seat) | ev.BotSat(seat=seat):
                self.stand_up(seat)
            case ev.Shuffling(stage, left_out):
                self.begin(stage, left_out, at)
            case ev.Committed(seat, commitment):
                self.commitments[seat] = commitment
            case ev.Revealed(seat, part):
                self.parts[seat] = part
            case ev.Started():
                self.stage = None
            case _:
                pass

    def _forget_known(self) -> None:
        for seat in self.parts:
            self.commitments.pop(seat, None)
        self.parts.clear()


def parts_in(events: Iterable[TableEvent]) -> dict[int, str]:
    """What the seats have added to a game, by its events from the first on."""
    shuffle = Shuffle()
    for event in events:
        shuffle.add(event.body, event.at)
        if isinstance(event.body, ev.Started):
            return shuffle.parts
    return {}
