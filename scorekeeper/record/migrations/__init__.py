"""The migrations, as Alembic scripts; see `scorekeeper.record.database`."""
