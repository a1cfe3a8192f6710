"""Of a session only its SHA-256 is kept: whoever reads the database can be nobody."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0006a"
down_revision = "0005a"
branch_labels = None
depends_on = None
_LENGTH = 32


def upgrade() -> None:
    connection = op.get_bind()
    sessions = sa.table("sessions", sa.column("id", sa.String))
    change = sa.update(sessions).where(sessions.c.id == sa.bindparam("old")).values(id=sa.bindparam("digest"))
    rows = connection.execute(sa.select(sessions.c.id)).scalars().all()
    digests = [
        {"old": old, "digest": hashlib.sha256(f"session {old}".encode()).hexdigest()[:_LENGTH]}
        for old in rows
    ]
    if digests:
        connection.execute(change, digests)


def downgrade() -> None:
    # What was hashed stays so: everyone logs in again.
    op.execute("DELETE FROM sessions")
