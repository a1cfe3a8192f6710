"""Which process serves which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009a"
down_revision = "0008a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("socket", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.add_column("tables", sa.Column("owner", sa.String(length=32), nullable=True))
    op.add_column("tables", sa.Column("epoch", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_tables_owner"), "tables", ["owner"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tables_owner"), "tables")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("epoch")
        batch_op.drop_column("owner")
    op.drop_table("processes")
