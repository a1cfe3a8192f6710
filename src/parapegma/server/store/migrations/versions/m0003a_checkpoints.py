"""How a long game stood at one of its events, so that it is opened quickly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003a"
down_revision = "0002a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.String(length=20), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_checkpoints_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_checkpoints")),
    )


def downgrade() -> None:
    op.drop_table("checkpoints")
