"""Run the migrations on the connection that `scorekeeper.record.database.schema.prepare` passes."""

from __future__ import annotations

from alembic import context

from scorekeeper.record.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
