"""Figures for whoever runs the server."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from parapegma.server.api.dependencies import TheMetrics, TheSettings
from parapegma.server.api.errors import refusals
from parapegma.server.problems import Problem

_THIS_MACHINE = ("127.0.0.1", "::1")
_PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip")


@get("/metrics", tags=["admin"], media_type="text/plain", responses=refusals())
async def show_metrics(
    request: Request[Any, Any, Any], metrics: TheMetrics, settings: TheSettings
) -> Response[bytes]:
    """Figures for Prometheus; with the token of the settings, or from this machine if there is none."""
    if not _allowed(request, settings.metrics_token):
        raise Problem(403, "not-for-you", "These figures are for whoever runs this server.")
    return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _allowed(request: Request[Any, Any, Any], token: str) -> bool:
    if token:
        shown = request.headers.get("authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {token}".encode())
    # What a proxy on this machine passes on comes from elsewhere.
    if any(name in request.headers for name in _PASSED_ON):
        return False
    return request.client is not None and request.client.host in _THIS_MACHINE
