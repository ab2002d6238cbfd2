"""The answer to a question about the rules: the same for the pages and for the command line.

- `answer`: the reply to a question, with its answer if one is certain
- `rules_named`: the options of the table, and those that the question names
- `rulings`: disputed cases, settled by the code that scores and judges
- `computed`: questions with numbers, computed by the code that scores
- `sentences`: advice on a question without an answer, and the rule of an article at a table
"""
