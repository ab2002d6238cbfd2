"""The invitations, accesses and recovery code of a carnet."""
