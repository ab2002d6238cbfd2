"""Tools that compute an answer from the cards and facts in the address."""
