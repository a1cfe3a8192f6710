"""Long answers, compressed where the client can read that; in a thread, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from litestar import Request, Response
from litestar.enums import MediaType

_SHORT = 8_192
"""Bytes up to which an answer goes as it is."""
_LEVEL = 3


async def compressed(request: Request[Any, Any, Any], body: bytes) -> Response[bytes]:
    """JSON as an answer."""
    headers = {"Vary": "Accept-Encoding"}
    if len(body) > _SHORT and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, _LEVEL)
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=MediaType.JSON, headers=headers)
