"""Cards, decks and tricks: what is true at any table, whatever the game."""
