"""Dame de Pique on the pages."""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages, as_words
from scorekeeper.web.games.hearts import card_by_card, form, words

PAGES = GamePages(
    words=as_words(words),
    form=form.facts_form,
    sample=form.sample_facts,
    so_far=card_by_card.so_far,
    told=card_by_card.told,
    helpers={"volte_kinds": card_by_card.volte_kinds},
)
