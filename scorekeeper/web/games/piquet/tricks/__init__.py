"""The play of a coup of Piquet: its fields, its words, and why it is refused."""
