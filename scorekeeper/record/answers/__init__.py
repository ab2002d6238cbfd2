"""The answer to a question about the rules: the same for the pages and for the command line.

- `answer`: the answer itself; `rulings`: disputed cases, settled by the code that scores and judges
- `figures`: questions with figures, computed by the code that scores
- `sentences`: advice where nothing answers, and the rule of an article at a table
"""
