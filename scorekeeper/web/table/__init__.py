"""A partie under way: its table, manches, cards, and its end."""
