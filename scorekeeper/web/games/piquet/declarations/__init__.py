"""The declarations of Piquet: their fields, their sentences and their errors."""
