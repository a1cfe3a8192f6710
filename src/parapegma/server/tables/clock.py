"""Clocks: how much time each seat has left, worked out from the times of the events."""

from __future__ import annotations

from dataclasses import dataclass, field

from parapegma.server.protocol.table_settings import Correspondence, Live, NoClock, Pace
from parapegma.server.tables import events as ev

_DAY = 24 * 3600 * 1000
HAND_OVER = 120_000
"""So many milliseconds a clock stands still at most while a screen is handed over to the next seat."""
WARNING = 0.8
"""The part of the time for a decision after which a player by correspondence is warned."""
_TO_COME_BACK = 10
"""Whoever sits down to an empty clock gets one part in so many of a full bank, or the increment."""


@dataclass(slots=True)
class Clock:
    """Milliseconds left per seat, and since when whose clock runs."""

    pace: Pace
    banks: list[int]
    seat: int | None = None
    """Whose clock runs."""
    since: int = 0
    """Since when it runs; it may be about to."""
    warned: set[int] = field(default_factory=set)
    """The seats that have been warned about the decision they owe."""
    stood_in: bool = False
    """Whether a bot decides while it runs: then nothing happens when it has run out."""

    @classmethod
    def new(cls, players: int, pace: Pace) -> Clock:
        """All clocks full, none running."""
        return cls(pace, [_full(pace)] * players)

    def copy(self) -> Clock:
        return Clock(self.pace, self.banks.copy(), self.seat, self.since, set(self.warned), self.stood_in)

    @property
    def deadline_at(self) -> int | None:
        """When the running clock will have run out."""
        if self.seat is None or self.stood_in or isinstance(self.pace, NoClock):
            return None
        return self.since + self.banks[self.seat]

    @property
    def warn_at(self) -> int | None:
        """When the person to decide should be warned; only by correspondence."""
        if self.seat is None or self.stood_in or not isinstance(self.pace, Correspondence):
            return None
        return self.since + self.banks[self.seat] - round((1 - WARNING) * _full(self.pace))

    def left(self, seat: int, at: int) -> int | None:
        """The milliseconds a seat has left at a time; none without a clock."""
        if isinstance(self.pace, NoClock):
            return None
        spent = max(0, at - self.since) if seat == self.seat else 0
        return max(0, self.banks[seat] - spent)

    def step(
        self,
        at: int,
        acted: int | None,
        body: ev.EventBody,
        charged: int | None,
        handed_over: bool = False,
        stood_in: bool = False,
    ) -> None:
        """An event happened: charge whose clock ran, refill, and let the next one run.

        ``handed_over``: the next one plays at the same screen and has to be given it first. ``stood_in``: a
        bot decides for that one.
        """
        self.stood_in = stood_in
        if isinstance(self.pace, NoClock):
            self.seat, self.since = charged, at
            return
        if self.seat is not None:
            self.banks[self.seat] = max(0, self.banks[self.seat] - max(0, at - self.since))
        match body:
            case ev.Acted(bot=bot) if acted is not None:
                self._refill(acted, body.next, bot is not None)
            case ev.Undone():
                self._refill_all()
            case ev.Sat(seat=seat):
                self._welcome(seat)
            case ev.Warned(seat=seat):
                self.warned.add(seat)
            case _:
                pass
        begins = at
        if isinstance(body, ev.ClockHeld):
            begins = max(at, body.until)
        elif handed_over:
            begins = at + HAND_OVER
        elif charged == self.seat and not isinstance(body, ev.Acted | ev.Uncovered):
            # What happens at the table meanwhile does not end the wait for the screen.
            begins = max(at, self.since)
        self.seat, self.since = charged, begins

    def _refill(self, seat: int, next_seat: int | None, by_bot: bool) -> None:
        match self.pace:
            case Live(increment=increment) if next_seat != seat and not by_bot:
                self.banks[seat] += increment * 1000
            case Correspondence():
                self.banks[seat] = _full(self.pace)
                self.warned.discard(seat)
            case _:
                pass

    def _refill_all(self) -> None:
        """By correspondence everyone has the whole time again for a decision that is asked anew."""
        if isinstance(self.pace, Correspondence):
            self.banks = [_full(self.pace)] * len(self.banks)
            self.warned.clear()

    def _welcome(self, seat: int) -> None:
        """Nobody sits down only to lose the seat again at once; but nobody gains time by it."""
        if self.banks[seat] > 0:
            return
        match self.pace:
            case Live(bank=bank, increment=increment):
                self.banks[seat] = 1000 * max(increment, bank // _TO_COME_BACK)
            case Correspondence():
                self.banks[seat] = _full(self.pace)
                self.warned.discard(seat)
            case _:
                pass


def _full(pace: Pace) -> int:
    match pace:
        case Live(bank=bank):
            return bank * 1000
        case Correspondence(days=days):
            return int(days * _DAY)
        case _:
            return 0
