"""The rules search: find the entries and articles that answer a question in everyday words.

- `words`: from text to concepts, the same for both languages
- `library`: the articles, disputed cases and short answers that are searched, and how much each is like a question
- `engine`: the search itself
- `frames`: questions with numbers
- `named_options`: the house rules named in a question
"""
