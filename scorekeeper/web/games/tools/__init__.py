"""The tools that a game builds its own from, on the page of a rule."""
