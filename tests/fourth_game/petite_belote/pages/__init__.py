"""The pages of Petite Belote. Its catalogue has only some of its sentences; the others stay in French."""

from __future__ import annotations

from pathlib import Path

from flask_babel import lazy_gettext
from petite_belote.pages import cards, form, pages, text
from petite_belote.play import leader

from scorekeeper.web.games.contract import CardPages, ContextPages, GamePages

_PACKAGE = Path(__file__).parents[1]

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=pages.sample_facts,
    context=ContextPages(
        pending_context=form.pending_context,
        read_sent_context=form.read_sent_context,
        open=lazy_gettext("Noter l’atout et le preneur"),
        undo=lazy_gettext("Annuler l’atout et le preneur"),
        stale=lazy_gettext("Quelqu’un a noté l’atout entre-temps : regardez qui a pris."),
    ),
    cards=CardPages(seat_notes=cards.seat_notes),
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    trick_articles={"suit": "BE-9", "trump": "BE-9"},
    helpers={"leader": leader, "say_context": text.say_context, "trumps": form.trumps},
    templates=_PACKAGE / "templates",
    translations=_PACKAGE / "translations",
)
