"""Petite Belote on the pages.

Its sentences go through gettext and stand in no catalogue: in English those that are its own stay French.
"""

from __future__ import annotations

from pathlib import Path

from flask_babel import lazy_gettext

from fourth_game.pages import begin, card_by_card, form, statistics, words
from fourth_game.pages.sample import sample_facts
from fourth_game.play import leader
from scorekeeper.web.games.contract import BeginPages, CardPages, GamePages

PAGES = GamePages(
    words=words,
    form=form.facts_form,
    sample=sample_facts,
    begin=BeginPages(
        pending=begin.pending,
        entered=begin.entered,
        open=lazy_gettext("Noter l’atout et le preneur"),
        undo=lazy_gettext("Annuler l’atout et le preneur"),
        stale=lazy_gettext("Quelqu’un a noté l’atout entre-temps : regardez qui a pris."),
    ),
    cards=CardPages(so_far=card_by_card.so_far),
    highlights=words.highlights,
    feats=statistics.FEATS,
    trick_articles={"suit": "BE-9", "trump": "BE-9"},
    helpers={"leader": leader, "say_context": words.say_context, "trumps": begin.trumps},
    templates=Path(__file__).parents[1] / "templates" / "games" / "belote",
)
