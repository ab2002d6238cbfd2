"""Tools that compute a ruling from the cards and facts in the address."""
