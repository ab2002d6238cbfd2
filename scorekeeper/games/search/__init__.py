"""The rules search: find the entries and articles that answer a question in everyday words.

- `engine`: the search itself; `index`: how much each article and entry is like a question
- `concepts`: the concepts that words name, the same for both languages
- `frames` and `amounts`: questions with numbers
- `named_options`: the house rules named in a question
- `spelling`: normalised words and cards; `corrections`: mistyped words
- `numbers`: questions that name the number of an article
- `library`: the articles, disputed cases and short answers that are searched
"""
