"""Export and import a carnet: all of it as JSON, its points as CSV, a partie for BG Stats."""
