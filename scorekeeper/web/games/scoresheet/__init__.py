"""The pages of a sheet for any other game, as the registry `web.games.PAGES` takes them.

`GamePages` in `web/games/contract.py` explains each argument. The table names its game when it begins: that of the slug
`scoresheet:most:Belote` is Belote, where the most points win.
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
    ask_name=pages.slug_of,
    # It gets what follows the first colon of the slug: `most:Belote`.
    name_of=lambda name: name.partition(":")[2],
)
