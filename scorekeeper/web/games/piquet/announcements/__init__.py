"""What is announced at Piquet: its fields, its words, and why it is refused."""
