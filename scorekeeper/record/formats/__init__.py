"""The public formats of the commands `score`, `judge` and `rules`."""
