"""Leads connections to the process in which the table lives that they ask for.

The address says which table it is (``/api/v1/tables/ID``), so a proxy can do the same by its path. A request
that comes to another process all the same is handed on before anyone has read more of it than its first line:
as an open socket on one machine, relayed to another machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Literal, Protocol, cast
from urllib.parse import unquote_to_bytes

from parapegma.server.owners import relay
from parapegma.server.owners.handed_sockets import HandedSockets, hand_over, machine
from parapegma.server.problems import Problem
from parapegma.server.security.addresses import is_one_of
from parapegma.server.store.ownership import Elsewhere
from parapegma.server.tables.registry import TableRegistry

_TABLE = re.compile(rb"/+api/+v1/+tables/+([2-9a-z]{12,32})(?:/|$)")
_HOST = re.compile(rb"https?://[^/?]*", re.IGNORECASE)
log = logging.getLogger(__name__)


class Connection(Protocol):
    """The protocol of a connection, as the server makes it."""

    first: bytes
    """What was read already, by another process."""


def first_line(data: bytes) -> bytes | None:
    r"""The first line of a request, if it has arrived; empty lines before it count for nothing.

    >>> first_line(b"\r\nGET / HTTP/1.1\r\nHost: a"), first_line(b"GET /")
    (b'GET / HTTP/1.1', None)
    """
    line, ended, _ = data.lstrip(b"\r\n").partition(b"\n")
    return line.rstrip(b"\r") if ended else None


def table_asked_for(line: bytes) -> str | None:
    """The table that the first line of a request names, however its path is written.

    >>> table_asked_for(b"GET /api/v1/tables/abcdefgh23456789/live?since=3 HTTP/1.1")
    'abcdefgh23456789'
    >>> table_asked_for(b"POST http://a/api/v1/tables/%61bcdefgh23456789/commands HTTP/1.1")
    'abcdefgh23456789'
    >>> table_asked_for(b"POST /api/v1/tables/record HTTP/1.1")
    """
    parts = line.split(None, 2)
    if len(parts) < 2:
        return None
    path = _HOST.sub(b"", parts[1], count=1).partition(b"?")[0]
    if b"%" in path:
        path = unquote_to_bytes(path)
    found = _TABLE.match(path)
    return None if found is None else found[1].decode()


class Leading:
    """Leads connections away from this process, and takes those that are led to it."""

    def __init__(self, registry: TableRegistry, address: str, trusted_proxies: tuple[str, ...] = ()) -> None:
        self._registry, self._ownership = registry, registry.ownership
        self._address, self._proxies = address, trusted_proxies
        self._machine = machine()
        self._sockets = HandedSockets()
        self._tasks: set[asyncio.Task[None]] = set()
        self.handed = self.relayed = self.taken = 0
        """Connections so far."""

    def place(self) -> tuple[str, str, str]:
        """Where this process is found: its machine, its socket there, its address for other machines."""
        return self._machine, self._sockets.path, self._address

    async def start(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Take connections from other processes, and tables; ``protocol`` is what any connection is given."""
        self._sockets.listen(lambda connection, data: self._take(protocol, connection, data))
        await self._ownership.start(self.place)

    def _take(self, protocol: Callable[[], asyncio.Protocol], connection: socket.socket, data: bytes) -> None:
        if self._ownership.released:
            # Too late; its client comes again, and is led elsewhere.
            connection.close()
            return

        def with_first() -> asyncio.Protocol:
            made = protocol()
            cast(Connection, made).first = data
            return made

        async def accept() -> None:
            try:
                await asyncio.get_running_loop().connect_accepted_socket(with_first, connection)
                self.taken += 1
            except OSError:
                connection.close()

        self._spawn(accept())

    async def stop(self) -> None:
        """Take no more, and give all tables back: whoever is parted from is led elsewhere."""
        await self._ownership.release()
        self._sockets.close()
        for task in self._tasks:
            task.cancel()

    def belongs_here(self, table_id: str) -> bool:
        """Whether a table is known to live here, without asking anyone."""
        return self._registry.is_here(table_id)

    async def lead(
        self, table_id: str, connection: int, data: bytes, client: str
    ) -> Literal["here", "away"] | asyncio.Task[None]:
        """Where a connection goes whose next request is about a table.

        ``away``: it is another's by now. What relays it, if this process does until it ends.
        """
        try:
            while isinstance(found := await self._ownership.claim(table_id), Elsewhere):
                if found.machine == self._machine:
                    became = await hand_over(connection, data, found.socket)
                    if became == "handed":
                        self.handed += 1
                        return "away"
                    if became == "dead":
                        await self._ownership.died(found.process)
                        continue
                if relay.was_relayed(data):
                    break
                if found.address:
                    trusted = is_one_of(client, self._proxies)
                    self.relayed += 1
                    return self._spawn(relay.relay(os.dup(connection), data, found.address, client, trusted))
                log.warning("a table lives where nobody can be led from here", extra={"table": table_id})
                break
        except Problem:
            # Whoever answers the request finds the same, and says so.
            pass
        except Exception:
            log.exception("a connection could not be led", extra={"table": table_id})
        return "here"

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
