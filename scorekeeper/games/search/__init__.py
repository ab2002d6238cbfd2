"""The rules search: find the entries and articles that answer a question in everyday words.

- `engine`: the search itself; `index`: the weighted words of the rulebook, by language
- `conditions`: the circumstances that a question names; `frames` and `amounts`: questions with figures
- `spelling`: normalised words, synonyms and cards; `corrections`: mistyped words
- `numbers`: questions that name the number of an article
- `library`: the articles, phrasings, disputed cases and short answers that are searched
"""
