"""Cards, decks, tricks and the deductions about unseen hands that every card game shares."""
