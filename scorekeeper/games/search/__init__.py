"""The dispute desk: which article a question in everyday words is about, and what is said where none is.

- `spelling`: words as they are compared; `features`: what of them is matched, typing errors forgiven
- `cards`: cards written short, as words; `numbers`: articles asked for by their number
- `index`: the rulebook by what its articles are found with; `search`: a question in, articles out
"""
