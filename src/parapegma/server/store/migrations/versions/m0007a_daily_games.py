"""Who plays the deal of a day, and how it went."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007a"
down_revision = "0006a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_games",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=12), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_daily_games_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_daily_games_table_id")),
        sa.PrimaryKeyConstraint("day", "game", "person_id", name=op.f("pk_daily_games")),
    )
    op.create_index(op.f("ix_daily_games_person_id"), "daily_games", ["person_id"])
    op.create_index(op.f("ix_daily_games_table_id"), "daily_games", ["table_id"])


def downgrade() -> None:
    op.drop_table("daily_games")
