"""The use cases of a carnet: its players, presets, soirées, debts, decisions, saved questions, and its erasure."""
