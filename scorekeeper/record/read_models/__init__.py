"""What lists read instead of replaying every partie: derived, kept beside the facts, and thrown away at will."""
