"""When someone logs out, revokes a token or leaves for good, every process must know at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Select, bindparam, select, union_all

from parapegma.server.background import Background
from parapegma.server.bus.bus import Bus
from parapegma.server.bus.notifications import PersonRenamed, PersonRevoked, TableRewritten
from parapegma.server.ids import now
from parapegma.server.live.broadcast import LOOK_EVERY
from parapegma.server.live.connections import Connections, in_parts
from parapegma.server.store import schema
from parapegma.server.tables.registry import TableRegistry

_GOODBYE = ("recalled", "Say again who you are, then connect again.")
_MARGIN = 2_000
"""Milliseconds by which the clocks of several machines may differ."""
_P, _S, _K = schema.people.c, schema.sessions.c, schema.tokens.c


def _ended(person: Column[Any], at: Column[Any]) -> Select[Any]:
    among = person.in_(bindparam("people", expanding=True))
    return select(person.label("person"), at.label("at")).where(among, at > bindparam("since"))


_REVOKED = union_all(
    _ended(_S.person_id, _S.revoked_at), _ended(_K.person_id, _K.revoked_at), _ended(_P.id, _P.deleted_at)
)


class Revocation:
    """Makes all processes ask the database again. ``forget`` drops whom this process believes from memory."""

    def __init__(
        self,
        connections: Connections,
        registry: TableRegistry,
        bus: Bus,
        forget: Callable[[], None],
        look_every: float = LOOK_EVERY,
    ) -> None:
        self._connections, self._registry, self._bus = connections, registry, bus
        self._forget, self._look_every = forget, look_every
        self._looked_at = now()
        self._background = Background("who logged out was not looked up")
        bus.subscribe(PersonRevoked, self._on_revoked)
        bus.subscribe(PersonRenamed, self._on_renamed)
        bus.subscribe(TableRewritten, self._on_rewritten)

    def start(self) -> None:
        if not self._bus.alone:
            self._background.every(self._look_every, self._look)

    async def stop(self) -> None:
        await self._background.stop()

    def person(self, person: str) -> None:
        """Nobody is believed to be this person any more without proof; open connections end."""
        self._drop(person)
        self._bus.publish(PersonRevoked(person))

    def name(self, person: str) -> None:
        """Something about this person has changed, but not who may be believed to be it."""
        self._forget()
        self._bus.publish(PersonRenamed(person))

    def table(self, table_id: str) -> None:
        """What is known of a table in memory is no longer what the database says."""
        self._registry.forget(table_id)
        self._bus.publish(TableRewritten(table_id))

    def _drop(self, person: str) -> None:
        self._forget()
        self._connections.drop_person(person, *_GOODBYE)

    async def _look(self) -> None:
        """Find those who logged out or left without this process being told."""
        since, self._looked_at = self._looked_at - _MARGIN, now()
        for some in in_parts(self._connections.people()):
            for row in await self._registry.database.rows(_REVOKED, {"people": some, "since": since}):
                self._forget()
                # Those who said since then who they are stay.
                self._connections.drop_person(row["person"], *_GOODBYE, before=row["at"])

    async def _on_revoked(self, revoked: PersonRevoked) -> None:
        self._drop(revoked.person)

    async def _on_renamed(self, _: PersonRenamed) -> None:
        self._forget()

    async def _on_rewritten(self, rewritten: TableRewritten) -> None:
        self._registry.forget(rewritten.table)
