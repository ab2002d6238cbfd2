"""The pages of a sheet for any other game."""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.games.scoresheet import form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=pages.sample_facts,
    partie_note=pages.partie_note,
    ask_name=pages.slug_of,
    name_of=lambda name: name.partition(":")[2],
)
