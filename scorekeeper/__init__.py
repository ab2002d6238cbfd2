"""La Marque: score and rules of card games played at a real table.

A *carnet* is the notebook of a group of players. It has *soirées* (evenings) of *parties* (games to their end), and a
partie has *manches*, its deals.

The layers, each of which imports only those before it (cards ← games ← partie ← record ← web):

- `cards`: suits, decks, tricks, and which cards each hand can contain; common to all games.
- `games`: one folder a game, pure functions: options, facts, play, scoring, the rulebook.
- `partie`: the state of a partie, what its games derive from it, and its changes; no database.
- `record`: the database: carnets, players, soirées, parties, manches, and their history.
- `web`: the pages.
- `cli`, `serve`, `settings`, `instance_lock`, `gate`: the `lamarque` command, its server, its settings, the lock of the
  instance folder (which has the database and the secret key) and the request reader.
"""
