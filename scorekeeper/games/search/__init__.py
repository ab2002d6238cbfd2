"""The rules search: find the articles that answer a question in everyday words.

- `engine`: the search itself; `index`: the weighted features of the rulebook, by language
- `spelling`: normalised words, synonyms and cards; `corrections`: mistyped words
- `numbers`: questions that name the number of an article
- `library`: the articles, phrasings and disputed cases that are searched
- `sentences`: the advice when no article answers
"""
