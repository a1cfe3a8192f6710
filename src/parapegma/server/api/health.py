"""Whether the server is well."""

from __future__ import annotations

from importlib import metadata

import msgspec
from litestar import get
from sqlalchemy import text

from parapegma.server.api.dependencies import TheConnections, TheDatabase, TheRegistry


class Health(msgspec.Struct):
    """A sign of life."""

    status: str
    version: str
    connections: int
    tables: int


@get("/health", tags=["admin"])
async def health(database: TheDatabase, connections: TheConnections, registry: TheRegistry) -> Health:
    """Answers once the server is ready and its database answers."""
    await database.row(text("SELECT 1"))
    version = metadata.version("parapegma")
    return Health("ok", version, len(connections), len(registry))
