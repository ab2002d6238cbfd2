"""Access, submitted forms, conflicts, live updates and cached pages."""
