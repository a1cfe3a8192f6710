"""Everything on the wire as one description, from which the page's types are made.

``python -m parapegma.server.description`` prints the OpenAPI description of the HTTP interface with the
messages of the WebSockets among its schemas.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from parapegma.server.app import make_app
from parapegma.server.protocol import messages as ms
from parapegma.server.settings import Settings

FROM_SERVER = (
    ms.Update, ms.Accepted, ms.Refused, ms.ActionPreview, ms.Pong, ms.Presence, ms.Goodbye, ms.Chat, ms.Said, ms.Waiting,
)  # fmt: skip


def description() -> dict[str, Any]:
    """OpenAPI with all messages."""
    found = make_app(Settings()).openapi_schema.to_schema()
    messages = (*FROM_SERVER, *get_args(ms.FromClient))
    _, schemas = msgspec.json.schema_components(messages, ref_template="#/components/schemas/{name}")
    found["components"]["schemas"] = {**found["components"]["schemas"], **schemas}
    return found


if __name__ == "__main__":
    print(msgspec.json.encode(description()).decode())
