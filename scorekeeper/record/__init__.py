"""The stored record: carnets, players, soirées, parties, manches, and every change made to them."""
