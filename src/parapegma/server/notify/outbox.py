"""The outbox of notices: which turns someone must still be told of, what was sent, what is being sent.

A message is entered before it is sent, with the turns it tells of, and marked once it is sent. So a restart
repeats nothing that was sent, and what was entered but not marked is found again when its time is up. The
number of a message is unique for a person and a sender: of two processes that want to send, one does.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BindParameter, and_, bindparam, delete, exists, insert, literal, or_, select, update

from parapegma.server.notify.sender import Sender
from parapegma.server.store import schema
from parapegma.server.store.database import Database
from parapegma.server.store.schema import Row
from parapegma.server.store.writer import Change, Collision
from parapegma.server.tables.state import BOT

_T, _P, _N, _W = schema.tables.c, schema.people.c, schema.notices.c, schema.told_turns.c
_MOST = 500
_ME: BindParameter[str] = bindparam("person")
_WAY: BindParameter[str] = bindparam("by")

_INSERT = insert(schema.notices)
_TELL = insert(schema.told_turns)
_LAST = select(schema.notices).where(_N.person_id == _ME, _N.way == _WAY).order_by(_N.number.desc()).limit(1)
_MARK = (
    update(schema.notices)
    .where(_N.person_id == _ME, _N.way == _WAY, _N.number == bindparam("message"))
    .values(sent_at=bindparam("sent"), not_before=bindparam("next"), tries=bindparam("tried"))
)
_TAKE_BACK = delete(schema.told_turns).where(
    _W.person_id == _ME, _W.way == _WAY, _W.number == bindparam("message")
)
_DROP_OLD_NOTICES = delete(schema.notices).where(
    _N.person_id == _ME, _N.way == _WAY, _N.number < bindparam("message")
)
_DROP_OLD_TURNS = delete(schema.told_turns).where(
    _W.person_id == _ME,
    _W.way == _WAY,
    _W.table_id == bindparam("table"),
    _W.turn < bindparam("since"),
)
_LOST = select(schema.notices).where(_N.sent_at.is_(None), _N.at < bindparam("before")).limit(_MOST)


class Outbox:
    """The notices of one sender: due, entered, sent."""

    def __init__(self, database: Database, sender: Sender) -> None:
        self._database, self._way = database, sender.name
        told = and_(
            _W.person_id == _T.waits_for, _W.way == sender.name, _W.table_id == _T.id, _W.turn == _T.turn
        )
        short = _T.warn_at <= bindparam("at")
        self._due = (
            select(_T.waits_for, _T.id, _T.game, _T.turn, short.label("short"))
            .join(schema.people, _P.id == _T.waits_for)
            .where(
                _T.status == "running",
                _T.waits_for != BOT,
                _T.changed_at <= bindparam("before"),
                _P.deleted_at.is_(None),
                sender.reaches,
                or_(
                    ~exists(select(literal(1)).where(told)),
                    and_(short, ~exists(select(literal(1)).where(told, _W.warned))),
                ),
            )
            .order_by(_T.changed_at)
            .limit(_MOST)
        )

    async def due(self, at: int, before: int) -> dict[str, list[Row]]:
        """By person, the tables whose turn began before a time and was not told."""
        found: dict[str, list[Row]] = {}
        for row in await self._database.rows(self._due, {"at": at, "before": before}):
            found.setdefault(row["waits_for"], []).append(row)
        return found

    async def last(self, person: str) -> Row | None:
        """The last message to a person."""
        return await self._database.row(_LAST, {"person": person, "by": self._way})

    async def seen(self, person: str, rows: Sequence[Row]) -> None:
        """These turns need no message: the person looks."""
        change = Change()
        self._tell(change, person, rows, 0)
        await self._written(change)

    async def enter(
        self, person: str, rows: Sequence[Row], number: int, tries: int, at: int, not_before: int
    ) -> bool:
        """Enter a message that is about to be sent; false if another process was faster."""
        change = Change()
        change.add(
            _INSERT,
            person_id=person,
            way=self._way,
            number=number,
            at=at,
            sent_at=None,
            not_before=not_before,
            tries=tries,
        )
        self._tell(change, person, rows, number)
        change.add(_DROP_OLD_NOTICES, person=person, by=self._way, message=number)
        return await self._written(change)

    async def sent(self, person: str, number: int, at: int, not_before: int) -> None:
        """It has left."""
        change = Change()
        self._mark(change, person, number, at, not_before, 0)
        await self._database.writer.commit(change)

    async def failed(self, person: str, number: int, at: int, not_before: int, tries: int) -> None:
        """It has not; the turns are due again, but not before a time."""
        change = Change()
        self._mark(change, person, number, at, not_before, tries)
        change.add(_TAKE_BACK, person=person, by=self._way, message=number)
        await self._database.writer.commit(change)

    async def recover(self, at: int, before: int) -> None:
        """Messages whose process died while it sent them are due again."""
        for row in await self._database.rows(_LOST, {"before": before}):
            if row["way"] == self._way:
                await self.failed(row["person_id"], row["number"], at, at, row["tries"])

    def _tell(self, change: Change, person: str, rows: Sequence[Row], number: int) -> None:
        for row in rows:
            change.add(
                _TELL,
                person_id=person,
                way=self._way,
                table_id=row["id"],
                turn=row["turn"],
                warned=bool(row["short"]),
                number=number,
            )
        for row in rows:
            change.add(_DROP_OLD_TURNS, person=person, by=self._way, table=row["id"], since=row["turn"])

    def _mark(self, change: Change, person: str, number: int, at: int, not_before: int, tries: int) -> None:
        change.add(_MARK, person=person, by=self._way, message=number, sent=at, next=not_before, tried=tries)

    async def _written(self, change: Change) -> bool:
        try:
            await self._database.writer.commit(change)
        except Collision:
            return False
        return True
