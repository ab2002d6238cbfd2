"""The sentences of the pages, made from keys and figures, that several games share."""
