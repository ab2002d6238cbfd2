"""The pages of a sheet for any other game."""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.games.scoresheet import form, naming, text
from scorekeeper.web.games.scoresheet.sample import sample_facts

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=sample_facts,
    partie_note=text.partie_note,
    ask_name=naming.slug_of,
    name_of=lambda name: name.partition(":")[2],
)
