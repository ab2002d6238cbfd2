"""A partie as the list of its changes: what it is after them, and which change a player may make next. No database."""
