"""The figures of a game on the page of a year: filters from the query string, and feats."""
