"""From which household a table that goes on was opened, as a keyed digest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010a"
down_revision = "0009a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("home", sa.String(length=32), nullable=True))
    op.create_index(op.f("ix_tables_home"), "tables", ["home"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tables_home"), "tables")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("home")
