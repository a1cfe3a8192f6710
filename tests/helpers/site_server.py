"""A web host for tests: hands out the files of a site, compressed where they lie so, under any path."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from parapegma.server.api.page import MEDIA
from parapegma.server.security.headers import CONTENT_SECURITY_POLICY

SITE = Path(__file__).parents[2] / "site"
POLICY = CONTENT_SECURITY_POLICY


class SiteServer:
    """Hands out a folder under a path. ``missing`` are files that it pretends not to have."""

    def __init__(self, folder: Path = SITE, path: str = "/") -> None:
        self.folder, self.path = folder, path
        self.missing: set[str] = set()
        self.broken: set[str] = set()
        self.changed: dict[str, Callable[[bytes], bytes]] = {}
        """What becomes of files on the way, by parts of their names."""
        self.added: dict[str, bytes] = {}
        """Files of a test's own, and what pages send here."""
        self.held: dict[str, threading.Event] = {}
        """Files, by parts of their names, of which only half is sent until something has happened."""
        self.sent = 0
        """Bytes of all answers so far."""
        self.asked: list[str] = []
        self._gone = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    def before_worker(self, script: str) -> None:
        """Let a script run in the worker that keeps tables, before its own."""
        self.changed["tableWorker-"] = lambda content: b"{%s\n}\n" % script.encode() + content

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}{self.path}"

    @contextmanager
    def running(self) -> Iterator[SiteServer]:
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()

    def leave(self) -> None:
        """As if the net were gone: nobody is answered any more, and nobody can connect."""
        self._gone = True
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site._answer(self)

            def do_PUT(self) -> None:
                name = self.path.removeprefix(site.path)
                site.added[name] = self.rfile.read(int(self.headers["content-length"]))
                site._send(self, 204, b"", {})

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
                pass

        return Handler

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        if self._gone:
            # Browsers keep connections open.
            request.close_connection = True
            return
        path = request.path.partition("?")[0]
        name = path.removeprefix(self.path) or "index.html"
        file = self.folder / name
        self.asked.append(name)
        if name in self.added:
            media = MEDIA.get(Path(name).suffix, "application/octet-stream")
            headers = {"content-type": media, "content-security-policy": POLICY}
            self._send(request, 200, self.added[name], headers)
            return
        found = path.startswith(self.path) and file.is_file() and ".." not in name
        if not found or any(part in name for part in self.missing):
            self._send(request, 404, b"", {})
            return
        headers = {
            "content-type": MEDIA.get(file.suffix, "application/octet-stream"),
            "content-security-policy": POLICY,
            "cache-control": "public, max-age=31536000, immutable" if "-" in name else "no-cache",
        }
        packed = file.with_name(file.name + ".br")
        if packed.is_file() and "br" in request.headers.get("accept-encoding", ""):
            file = packed
            headers["content-encoding"] = "br"
        content = file.read_bytes()
        if any(part in name for part in self.broken):
            headers.pop("content-encoding", None)
            content = b"broken"
        for part, change in self.changed.items():
            if part in name:
                headers.pop("content-encoding", None)
                content = change((self.folder / name).read_bytes())
        headers["etag"] = f'"{len(content)}-{file.stat().st_mtime_ns}"'
        if request.headers.get("if-none-match") == headers["etag"]:
            self._send(request, 304, b"", headers)
        else:
            self._send(request, 200, content, headers)

    def _send(
        self, request: BaseHTTPRequestHandler, status: int, content: bytes, headers: dict[str, str]
    ) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("content-length", str(len(content)))
        request.end_headers()
        half = len(content) // 2
        for part, happened in self.held.items():
            if part in request.path:
                request.wfile.write(content[:half])
                request.wfile.flush()
                happened.wait(120)
                content, self.sent = content[half:], self.sent + half
        request.wfile.write(content)
        self.sent += len(content)


@pytest.fixture
def site() -> Iterator[SiteServer]:
    """The site in a folder of a host."""
    with SiteServer(path="/some/folder/").running() as running:
        yield running


if __name__ == "__main__":
    import time

    with SiteServer().running() as server:
        print(server.url, flush=True)
        time.sleep(3600)
