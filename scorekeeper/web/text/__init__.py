"""The sentences of the pages, made from keys and details, that several games share."""
