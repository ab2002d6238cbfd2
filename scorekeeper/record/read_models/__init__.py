"""Read models: tables computed from the facts of parties, for lists and statistics that need not score them again."""
