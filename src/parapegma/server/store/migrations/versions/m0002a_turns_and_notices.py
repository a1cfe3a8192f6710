"""Since which event a table waits for someone, and which turns people have been told of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002a"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    # Nothing was ever written there.
    op.drop_table("notices")
    op.create_table(
        "notices",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id")),
        sa.PrimaryKeyConstraint("person_id", "way", "number", name=op.f("pk_notices")),
    )
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notices_sent_at"), ["sent_at"], unique=False)
    op.create_table(
        "told_turns",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("warned", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_told_turns_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_told_turns_table_id")),
        sa.PrimaryKeyConstraint("person_id", "way", "table_id", "turn", "warned", name=op.f("pk_told_turns")),
    )


def downgrade() -> None:
    op.drop_table("told_turns")
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notices_sent_at"))
    op.drop_table("notices")
    op.create_table(
        "notices",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id")),
        sa.PrimaryKeyConstraint("person_id", "way", name=op.f("pk_notices")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("turn")
