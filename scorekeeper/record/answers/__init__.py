"""The answer to a question about the rules: the same for the pages and for the command line."""
