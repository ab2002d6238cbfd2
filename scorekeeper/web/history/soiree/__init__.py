"""The summary of a soirée (its ranking, the charts of its parties, its story), and soirées by month."""
