"""What one reader of a table is sent. This is the only place that makes messages about a table.

Everything about the game comes from ``view``, ``told`` and, for the seat that decides, ``legal_actions``,
each asked for the reader's own seat. The key of the shuffles is added once the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from parapegma.core.game import Action
from parapegma.core.log import LogEntry
from parapegma.server.ids import now
from parapegma.server.messages import (
    Choice,
    ClockInfo,
    Happened,
    RequestInfo,
    ResultInfo,
    SeatInfo,
    TableInfo,
    Told,
    Update,
)
from parapegma.server.names import GONE
from parapegma.server.tables import events as ev
from parapegma.server.tables.events import Event, kind_of
from parapegma.server.tables.patience import bot_from
from parapegma.server.tables.play import Play
from parapegma.server.tables.record import LiveTable
from parapegma.server.tables.settings import NoClock

_encoder = msgspec.json.Encoder()

Prints = dict[str, bytes]
"""Each part of a view as it was sent, but for those that last, to know which parts changed."""


@dataclass(frozen=True)
class Reader:
    """Who reads: a person, and through the eyes of which of his seats, if he chose one."""

    person: str | None
    seat: int | None = None


def eyes(table: LiveTable, reader: Reader) -> int | None:
    """The seat through whose eyes a reader sees: his only one, the chosen one, or the one to decide."""
    mine = table.state.seats_of(reader.person)
    if not mine:
        return None
    if reader.seat is not None and reader.seat in mine:
        return reader.seat
    return table.actor if table.actor in mine else mine[0]


def update(
    table: LiveTable,
    reader: Reader,
    since: int,
    happened: Sequence[Happened],
    prints: Prints | None = None,
    with_table: bool = True,
    here: frozenset[str] = frozenset(),
) -> tuple[bytes, Prints]:
    """The message that brings a reader up to date, and the prints of the view he then has.

    ``prints`` are those of the view he has already; without them the whole view is sent.
    """
    seat = eyes(table, reader)
    message = Update(number=table.number, since=since, events=list(happened), seat=seat, actor=table.actor)
    new_prints: Prints = {}
    if table.dealt:
        parts, lasting = table.play.view(seat), table.deal.game.lasting
        if prints:
            # He has what never changes.
            for name in lasting:
                parts.pop(name, None)
            new_prints = _encoded(parts)
            changed = {n: text for n, text in new_prints.items() if prints.get(n) != text}
            message.changes = _joined(changed)
        else:
            encoded = _encoded(parts)
            message.view = _joined(encoded)
            new_prints = {name: text for name, text in encoded.items() if name not in lasting}
        if table.actor is not None and table.actor == seat and table.state.seats[seat].bot is None:
            message.choices = choices(table.play)
    if table.state.status == "running":
        message.clock = _clock(table)
        message.bot_from = bot_from(table, reader.person)
    if with_table:
        message.table = info(table, reader, here)
    return _encoder.encode(message), new_prints


def _encoded(parts: dict[str, Any]) -> dict[str, bytes]:
    """Each part of a view as text: all are encoded at once, a line each."""
    return dict(zip(parts, _encoder.encode_lines(parts.values()).split(b"\n"), strict=False))


def _joined(parts: dict[str, bytes]) -> Any:
    """Parts that are encoded already, as one; they are not encoded twice."""
    return msgspec.Raw(b"{%b}" % b",".join([_label(name) + text for name, text in parts.items()]))


@lru_cache(maxsize=1024)
def _label(name: str) -> bytes:
    return _encoder.encode(name) + b":"


def choices(play: Play) -> list[Choice]:
    """What the seat to decide may do."""
    return described(play.match.legal_actions())


def described(actions: Sequence[Action]) -> list[Choice]:
    """Actions as they are offered."""
    return [Choice(a.number, a.kind, a.data, a.notation) for a in actions]


def info(table: LiveTable, reader: Reader, here: frozenset[str] = frozenset()) -> TableInfo:
    """A table as a reader may know it."""
    state, row = table.state, table.row
    seats = [
        SeatInfo(
            number,
            seat.kind,
            seat.name,
            seat.bot,
            mine=reader.person is not None and reader.person in (seat.person, seat.kept_for),
            resigned=seat.resigned,
            here=seat.person in here,
            kept=seat.kept_for is not None,
            gone=seat.name == GONE,
        )
        for number, seat in enumerate(state.seats)
    ]
    requests = [
        RequestInfo(
            request.number,
            request.seat,
            request.what,
            {name: part for name, part in request.data.items() if name != "person"},
            [n for n, seat in enumerate(state.seats) if seat.person in request.agreed],
        )
        for request in state.requests.values()
    ]
    return TableInfo(
        id=table.id,
        game=row["game"],
        players=row["players"],
        options=table.deal.options,
        settings=table.settings,
        status=state.status,
        seats=seats,
        host=row["created_by"] == reader.person,
        commitment=row["commitment"],
        created_at=row["created_at"],
        paused=state.paused,
        requests=requests,
        result=_result(table),
        rematch_of=row["rematch_of"],
        continues=row["continues"],
        rematch=state.rematch if state.seats_of(reader.person) else None,
        differs_at=None if table.difference is None else table.difference.number,
    )


def _result(table: LiveTable) -> ResultInfo | None:
    ended = table.state.ended
    if ended is None:
        return None
    return ResultInfo(ended.why, ended.scores, ended.ranks, table.row["key"])


def _clock(table: LiveTable) -> ClockInfo | None:
    clock, at = table.state.clock, now()
    if isinstance(clock.pace, NoClock):
        return None
    left = [clock.left(seat, at - table.behind) for seat in range(len(table.state.seats))]
    return ClockInfo(at, left, clock.seat)


def tell(event: Event, decisions: int | None, told: Sequence[LogEntry], notation: Sequence[str]) -> Happened:
    """An event for a reader to whom ``told`` and ``notation`` may be said."""
    return Happened(
        number=event.number,
        at=event.at,
        kind=kind_of(event.what),
        seat=getattr(event.what, "seat", None),
        decisions=decisions,
        told=tell_of(told),
        notation=list(notation),
        data=_public(event.what),
    )


def tell_of(tellings: Sequence[LogEntry]) -> list[Told]:
    """What happened, in words and as data."""
    return [Told(t.kind, t.seat, t.data, t.words) for t in tellings]


def _public(what: ev.Happening) -> dict[str, object]:
    """What everyone may know of an event besides its seat."""
    if isinstance(what, ev.Acted):
        return {} if what.bot is None else {"bot": what.bot}
    match what:
        case ev.Sat(name=name) | ev.Opened(name=name) | ev.Kept(name=name):
            return {"name": name}
        case ev.Left(bot=bot) | ev.BotSat(bot=bot) | ev.TimedOut(bot=bot):
            return {} if bot is None else {"bot": bot}
        case ev.Undone(kept=kept):
            return {"kept": kept}
        case ev.Resigned(why=why) | ev.Ended(why=why):
            return {"why": why}
        case ev.Asked(what=asked, data=data):
            return {"what": asked, **{name: data[name] for name in ("name", "bot") if name in data}}
        case ev.Answered(request=request, agreed=agreed):
            return {"request": request, "agreed": agreed}
        case _:
            return {}
