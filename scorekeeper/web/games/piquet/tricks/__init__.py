"""The play of a coup of Piquet: its fields, its sentences and its errors."""
