"""The rulebook, disputed cases, and what a table decides."""
