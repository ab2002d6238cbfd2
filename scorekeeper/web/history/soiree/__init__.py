"""A soirée looked back at: its ranking, the curves of its parties, its story; and the soirées of a carnet by month."""
