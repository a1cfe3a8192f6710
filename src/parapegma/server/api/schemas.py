"""How views, actions and log entries of any game are described in the server's own interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from parapegma.core.action import Action
from parapegma.core.log import LogEntry
from parapegma.core.view import View

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator
    from litestar.openapi.spec import Schema

OF_EVERY_GAME: tuple[type[msgspec.Struct], ...] = (View, Action, LogEntry)
"""What every game has subclasses of."""


class AnyGameSchemas(OpenAPISchemaPlugin):
    """Describes what those of every game have, whatever their tag.

    Litestar alone would describe the base class, whose tag is the name of the class and which no game sends.
    """

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return field_definition.annotation in OF_EVERY_GAME

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        kind = field_definition.annotation
        hints = field_definition.get_type_hints(include_extras=True)
        fields = {
            name: FieldDefinition.from_annotation(annotation=hints[name], name=name)
            for name in kind.__struct_encode_fields__
        }
        if tag := kind.__struct_config__.tag_field:
            fields[tag] = FieldDefinition.from_annotation(str, name=tag)
        return schema_creator.create_component_schema(
            field_definition, required=sorted(fields), property_fields=fields
        )
