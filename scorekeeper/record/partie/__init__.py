"""The use cases of a partie: its manches, cards, rules, and every change made to it."""
