"""Piquet on the pages."""

from __future__ import annotations

from scorekeeper.web.games.contract import GamePages, as_words
from scorekeeper.web.games.piquet import begin, calculator, card_by_card, form, words

PAGES = GamePages(
    words=as_words(words),
    form=form.facts_form,
    sample=calculator.sample_facts,
    beginning=begin.beginning,
    begun=begin.begun,
    helpers={**begin.HELPERS, "count_so_far": card_by_card.count_so_far},
    side_note=begin.side_note,
    remarks=card_by_card.remarks,
    refuted=card_by_card.refuted,
    begin_words=words.BEGIN,
    confirms=True,
    cards_from_form=True,
    so_far=card_by_card.so_far,
    told=card_by_card.told,
    audit=card_by_card.audit,
    cut=calculator.cut,
    calculator=calculator.calculator,
)
