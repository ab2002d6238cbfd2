"""Invitations, accesses, and the recovery code of a carnet."""
