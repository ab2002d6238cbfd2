"""From keys to sentences: `<game>.py` and its neighbours, `table` for all games, `record` for the journal."""
