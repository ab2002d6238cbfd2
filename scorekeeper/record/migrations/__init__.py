"""The migrations, as Alembic scripts; `scorekeeper.record.database.schema` runs them."""
