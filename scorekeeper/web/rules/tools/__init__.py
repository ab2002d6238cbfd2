"""Tools that compute a ruling from what the address says."""
