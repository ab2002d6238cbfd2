"""The use cases of a carnet: its players, presets, soirées and decisions."""
