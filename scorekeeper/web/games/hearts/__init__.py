"""The pages of Dame de Pique."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import BlankColumns, CardPages, GamePages
from scorekeeper.web.games.hearts import cards, form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=pages.sample_facts,
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    marks={"moon": lazy_gettext("volte")},
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    cards=CardPages(
        seat_notes=cards.seat_notes,
        add_answers=cards.add_answers,
        decided=cards.decided,
        when_decided=lazy_gettext("tout ce qui compte est tombé"),
    ),
    name_of={"simple": lazy_gettext("Cœurs simples")}.__getitem__,
    bgg_id=6887,
    trick_articles={"suit": "DP-13", "twin": "DP-13", "joker": "DP-2"},
    tools=(cards.PILE,),
    blank=BlankColumns(line_text=cards.pass_label),
    helpers={
        "pass_sentence": cards.pass_sentence,
        "draw_pass": cards.draw_pass,
        "opening_sentence": cards.opening_sentence,
        "leader_question": cards.leader_question,
        "volte_kinds": cards.volte_kinds,
    },
)
