"""What the evening leaves behind: carnets, players, soirées, parties, manches, and every change made to them."""
