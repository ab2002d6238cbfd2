"""The summary of a soirée: its ranking, the charts of its parties, its highlights; the soirées of a month."""
