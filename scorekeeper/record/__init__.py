"""The stored record: carnets, players, soirées, parties, manches, and every change made to them.

The words of all its modules:

- A *carnet* is the notebook of a group of players. A *soirée* is an evening of cards in it, a *partie* a game played to
  its end, and a *manche* one deal, from the cards dealt to the points recorded.
- The *facts* of a manche are what the table saw, such as bids and tricks, as JSON. The game computes its score from
  them: *lines*, each with points for one side, the key of their reason (`why`: `"nil_made"`) and an article (a rule).
- A *participant* is a player of a partie, numbered by arrival. A *seat* is a place at the table, numbered clockwise
  from 0; a *side* is a seat, or the seats of a team.
- The *log* of a partie has a row for each *version* of it: a change, or *Annuler* or *Refaire*. The *entry* is what is
  entered of the manche that is being played; recording this manche empties it.
"""
