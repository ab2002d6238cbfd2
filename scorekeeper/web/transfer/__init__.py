"""Carnets exported, imported and printed."""
