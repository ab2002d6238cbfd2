"""La Marque: keeps the score, and settles the arguments, of card games played around a real table.

The house, from the ground up; a floor imports only what stands to its left, cards ← games ← record ← web:

- `cards`: suits, decks, tricks, who may still hold what; what is true of any table.
- `games`: one folder a game, pure functions: options, facts, play, scoring, the rulebook.
- `record`: what the evening leaves behind: carnets, players, soirées, parties, manches, and their history.
- `web`: the pages on the phone.
- `cli`, `serve`, `settings`: the `scorekeeper` command, its server, and where things are kept.
"""
