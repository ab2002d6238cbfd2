"""Pages of a partie: seats, rules, manches, cards, and its end."""
