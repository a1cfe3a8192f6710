"""A table of one reader that nothing is kept of: steps of lessons and puzzles are played at such tables."""

from __future__ import annotations

from parapegma.core.log import LogEntry
from parapegma.core.match import Match
from parapegma.server.protocol.messages import EventMessage, SeatInfo, TableInfo, Update
from parapegma.server.protocol.table_settings import TableSettings


def practice_update(
    match: Match, seat: int, *, heard: int, asked: bool, begun: bool, others: str, table_id: str
) -> Update:
    """How such a table stands, as any table tells of itself.

    Of the first ``heard`` decisions nothing is told; without ``asked`` there is nothing to choose. Where the
    reader has ``begun`` the present move, what is asked may be the rest of a decision. The other seats are
    said to be the bot ``others``.
    """
    mine = asked and match.actor == seat
    entries: list[LogEntry] = [
        entry for n in range(heard + 1, len(match) + 1) for entry in match.log_of(n, seat)
    ]
    update = Update(
        number=1 + len(match),
        since=1 + heard,
        events=[EventMessage(1 + len(match), 0, "acted", seat, len(match), entries)] if entries else [],
        seat=seat,
        actor=match.actor,
        choices=match.legal_actions() if mine else None,
        half_made=mine and begun and match.position.half_made,
        view=match.position.view(seat),
    )
    update.table = _table(match, seat, others, table_id)
    return update


def _table(match: Match, seat: int, others: str, table_id: str) -> TableInfo:
    seats = [
        SeatInfo(n, "person", "", None, mine=True, resigned=False, connected=True)
        if n == seat
        else SeatInfo(n, "bot", "", others, mine=False, resigned=False)
        for n in range(match.players)
    ]
    return TableInfo(
        id=table_id,
        game=match.game.name,
        players=match.players,
        options=match.options,
        settings=TableSettings(),
        status="running",
        seats=seats,
        host=True,
        commitment="",
        created_at=0,
        paused=False,
        requests=[],
    )
