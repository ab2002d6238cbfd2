"""From the keys of the core to sentences: a module a game, `table` for all games, `record` for the journal."""
