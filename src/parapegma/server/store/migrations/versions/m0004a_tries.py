"""Tries that all processes count together, such as wrong passphrases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004a"
down_revision = "0003a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tries")),
    )
    with op.batch_alter_table("tries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tries_name_at"), ["name", "at"], unique=False)
        batch_op.create_index(batch_op.f("ix_tries_at"), ["at"], unique=False)


def downgrade() -> None:
    op.drop_table("tries")
