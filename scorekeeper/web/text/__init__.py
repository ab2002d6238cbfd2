"""The sentences of the pages, from keys and figures: of every game here, of one game in its folder."""
