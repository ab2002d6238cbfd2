"""The use cases of a partie: each opens the game, refuses, or returns the change to make; None if nothing changes."""
