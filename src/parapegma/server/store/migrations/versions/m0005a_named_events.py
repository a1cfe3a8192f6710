"""Which events name whom, so that nobody has to read all events for one person."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005a"
down_revision = "0004a"
branch_labels = None
depends_on = None
_AT_ONCE = 10_000


def upgrade() -> None:
    named = op.create_table(
        "named_events",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_named_events_table_id")),
        sa.PrimaryKeyConstraint("person_id", "table_id", "number", name=op.f("pk_named_events")),
    )
    with op.batch_alter_table("named_events", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_named_events_table_id"), ["table_id"], unique=False)
    with op.batch_alter_table("told_turns", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_told_turns_table_id"), ["table_id"], unique=False)
    with op.batch_alter_table("mutes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mutes_muted_id"), ["muted_id"], unique=False)
    connection = op.get_bind()
    rows = connection.execute(
        sa.text("SELECT table_id, number, data FROM events WHERE data LIKE '%\"person\":%'")
    ).all()
    found = [
        {"person_id": person, "table_id": row.table_id, "number": row.number}
        for row in rows
        for person in _people(json.loads(row.data))
    ]
    for first in range(0, len(found), _AT_ONCE):
        connection.execute(named.insert(), found[first : first + _AT_ONCE])


def _people(data: dict[str, Any]) -> set[str]:
    """Whom an event names: the one who sits down or is waited for, or who asks for a seat."""
    named = (data.get("person"), (data.get("data") or {}).get("person"))
    return {person for person in named if isinstance(person, str)}


def downgrade() -> None:
    with op.batch_alter_table("mutes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_mutes_muted_id"))
    with op.batch_alter_table("told_turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_told_turns_table_id"))
    op.drop_table("named_events")
