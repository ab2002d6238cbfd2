"""The first page, invitations, and the browsers that may open a carnet."""
