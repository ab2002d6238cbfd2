"""The announcements of Piquet: their fields, their sentences and their errors."""
