"""The pages of Petite Belote.

Its sentences use gettext and are in no catalogue, so they stay in French on English pages.
"""

from __future__ import annotations

from pathlib import Path

from flask_babel import lazy_gettext

from fourth_game.pages import begin, cards, form, statistics, text
from fourth_game.pages.sample import sample_facts
from fourth_game.play import leader
from scorekeeper.web.games.contract import BeginPages, CardPages, GamePages

PAGES = GamePages(
    words=text,
    form=form.facts_form,
    sample=sample_facts,
    begin=BeginPages(
        pending_entry=begin.pending_entry,
        read_sent_context=begin.read_sent_context,
        open=lazy_gettext("Noter l’atout et le preneur"),
        undo=lazy_gettext("Annuler l’atout et le preneur"),
        stale=lazy_gettext("Quelqu’un a noté l’atout entre-temps : regardez qui a pris."),
    ),
    cards=CardPages(seat_notes=cards.seat_notes),
    highlights=text.highlights,
    feats=statistics.FEATS,
    trick_articles={"suit": "BE-9", "trump": "BE-9"},
    helpers={"leader": leader, "say_context": text.say_context, "trumps": begin.trumps},
    templates=Path(__file__).parents[1] / "templates" / "games" / "belote",
)
