"""Decisions that the tables of a carnet log where no house rule decides."""
