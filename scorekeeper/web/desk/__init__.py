"""The dispute desk on the pages: a question or a quarrel in, a ruling under a table's house rules out.

- `context`: whose rules are asked about (a partie's, or those in the address) and where its pages lie
- `rulings`: a quarrel settled, with both sides, and under the other settings of its house rule
- `answers`: what a question typed brings up
- `topics`: an article or a quarrel at the desk of a partie
- `changes`: what a house rule set otherwise would do to the partie
- `decisions`: what the tables of a carnet decided themselves
"""
