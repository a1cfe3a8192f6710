"""A table as a whole, as one reader may know it: who sits where, what is asked, how it ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from parapegma.server.names import GONE
from parapegma.server.protocol.messages import (
    ClockInfo,
    RequestData,
    RequestInfo,
    ResultInfo,
    SeatInfo,
    SeatSummary,
    ShuffleInfo,
    ShufflePart,
    TableInfo,
    TableSummary,
)
from parapegma.server.protocol.table_settings import NoClock, decode_settings
from parapegma.server.tables.coming_back import time_to_return
from parapegma.server.tables.deal import known_of
from parapegma.server.tables.live_table import LiveTable
from parapegma.server.tables.messages.viewpoint import Reader
from parapegma.server.tables.state import Request


def table_info(table: LiveTable, reader: Reader, present: frozenset[str]) -> TableInfo:
    """A table as a reader may know it; ``present`` are the people who are connected to it."""
    state, row = table.state, table.row
    seats = [
        SeatInfo(
            number,
            seat.kind,
            seat.name,
            seat.bot,
            mine=reader.person is not None and reader.person in (seat.person, seat.kept_for),
            resigned=seat.resigned,
            connected=seat.person in present,
            reserved=seat.kept_for is not None,
            gone=seat.name == GONE,
            back_by=state.back_by(number),
            short_of_time=seat.short_of_time,
        )
        for number, seat in enumerate(state.seats)
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
        requests=[_request(table, request) for request in state.requests.values()],
        result=_result(table),
        # The id of a table is the key to it: only who opened this one is known to have the other's.
        rematch_of=row["rematch_of"] if row["created_by"] == reader.person else None,
        continues=row["continues"] if row["created_by"] == reader.person else None,
        rematch=state.rematch if state.seats_of(reader.person) else None,
        known_deal=table.deal.known,
        daily=table.deal.daily,
        shuffle=shuffle_info(table),
        return_time=time_to_return(table.settings.pace),
        stopped=state.status == "running" and state.stopped,
        differs_at=None if table.difference is None else table.difference.number,
    )


def _request(table: LiveTable, request: Request) -> RequestInfo:
    data = {name: part for name, part in request.data.items() if name != "person"}
    agreed = [n for n, seat in enumerate(table.state.seats) if seat.person in request.agreed]
    return RequestInfo(request.number, request.seat, request.what, RequestData(**data), agreed)


def _result(table: LiveTable) -> ResultInfo | None:
    ended = table.state.ended
    if ended is None:
        return None
    return ResultInfo(ended.why, ended.scores, ended.ranks, table.deal.host_key)


def shuffle_info(table: LiveTable) -> ShuffleInfo:
    """What the seats add to the shuffles. Everyone may know it: what the host adds stays hidden."""
    shuffle = table.state.shuffle
    return ShuffleInfo(
        stage=shuffle.stage,
        waits_for=sorted(shuffle.lacking),
        parts=[
            ShufflePart(seat, shuffle.commitments.get(seat), shuffle.parts.get(seat))
            for seat in sorted(shuffle.adding)
        ],
        left_out=sorted(shuffle.left_out),
    )


def clock_info(table: LiveTable, at: int) -> ClockInfo | None:
    """How much time each seat has left; nothing without a clock."""
    clock = table.state.clock
    if isinstance(clock.pace, NoClock):
        return None
    left = [clock.left(seat, at - table.behind) for seat in range(len(table.state.seats))]
    starts_in = 0 if clock.seat is None else max(0, clock.since - (at - table.behind))
    return ClockInfo(at, left, clock.seat, starts_in)


def table_summary(row: Mapping[str, Any], seats: list[SeatSummary], person: str | None) -> TableSummary:
    """A table in a list."""
    settings = decode_settings(row["settings"])
    # Whoever lags behind does not learn here what happens at the table now.
    late = settings.delay > 0 and row["status"] == "running" and not any(seat.mine for seat in seats)
    return TableSummary(
        id=row["id"],
        game=row["game"],
        status=row["status"],
        options=json.loads(row["options"]),
        settings=settings,
        seats=seats,
        actor=None if late else row["actor"],
        my_turn=person is not None and row["waits_for"] == person,
        deadline_at=None if late else row["deadline_at"],
        created_at=row["created_at"],
        changed_at=row["created_at"] if late else row["changed_at"],
        known_deal=known_of(row),
    )


def late_summary(summary: TableSummary, late: LiveTable) -> TableSummary:
    """A table in a list, as those see it who lag behind; ``late`` is how it stood."""
    seats = [seat_summary(seat.kind, seat.name, seat.bot, mine=False) for seat in late.state.seats]
    return msgspec.structs.replace(
        summary,
        status=late.state.status,
        seats=seats,
        actor=None,
        deadline_at=None,
        changed_at=summary.created_at,
    )


def seat_summary(kind: str, name: str, bot: str | None, *, mine: bool) -> SeatSummary:
    """A seat of a table in a list."""
    return SeatSummary(kind, name, bot, mine=mine)
