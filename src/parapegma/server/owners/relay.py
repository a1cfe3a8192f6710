"""A connection relayed to a process on another machine, where its table lives.

A proxy that hashes on the path of a table makes this rare (docs/owners.md). The other process is told for
whom it is; it believes that of the machines that its ``trusted_proxies`` name.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket

_RELAYED = b"X-Parapegma-Relayed: 1\r\n"
_CHUNK = 65_536
_CONNECT_SECONDS = 5
_UPGRADE = re.compile(rb"\r\nupgrade:[ \t]*websocket[ \t]*(?=\r\n|$)", re.IGNORECASE)
_SAID = re.compile(rb"\r\n(?:x-forwarded-for|connection|x-parapegma-relayed):[^\r\n]*", re.IGNORECASE)
_OF_A_PROXY = re.compile(rb"\r\n(?:x-forwarded-[a-z]+|forwarded):[^\r\n]*", re.IGNORECASE)
_ANY_UPGRADE = re.compile(rb"\r\nupgrade:[^\r\n]*", re.IGNORECASE)
_UPGRADED = b"HTTP/1.1 101 "
_FORWARDED = re.compile(rb"\r\nx-forwarded-for:\s*([^\r\n]*)", re.IGNORECASE)
log = logging.getLogger(__name__)


def was_relayed(head: bytes) -> bool:
    """Whether a request has been relayed already: it is not sent round in circles."""
    return _RELAYED.strip().lower() in head.partition(b"\r\n\r\n")[0].lower()


def upgrades(data: bytes) -> bool:
    """Whether a request asks for a WebSocket; nothing else that it could become is known here."""
    return _UPGRADE.search(data.partition(b"\r\n\r\n")[0]) is not None


def for_whom(data: bytes, client: str, trusted: bool = False) -> bytes:
    r"""A request with a word about whose it is. Only this one request: the connection ends after the answer.

    What it says itself about whom it is from is passed on only from a ``trusted`` proxy.

    >>> asked = b"GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.1.1.1\r\nConnection: keep-alive\r\n\r\n"
    >>> for_whom(asked, "10.1.2.3").splitlines()[1:4]
    [b'Host: a', b'X-Parapegma-Relayed: 1', b'X-Forwarded-For: 10.1.2.3']
    """
    head, ends, body = data.partition(b"\r\n\r\n")
    if not trusted:
        head = _OF_A_PROXY.sub(b"", head)
    before = [found.strip() for found in _FORWARDED.findall(head)]
    websocket = upgrades(data)
    lines = _SAID.sub(b"", head if websocket else _ANY_UPGRADE.sub(b"", head))
    chain = b", ".join([*before, client.encode("ascii", "ignore")])
    ending = b"Connection: Upgrade" if websocket else b"Connection: close"
    return lines + b"\r\n" + _RELAYED + b"X-Forwarded-For: " + chain + b"\r\n" + ending + ends + body


async def relay(descriptor: int, data: bytes, address: str, client: str, trusted: bool) -> None:
    """Pass on what a connection says, and what it is answered, until both have ended; it is closed then."""
    connection = socket.socket(fileno=descriptor)
    connection.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=connection)
    try:
        # Only a whole head can be told for whom it is.
        while b"\r\n\r\n" not in data and len(data) < _CHUNK:
            more = await asyncio.wait_for(reader.read(_CHUNK), _CONNECT_SECONDS)
            if not more:
                return
            data += more
        host, _, port = address.rpartition(":")
        async with asyncio.timeout(_CONNECT_SECONDS):
            there, to = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError):
        log.warning("another machine could not be reached", extra={"address": address})
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n")
        writer.close()
        return
    to.write(for_whom(data, client, trusted))
    try:
        async with asyncio.TaskGroup() as both:
            if upgrades(data):
                # What follows is passed on as it is only once it is a WebSocket, and no other request.
                answer = await there.read(_CHUNK)
                writer.write(answer)
                if not answer.startswith(_UPGRADED):
                    await _pass_on(there, writer)
                    return
            both.create_task(_pass_on(reader, to))
            both.create_task(_pass_on(there, writer))
    finally:
        for each in (to, writer):
            each.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        if writer.can_write_eof():
            writer.write_eof()
