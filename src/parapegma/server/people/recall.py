"""When someone logs out, revokes a token or leaves for good, every process must know at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Select, bindparam, select, union_all

from parapegma.server.ids import now
from parapegma.server.live.hub import Hub, Nudge, in_parts
from parapegma.server.store import schema
from parapegma.server.tables.rooms import Rooms

PERSON, NAME, TABLE = "recall-person", "recall-name", "recall-table"
_GOODBYE = ("recalled", "Say again who you are, then connect again.")
_MARGIN = 2_000
"""Milliseconds by which the clocks of several machines may differ."""
_P, _S, _K = schema.people.c, schema.sessions.c, schema.tokens.c


def _ended(person: Column[Any], at: Column[Any]) -> Select[Any]:
    among = person.in_(bindparam("people", expanding=True))
    return select(person.label("person"), at.label("at")).where(among, at > bindparam("since"))


_RECALLED = union_all(
    _ended(_S.person_id, _S.revoked_at), _ended(_K.person_id, _K.revoked_at), _ended(_P.id, _P.deleted_at)
)


class Recall:
    """Makes all processes ask the database again."""

    def __init__(self, hub: Hub, rooms: Rooms, forget: Callable[[], None]) -> None:
        self._hub, self._rooms, self._forget = hub, rooms, forget
        hub.on[PERSON] = self._on_person
        hub.on[NAME] = self._on_name
        hub.on[TABLE] = self._on_table
        self._looked_at = now()
        hub.on_look.append(self._look)

    def person(self, person: str) -> None:
        """Nobody is believed to be this person any more without proof; open connections end."""
        self._drop(person)
        self._hub.nudge(PERSON, person, 0)

    def name(self, person: str) -> None:
        """Something about this person has changed, but not who may be believed to be it."""
        self._forget()
        self._hub.nudge(NAME, person, 0)

    def table(self, table_id: str) -> None:
        """What is known of a table in memory is no longer what the database says."""
        self._rooms.forget(table_id)
        self._hub.nudge(TABLE, table_id, 0)

    def _drop(self, person: str) -> None:
        self._forget()
        self._hub.part_from(person, *_GOODBYE)

    async def _look(self) -> None:
        """Find those who logged out or left without this process being told."""
        since, self._looked_at = self._looked_at - _MARGIN, now()
        for some in in_parts(self._hub.people()):
            for row in await self._rooms.database.rows(_RECALLED, {"people": some, "since": since}):
                self._forget()
                # Those who said since then who they are stay.
                self._hub.part_from(row["person"], *_GOODBYE, before=row["at"])

    async def _on_person(self, nudge: Nudge) -> None:
        self._drop(nudge.table)

    async def _on_name(self, _: Nudge) -> None:
        self._forget()

    async def _on_table(self, nudge: Nudge) -> None:
        self._rooms.forget(nudge.table)
