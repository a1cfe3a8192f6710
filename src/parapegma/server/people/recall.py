"""When someone logs out, revokes a token or leaves for good, every process must know at once."""

from __future__ import annotations

from collections.abc import Callable

from parapegma.server.live.hub import Hub, Nudge
from parapegma.server.tables.rooms import Rooms

PERSON, NAME, TABLE = "recall-person", "recall-name", "recall-table"


class Recall:
    """Makes all processes ask the database again."""

    def __init__(self, hub: Hub, rooms: Rooms, forget: Callable[[], None]) -> None:
        self._hub, self._rooms, self._forget = hub, rooms, forget
        hub.on[PERSON] = self._on_person
        hub.on[NAME] = self._on_name
        hub.on[TABLE] = self._on_table

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
        self._hub.part_from(person, "recalled", "Say again who you are, then connect again.")

    async def _on_person(self, nudge: Nudge) -> None:
        self._drop(nudge.table)

    async def _on_name(self, _: Nudge) -> None:
        self._forget()

    async def _on_table(self, nudge: Nudge) -> None:
        self._rooms.forget(nudge.table)
