"""The dispute desk: which article a question in everyday words is about, and what is said where none is.

- `spelling`: words as they are compared; `features`: what of them is matched, typing errors forgiven
- `index`: the rulebook by what its articles are found with; `search`: a question in, articles out
"""
