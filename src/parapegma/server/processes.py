"""Uvicorn's server and its supervisor, where several processes serve: each takes connections from the others.

The supervisor makes its processes of a class that it names itself; that name is set to ours. Like the direct
WebSocket this belongs to the version of uvicorn with which it was tested.
"""

from __future__ import annotations

import asyncio
import functools
from socket import socket
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess

from parapegma.server.guarded_http import GuardedHttp


class LedServer(uvicorn.Server):
    """A server to which others lead connections; when it stops it gives its tables back first."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if GuardedHttp.leading is not None:
            await GuardedHttp.leading.start(self._protocol)

    def _protocol(self) -> asyncio.Protocol:
        """What a connection is given that this server did not accept itself."""
        made: Any = self.config.http_protocol_class
        return made(  # type: ignore[no-any-return]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if GuardedHttp.leading is not None:
            await GuardedHttp.leading.stop()
        await super().shutdown(sockets)


class _Process(multiprocess.Process):
    @functools.cached_property
    def server(self) -> uvicorn.Server:
        return LedServer(self.config)


def run(config: uvicorn.Config) -> None:
    """Serve until stopped, in as many processes as the configuration says."""
    if config.workers > 1:
        multiprocess.Process = _Process  # type: ignore[misc]
        multiprocess.Multiprocess(config, sockets=[config.bind_socket()]).run()
        return
    config.load_app()
    server = LedServer(config)
    server.run()
    if not server.started:
        raise SystemExit(uvicorn.config.STARTUP_FAILURE)
