"""Connections to a server: heads, bodies and connections without end cost it nothing."""

from __future__ import annotations

import select
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

SETTINGS = {
    "PARAPEGMA_HEAD_SECONDS": "0.5",
    "PARAPEGMA_BODY_SECONDS": "0.5",
    "PARAPEGMA_ADDRESS_CONNECTIONS": "20",
}
MEGABYTE = 1 << 20


@pytest.fixture
def guarded(server_with):
    """Few connections, short times."""
    return server_with(**SETTINGS)


def memory(server) -> int:
    """Bytes that the server's process holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) * 1024


def connect(server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def answer(connection: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    told = b""
    try:
        while data := connection.recv(65_536):
            told += data
    except ConnectionResetError:
        pass
    return told


def sent(connection: socket.socket, data: bytes) -> None:
    """Send as much as the other side takes."""
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(data)


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"".join(b"x%d: y\r\n" % n for n in range(192_000)),
        b"GET /health HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 8 * MEGABYTE,
        b"GET /" + b"y" * 8 * MEGABYTE,
        b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        + b"".join(b"x%d: y\r\n" % n for n in range(192_000)),
    ],
    ids=["lines", "line", "address", "trailer"],
)
def test_a_head_without_end_is_refused_and_costs_no_memory(guarded, head):
    before = memory(guarded)
    with connect(guarded) as connection:
        sent(connection, head)
        told = answer(connection)
    assert b"200 OK" not in told
    assert not told or told.split()[1] in (b"400", b"431", b"413"), told[:200]
    assert memory(guarded) - before < 8 * MEGABYTE
    assert httpx.get(f"{guarded.url}/health").status_code == 200


def test_a_head_that_is_too_large_is_answered_with_its_code(guarded):
    with connect(guarded) as connection:
        sent(connection, b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"x: y\r\n" * 101 + b"\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 431 ")
    with connect(guarded) as connection:
        sent(
            connection,
            b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"x: y\r\n" * 60 + b"Connection: close\r\n\r\n",
        )
        assert answer(connection).startswith(b"HTTP/1.1 200 ")
    assert "refused: The head of the request is too large." in guarded.log


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/v1/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\n",
    ],
    ids=["nothing", "empty line", "head", "body", "second head"],
)
def test_half_a_request_is_not_waited_for(guarded, half):
    with connect(guarded) as connection:
        sent(connection, half)
        told = answer(connection)
    status = told.split()[1:2]
    assert status in ([], [b"408"], [b"200"]), told[:200]
    assert (b"408" in told) == (len(half) > 2)


def test_empty_lines_after_an_answer_do_not_keep_a_connection_open(guarded):
    with connect(guarded) as connection:
        sent(connection, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")
        sent(connection, b"\r\n")
        assert b"HTTP" not in answer(connection)


def test_a_head_that_drips_is_not_waited_for_either(guarded):
    began = time.monotonic()
    with connect(guarded) as connection:
        connection.settimeout(0.05)
        sent(connection, b"GET /health HTTP/1.1\r\n")
        told = b""
        while not told and time.monotonic() < began + 20:
            sent(connection, b"x: y\r\n")
            try:
                told = connection.recv(1000)
            except TimeoutError:
                continue
    assert told.startswith(b"HTTP/1.1 408 ")


def test_requests_that_are_sent_all_at_once_are_answered_in_turn_and_cost_no_memory(guarded):
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    with connect(guarded) as connection:
        sent(connection, asked * 300 + asked[:-2] + b"Connection: close\r\n\r\n")
        assert answer(connection).count(b"HTTP/1.1 200 OK") == 301
    before = memory(guarded)
    with connect(guarded) as connection:
        connection.settimeout(0.5)
        with suppress(OSError):
            # Nobody reads the answers, so at some time no more is taken.
            connection.sendall(asked * 300_000)
        assert httpx.get(f"{guarded.url}/health").status_code == 200
    assert memory(guarded) - before < 16 * MEGABYTE


def test_one_address_opens_so_many_connections_and_no_more(server_with):
    guarded = server_with(PARAPEGMA_ADDRESS_CONNECTIONS=SETTINGS["PARAPEGMA_ADDRESS_CONNECTIONS"])
    ada = guarded.client()
    table = ada.open("ophiuchus", seats=["me", "me"])["id"]
    with ExitStack() as stack:
        live = stack.enter_context(ada.live(table))
        live.send('{"type":"ping"}')
        live.until("pong")
        # WebSockets count too: those of the page and of httpx are among the twenty.
        silent = [stack.enter_context(connect(guarded)) for _ in range(30)]
        refused: list[bytes] = []
        # Those that are let in are waited for, and hear nothing for now.
        while len(refused) < 10:
            told, _, _ = select.select(silent, [], [], 20)
            assert told, f"only {len(refused)} refused"
            refused += [connection.recv(1000) for connection in told]
            silent = [connection for connection in silent if connection not in told]
        assert len(refused) < 20
        assert all(words.startswith(b"HTTP/1.1 503 ") and b"retry-after" in words for words in refused)
    assert "refused: too many connections from one address" in guarded.log
    # Once they are gone, everyone is let in again, WebSockets too.
    for _ in range(3):
        assert retried(lambda: httpx.get(f"{guarded.url}/health").status_code) == 200
        with ada.live(table):
            pass


def test_a_process_holds_so_many_connections_in_all_and_no_more(server_with):
    server = server_with(PARAPEGMA_CONNECTIONS="10", PARAPEGMA_ADDRESS_CONNECTIONS="1000")
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    with ExitStack() as stack:
        let_in: list[socket.socket] = []
        until = time.monotonic() + 60
        while len(let_in) < 10:
            assert time.monotonic() < until, f"only {len(let_in)} let in"
            connection = connect(server)
            sent(connection, asked)
            # That with which the server's start was watched may not have ended yet.
            if answered(connection).startswith(b"HTTP/1.1 200 "):
                let_in.append(stack.enter_context(connection))
            else:
                connection.close()
        with connect(server) as eleventh:
            sent(eleventh, asked)
            told = answer(eleventh)
        assert told.startswith(b"HTTP/1.1 503 "), told[:200]
        assert b"retry-after" in told
        # Those that are in are served as before.
        for connection in let_in:
            sent(connection, asked)
            assert answered(connection).startswith(b"HTTP/1.1 200 ")
    assert '"refused: too many connections"' in server.log
    assert retried(lambda: httpx.get(f"{server.url}/health").status_code) == 200


def answered(connection: socket.socket) -> bytes:
    """One answer with a JSON object; less where the server hangs up."""
    told = b""
    with suppress(ConnectionResetError):
        while not told.endswith(b"}") and (data := connection.recv(65_536)):
            told += data
    return told


def retried(ask):
    for _ in range(200):
        try:
            told = ask()
        except httpx.TransportError:
            told = None
        if told == 200:
            return told
        time.sleep(0.05)
    return told


def test_an_answer_that_nobody_fetches_is_not_kept_for_ever(server_with):
    server = server_with(PARAPEGMA_WRITE_SECONDS="1")
    asked = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    reader, silent = connect(server), socket.socket()
    with reader, silent:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect(("127.0.0.1", server.port))
        # More than any buffer on the way holds.
        sent(silent, asked * 100)
        until = time.monotonic() + 60
        while "an answer was not fetched" not in server.log:
            assert time.monotonic() < until
            # Whoever reads is answered as long as they like.
            sent(reader, asked)
            assert reader.recv(65_536)
            time.sleep(0.05)
        assert len(answer(silent)) < 100 * MEGABYTE
        assert reader.recv(1)
