"""Refusals over HTTP: always a problem with a code and a sentence, never a traceback."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.serialization import decode_json

from parapegma.server.problems import Problem, ProblemBody, title_of

PROBLEM_TYPE = "application/problem+json"
_CODES = {
    400: "not-understood",
    401: "unknown-person",
    404: "not-found",
    405: "no-such-method",
    413: "too-large",
}
_DETAILS = {
    404: "There is nothing here.",
    405: "This address does not know that method.",
    413: "The request is too large.",
}
log = logging.getLogger(__name__)


def _response(body: ProblemBody) -> Response[bytes]:
    headers = {}
    if body.status in (429, 503):
        headers["Retry-After"] = str(int(body.extra.get("wait", 1)) + 1)
    return Response(
        msgspec.json.encode(body), status_code=body.status, media_type=PROBLEM_TYPE, headers=headers
    )


def on_problem(_: Request[Any, Any, Any], error: Problem) -> Response[bytes]:
    return _response(error.body)


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the framework refuses: unknown addresses, bodies that cannot be read."""
    status = error.status_code
    detail = _DETAILS.get(status, error.detail)
    if status == 400 and isinstance(error.extra, list):
        reasons = [f"{part.get('key', 'request')}: {part.get('message', '')}" for part in error.extra]
        detail = "; ".join(reasons) or detail
    return _response(ProblemBody(_CODES.get(status, "refused"), detail, status, title_of(status)))


def on_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A defect of ours: written to the log, told to nobody."""
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    detail = "Something went wrong on the server. It has been written down."
    return _response(ProblemBody("our-mistake", detail, 500, title_of(500)))


def on_recursion(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """A body that is nested too deeply to be read; anything else that never ends is a defect of ours."""
    if traceback.extract_tb(error.__traceback__)[-1].name != decode_json.__name__:
        return on_mistake(request, error)
    return _response(ProblemBody("not-understood", "The body is nested too deeply.", 400, title_of(400)))


EXCEPTION_HANDLERS: dict[Any, Any] = {
    Problem: on_problem,
    HTTPException: on_http,
    RecursionError: on_recursion,
    Exception: on_mistake,
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """For the description of the interface: which refusals a handler may answer with."""
    return {
        status: ResponseSpec(
            ProblemBody, description=title_of(status), media_type=PROBLEM_TYPE, generate_examples=False
        )
        for status in {400, 403, 413, 429, *statuses}
    }


NOTHING = {204: ResponseSpec(None, description="Done.")}
"""For the description: an answer without a body, also where it takes a cookie away."""
