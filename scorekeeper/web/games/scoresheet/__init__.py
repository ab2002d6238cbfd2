"""The pages of a sheet for any other game, as the registry `web.games.PAGES` takes them.

`GamePages` in `web/games/contract.py` explains each argument. The score sheet is a *family*: it makes a game of every
name that a table types when it begins. The *slug* of such a game, its name in addresses, is `scoresheet`, which points
win, and the name: `scoresheet:most:Belote` is Belote, in which the most points win.
"""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.games.scoresheet import form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    # Random facts, for tests and the demo.
    sample=pages.sample_facts,
    # Beside the title of the sheet, the limit of points.
    partie_note=pages.partie_note,
    # Returns the slug of the game whose name was typed.
    ask_name=pages.slug_of,
    # The argument is what follows the first colon of the slug, `most:Belote`; the name follows the next colon.
    name_of=lambda name: name.partition(":")[2],
)
