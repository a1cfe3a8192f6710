"""Running a server: one process, or several that share a database and channels."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sys
import tempfile
from dataclasses import asdict
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar

from parapegma.bots.warmup import prepare_all_bots
from parapegma.server import processes
from parapegma.server.app import app_of
from parapegma.server.bots.processes import own_processes
from parapegma.server.bus.channels import make_channels
from parapegma.server.guarded_http import GuardedHttp, guard
from parapegma.server.logs import set_up_logs
from parapegma.server.metrics import FOLDER
from parapegma.server.services import Services
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secret_file import secret_file
from parapegma.server.store.secrets import Secrets
from parapegma.server.store.sole_server import SoleServer

_SETTINGS = "PARAPEGMA_SERVER_SETTINGS"
_TESTED_WITH = "0.54."
"""The versions of uvicorn over whose private class the direct WebSocket was tested."""
STANDARD = "websockets-sansio"
"""Uvicorn's own WebSocket."""
log = logging.getLogger(__name__)


def serve(settings: Settings) -> int:
    """Serve until stopped."""
    # Compiled later, while people play, they would keep everyone waiting.
    prepare_all_bots()
    # What is wrong with the database or the secret is said in one sentence, before anything listens.
    asyncio.run(_try_to_open(settings))
    with own_processes(settings) as complete:
        _serve(complete)
    return 0


def _serve(settings: Settings) -> None:
    # Worker processes are started anew and find their settings here.
    os.environ[_SETTINGS] = msgspec.json.encode(asdict(settings)).decode()
    several = settings.workers > 1
    if several:
        # Read when the figures are first made, which is later, in the worker processes.
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="parapegma-metrics-")
    try:
        _run(settings, several)
    finally:
        if several:
            shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


async def _try_to_open(settings: Settings) -> None:
    async with Database(settings) as database, SoleServer(settings):
        await Secrets(database, settings.secret, secret_file(settings)).load()


def _run(settings: Settings, several: bool) -> None:
    config = uvicorn.Config(
        "parapegma.server.run:worker" if several else make_worker(settings),
        factory=several,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if several else None,
        http=GuardedHttp,
        ws=websocket_class(settings.websocket),
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=settings.message_bytes * 2,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies) or None,
        timeout_graceful_shutdown=5,
        # A worker that loads compiled rules on a busy machine does not answer for a while; it is not dead.
        timeout_worker_healthcheck=60,
        timeout_keep_alive=30,
    )
    with contextlib.suppress(KeyboardInterrupt):
        processes.run(config)


def websocket_class(wanted: str) -> Any:
    """What uvicorn is handed as ``ws``: for ``direct`` ours if it fits, otherwise uvicorn's own."""
    if wanted != "direct":
        return STANDARD
    if not uvicorn.__version__.startswith(_TESTED_WITH):
        log.warning("uvicorn %s is not known to this server; its own WebSocket is used", uvicorn.__version__)
        return STANDARD
    # Loaded only here: it builds on a class that another version may not have.
    from parapegma.server.live.direct_websocket import DirectWebSocket

    return DirectWebSocket


def make_worker(settings: Settings) -> Litestar:
    """The application of one process."""
    # A thread that comes back from the disk must not wait long for the event loop to let go.
    sys.setswitchinterval(0.001)
    set_up_logs(settings.log_level)
    channels = make_channels(settings.channels)
    services = Services(settings, channels)
    guard(settings, None if services.ownership.alone else services.leading)
    return app_of(services, channels)


def worker() -> Litestar:
    """The application of one of several processes."""
    return make_worker(msgspec.json.decode(os.environ[_SETTINGS], type=Settings))
