"""How pages read and write: access, forms carried out once, conflicts, live updates, cached pages."""
