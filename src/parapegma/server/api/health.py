"""Whether the server is well."""

from __future__ import annotations

from importlib import metadata

import msgspec
from litestar import get

from parapegma.server.api.dependencies import TheConnections, TheDatabase, TheRegistry
from parapegma.server.api.errors import refusals


class Health(msgspec.Struct):
    """A sign of life."""

    status: str
    version: str
    connections: int
    tables: int


@get("/health", tags=["admin"], responses=refusals(503))
async def health(database: TheDatabase, connections: TheConnections, registry: TheRegistry) -> Health:
    """Answers once the server is ready and its database can be written; with 503 if it cannot."""
    await database.try_to_write()
    version = metadata.version("parapegma")
    return Health("ok", version, len(connections), len(registry))
