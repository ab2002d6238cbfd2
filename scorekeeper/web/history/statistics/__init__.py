"""The statistics on the pages: filters from the query string, formatted figures, feats, rivals, titles, changes."""
