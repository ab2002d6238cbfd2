"""Read models: tables derived from the facts, so that lists and statistics need not replay every partie."""
