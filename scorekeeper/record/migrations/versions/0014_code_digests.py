"""Of a recovery code only its digest is stored, with the number of its renewals."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Replace each code by its digest."""
    with op.batch_alter_table("carnet") as table:
        table.add_column(sa.Column("code_digest", sa.String(64), nullable=False, server_default=""))
        table.add_column(sa.Column("code_renewals", sa.Integer(), nullable=False, server_default="0"))
    carnet = sa.table("carnet", sa.column("id"), sa.column("recovery_code"), sa.column("code_digest"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(carnet.c.id, carnet.c.recovery_code)).all():
        digest = hashlib.sha256(row.recovery_code.encode()).hexdigest()
        connection.execute(sa.update(carnet).where(carnet.c.id == row.id).values(code_digest=digest))
    with op.batch_alter_table("carnet") as table:
        table.drop_constraint("uq_carnet_recovery_code", type_="unique")
        table.drop_column("recovery_code")
        table.alter_column("code_digest", existing_type=sa.String(64), existing_nullable=False, server_default=None)
        table.alter_column("code_renewals", existing_type=sa.Integer(), existing_nullable=False, server_default=None)
        table.create_unique_constraint("uq_carnet_code_digest", ["code_digest"])
