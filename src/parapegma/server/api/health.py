"""Whether the server is well."""

from __future__ import annotations

from importlib import metadata

import msgspec
from litestar import get
from sqlalchemy import text

from parapegma.server.house import TheHouse


class Health(msgspec.Struct):
    """A sign of life."""

    status: str
    version: str
    connections: int
    tables: int


@get("/health", tags=["admin"])
async def health(house: TheHouse) -> Health:
    """Answers once the server is ready and its database answers."""
    await house.database.row(text("SELECT 1"))
    version = metadata.version("parapegma")
    return Health("ok", version, house.hub.connections, len(house.rooms))
