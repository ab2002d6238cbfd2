"""The actions on a partie (a game to its end), such as recording a manche (one deal of it) or naming a dealer.

The function of an action checks it against the scored partie (`partie/scored.py`). It raises an error if the action
cannot be done, or returns the change to store (`partie/changes.py`); it returns None if nothing would change.
"""
