"""The page for browsers: files that were built from ``web/`` into the package, and nothing else."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

FOLDER = Path(__file__).parents[2] / "page"

_NOT_BUILT = "The page has not been built. Run: make page\n"


def page_routers() -> list[Router]:
    """What hands out the page, to be put after everything else."""
    # Files in assets carry a print of their content in their name, so a browser may keep them for good.
    assets = create_static_files_router(
        "/assets",
        directories=[FOLDER / "assets"],
        cache_control=CacheControlHeader(max_age=31_536_000, public=True, immutable=True),
        include_in_schema=False,
        opt={"public": True},
    )
    return [assets, Router("/", route_handlers=[page], include_in_schema=False, opt={"public": True})]


@get(["/", "/{path:path}"], cache_control=CacheControlHeader(no_cache=True), sync_to_thread=False)
def page(path: FromPath[str] = "") -> Response[bytes]:
    """The one document of the page; which of its parts is shown follows from the address."""
    if path.startswith("/api"):
        raise NotFoundException
    found = _file(path.lstrip("/")) or _file("index.html")
    if found is None:
        return Response(_NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT)
    return Response(found.read_bytes(), media_type=_MEDIA.get(found.suffix, "application/octet-stream"))


_MEDIA = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def _file(name: str) -> Path | None:
    """A file at the top of the page's folder, such as the manifest; not of any other place."""
    if not name or "/" in name or name.startswith("."):
        return None
    found = FOLDER / name
    return found if found.is_file() else None
