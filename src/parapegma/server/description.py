"""Everything on the wire as one description, from which the page's types are made.

``python -m parapegma.server.description`` prints the OpenAPI description of the HTTP interface with the
messages of the WebSockets, the figures of the rulebooks and the types of every game among its schemas. A
game's schemas have its name before their own: ``ophiuchus.View``, ``ophiuchus.Take``. ``ophiuchus.Action``
and ``ophiuchus.LogEntry`` are one of its actions and log entries, and ``ophiuchus.Changes`` are some parts of
its view. ``View``, ``Action`` and ``LogEntry`` are what those of every game have.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from parapegma.core.game import Game, all_games
from parapegma.server.api.schemas import OF_EVERY_GAME
from parapegma.server.app import make_app
from parapegma.server.figures import Figure
from parapegma.server.protocol import messages as ms
from parapegma.server.settings import Settings

FROM_SERVER = (
    ms.Update, ms.Accepted, ms.Refused, ms.ActionPreview, ms.Pong, ms.Presence, ms.Goodbye, ms.Chat, ms.Said,
    ms.Waiting,
)  # fmt: skip
_REF = "#/components/schemas/"

Schema = dict[str, Any]


def description() -> Schema:
    """OpenAPI with all messages and the types of all games."""
    found: Schema = make_app(Settings()).openapi_schema.to_schema()
    messages = (*FROM_SERVER, *get_args(ms.FromClient), Figure)
    _, schemas = msgspec.json.schema_components(messages, ref_template=_REF + "{name}")
    schemas = {**found["components"]["schemas"], **schemas}
    for kind in OF_EVERY_GAME:
        schemas[kind.__name__] = base_schema(kind)
    for game in all_games():
        schemas |= game_schemas(game)
    found["components"]["schemas"] = schemas
    return found


def base_schema(kind: type[msgspec.Struct]) -> Schema:
    """What the views, actions or log entries of every game have, whatever their tag."""
    _, schemas = msgspec.json.schema_components((kind,), ref_template=_REF + "{name}")
    schema: Schema = schemas[kind.__name__]
    schema["properties"][kind.__struct_config__.tag_field] = {"type": "string"}
    return schema


def game_schemas(game: Game) -> Schema:
    """The types of one game, each under ``GAME.NAME``."""
    actions, entries = game.action_types, game.log_types
    refs, schemas = msgspec.json.schema_components(
        (game.view_type, *actions, *entries), ref_template=f"{_REF}{game.name}.{{name}}"
    )
    found = {f"{game.name}.{name}": schema for name, schema in schemas.items()}
    view = found[refs[0]["$ref"].removeprefix(_REF)]
    found[f"{game.name}.Changes"] = {**view, "title": "Changes", "required": []}
    found[f"{game.name}.Action"] = {"anyOf": list(refs[1 : 1 + len(actions)])}
    found[f"{game.name}.LogEntry"] = {"anyOf": list(refs[1 + len(actions) :])}
    return found


if __name__ == "__main__":
    print(msgspec.json.encode(description()).decode())
