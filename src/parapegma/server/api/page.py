"""The page for browsers: files that were built from ``web/`` into the package, and nothing else."""

from __future__ import annotations

import functools
import gzip
import re
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

FOLDER = Path(__file__).parents[2] / "page"

_NOT_BUILT = "The page has not been built. Run: make page\n"
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
_KEPT_FOLDER = re.compile(r"(assets|python-[0-9a-f]+)/")
"""Folders whose files never change; the second holds what the games in the browser are made of."""
_PACKED = frozenset({".png", ".woff", ".woff2"})
"""Files that do not get smaller."""

Asker = Request[object, object, State]


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    media: str
    plain: bytes | None
    """None where only compressed forms are kept, as of the large files of the games in the browser."""
    zipped: bytes | None
    brotli: bytes | None
    """As it was compressed when the page was built."""

    @property
    def body(self) -> bytes:
        """For a client that reads nothing compressed."""
        return gzip.decompress(self.zipped or b"") if self.plain is None else self.plain


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, opt={"public": True})
def page(request: Asker, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the page; for any other address its one document, which shows what belongs there."""
    name = path.lstrip("/")
    if name.startswith("api/"):
        raise NotFoundException
    asset = _KEPT_FOLDER.match(name) is not None
    found = _file(name) or (None if asset else _file("index.html"))
    if found is None and asset:
        raise NotFoundException
    if found is None:
        return Response(_NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT)
    # These files carry a print of their content in their address, so a browser may keep them for good.
    headers = {"cache-control": "public, max-age=31536000, immutable" if asset else "no-cache"}
    accepted = request.headers.get("accept-encoding", "")
    if found.brotli is not None and "br" in accepted:
        return _answer(
            found.brotli, found.media, {**headers, "vary": "accept-encoding", "content-encoding": "br"}
        )
    if found.zipped is not None:
        headers["vary"] = "accept-encoding"
        if "gzip" in accepted:
            return _answer(found.zipped, found.media, {**headers, "content-encoding": "gzip"})
    return _answer(found.body, found.media, headers)


def _answer(body: bytes, media: str, headers: dict[str, str]) -> Response[bytes]:
    return Response(body, media_type=media, headers=headers)


def _file(name: str) -> PageFile | None:
    """A file at the top of the page's folder or in one of those below it; not of any other place."""
    folder, slash, last = name.rpartition("/")
    if (folder and not _KEPT_FOLDER.fullmatch(folder + slash)) or not last or last.startswith("."):
        return None
    found = FOLDER / folder / last
    try:
        return _read(found, _written(found))
    except (OSError, ValueError):
        return None


def _written(file: Path) -> int:
    """When a file was last written, be it kept as it is or compressed."""
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return _beside(file, "gz").stat().st_mtime_ns


@functools.lru_cache(maxsize=512)
def _read(file: Path, _: int) -> PageFile:
    """A file, read and compressed once for each time it is written."""
    media = MEDIA.get(file.suffix, "application/octet-stream")
    if not file.is_file():
        return PageFile(media, None, _beside(file, "gz").read_bytes(), _beside(file, "br").read_bytes())
    body = file.read_bytes()
    zipped = None if file.suffix in _PACKED else gzip.compress(body, 9, mtime=0)
    return PageFile(media, body, zipped, None)


def _beside(file: Path, compression: str) -> Path:
    return file.with_name(f"{file.name}.{compression}")
