"""Atout Pique on the pages."""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages, as_words
from scorekeeper.web.games.spades import card_by_card, form, words

PAGES = GamePages(
    words=as_words(words),
    form=form.facts_form,
    sample=form.sample_facts,
    beginning=form.beginning,
    begun=form.begun,
    helpers=form.HELPERS,
    side_note=form.side_note,
    remarks=form.remarks,
    begin_words=words.BEGIN,
    so_far=card_by_card.so_far,
)
