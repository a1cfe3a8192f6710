"""Everything on the wire as one description, from which the page's types are made.

``python -m parapegma.server.description`` prints the OpenAPI description of the HTTP interface with the messages
of the WebSockets and the types of every game among its schemas. A game's schemas have its name before their own:
``ophiuchus.View``, ``ophiuchus.Take``. ``View``, ``Action`` and ``LogEntry`` are those of any of the games, and
``Changes`` are some parts of a view.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from parapegma.core.game import Game, all_games
from parapegma.server.app import make_app
from parapegma.server.protocol import messages as ms
from parapegma.server.settings import Settings

FROM_SERVER = (
    ms.Update, ms.Accepted, ms.Refused, ms.ActionPreview, ms.Pong, ms.Presence, ms.Goodbye, ms.Chat, ms.Said,
    ms.Waiting, ms.Replay,
)  # fmt: skip
_REF = "#/components/schemas/"
# Fields that hold a part of a game, by the message they are in.
_OF_THE_GAME = {
    "view": ("Update", "ReplayStep", "DealPreview"),
    "changes": ("Update", "ActionPreview"),
}

Schema = dict[str, Any]


def description() -> Schema:
    """OpenAPI with all messages and the types of all games."""
    found: Schema = make_app(Settings()).openapi_schema.to_schema()
    messages = (*FROM_SERVER, *get_args(ms.FromClient))
    _, schemas = msgspec.json.schema_components(messages, ref_template=_REF + "{name}")
    schemas = {**found["components"]["schemas"], **schemas, **games_schemas(all_games())}
    for field, names in _OF_THE_GAME.items():
        for name in names:
            _set_type(schemas[name]["properties"], field)
    found["components"]["schemas"] = schemas
    return found


def games_schemas(games: tuple[Game, ...]) -> Schema:
    """The types of every game under its name, and of what is one of them."""
    schemas: Schema = {}
    for game in games:
        schemas |= game_schemas(game)
    for name in ("View", "Changes", "Action", "LogEntry"):
        schemas[name] = {"anyOf": [_ref(f"{game.name}.{name}") for game in games]}
    return schemas


def game_schemas(game: Game) -> Schema:
    """The types of one game, each under ``GAME.NAME``."""
    actions, entries = game.action_types, game.log_types
    refs, schemas = msgspec.json.schema_components(
        (game.view_type, *actions, *entries), ref_template=_REF + game.name + ".{name}"
    )
    found = {f"{game.name}.{name}": schema for name, schema in schemas.items()}
    view, refs = refs[0], refs[1:]
    whole = found[view["$ref"].removeprefix(_REF)]
    found[f"{game.name}.Changes"] = {**whole, "required": [], "title": "Changes"}
    found[f"{game.name}.Action"] = {"anyOf": list(refs[: len(actions)])}
    found[f"{game.name}.LogEntry"] = {"anyOf": list(refs[len(actions) :])}
    return found


def _set_type(properties: Schema, field: str) -> None:
    """Let a field hold the view or the changes of any game, or nothing where it could be nothing before."""
    before = properties[field]
    optional = {"type": "null"} in before.get("anyOf", [])
    kind = _ref(field.capitalize())
    properties[field] = {"anyOf": [kind, {"type": "null"}]} if optional else kind


def _ref(name: str) -> Schema:
    return {"$ref": _REF + name}


if __name__ == "__main__":
    print(msgspec.json.encode(description()).decode())
