"""The tools of a desk: each works something out from what stands in the address, by the code that scores and judges.

- `table`: whom a tool works for; `keys`: cards in an address, and to tap; `totals`: two sheets side by side
- `trick`, `verdict`, `what_if`: the tools of any game; `pile`, `walk`: what games make theirs from
- `shelf`: which tools a desk has, and their page
"""
