"""The use cases of a partie: its manches, cards and house rules, and its journal of changes."""
