"""When something happens at a table by itself besides its clocks: whoever is away has lost the seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008a"
down_revision = "0007a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_tables_due_at"), "tables", ["due_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tables_due_at"), "tables")
    op.drop_column("tables", "due_at")
