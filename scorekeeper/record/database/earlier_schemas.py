"""Upgrade databases of versions before the first release to the schema of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from scorekeeper.record.database.revisions import EARLIER, FIRST_RELEASED
from scorekeeper.record.models import Base
from scorekeeper.record.read_models.outcomes import SeatOutcome
from scorekeeper.record.sharing.recovery_code import code_digest

_DROPPED_TABLES = ("cell_pair", "cell_tally", "cell_player", "cell", "cells_version")


def upgrade_earlier(connection: sa.Connection) -> None:
    """Upgrade a database with one of the `EARLIER` schemas to the first released schema; ignore any other."""
    context = MigrationContext.configure(connection, opts={"target_metadata": Base.metadata})
    current = set(context.get_current_heads())
    if not current & EARLIER:
        return
    operations = Operations(context)
    if "0013" in current:
        _replace_codes(connection, operations)
    if "0015" not in current:
        for name in (*_DROPPED_TABLES, SeatOutcome.__tablename__):
            operations.drop_table(name)
        # `outcomes.fill_outcomes` writes the rows afterwards.
        Base.metadata.tables[SeatOutcome.__tablename__].create(connection)
    with operations.batch_alter_table("merge") as table:
        table.drop_index("ix_merge_within_id")
        table.drop_constraint("fk_merge_within_id_merge", type_="foreignkey")
        table.drop_column("within_id")
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :new"), {"new": FIRST_RELEASED})


def _replace_codes(connection: sa.Connection, operations: Operations) -> None:
    """Replace each recovery code by its digest, so that existing codes stay valid."""
    with operations.batch_alter_table("carnet") as table:
        table.add_column(sa.Column("code_digest", sa.String(64), nullable=False, server_default=""))
        table.add_column(sa.Column("code_renewals", sa.Integer(), nullable=False, server_default="0"))
    carnet = sa.table("carnet", sa.column("id"), sa.column("recovery_code"), sa.column("code_digest"))
    for row in connection.execute(sa.select(carnet.c.id, carnet.c.recovery_code)).all():
        digest = code_digest(row.recovery_code)
        connection.execute(sa.update(carnet).where(carnet.c.id == row.id).values(code_digest=digest))
    with operations.batch_alter_table("carnet") as table:
        table.drop_constraint("uq_carnet_recovery_code", type_="unique")
        table.drop_column("recovery_code")
        table.alter_column("code_digest", existing_type=sa.String(64), existing_nullable=False, server_default=None)
        table.alter_column("code_renewals", existing_type=sa.Integer(), existing_nullable=False, server_default=None)
        table.create_unique_constraint("uq_carnet_code_digest", ["code_digest"])
