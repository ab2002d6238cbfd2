"""The pages of Dame de Pique."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import BlankColumns, CardPages, GamePages
from scorekeeper.web.games.hearts import begin, cards, form, highlights, pile, sheet, statistics, text
from scorekeeper.web.games.hearts.pass_drawing import draw_pass
from scorekeeper.web.games.hearts.sample import sample_facts

PAGES = GamePages(
    words=text,
    form=form.facts_form,
    sample=sample_facts,
    partie_note=sheet.partie_note,
    side_note=sheet.side_note,
    marks={"moon": lazy_gettext("volte")},
    highlights=highlights.highlights,
    evening=highlights.EVENING,
    feats=statistics.FEATS,
    cards=CardPages(so_far=cards.so_far, answered=cards.answered),
    bgg_id=6887,
    trick_articles={"suit": "DP-13", "twin": "DP-13", "joker": "DP-2"},
    tools=(pile.PILE,),
    blank=BlankColumns(line_label=begin.pass_on_paper),
    helpers={
        "passing": begin.passing,
        "draw_pass": draw_pass,
        "opening": begin.opening,
        "who_leads": begin.who_leads,
        "volte_kinds": cards.volte_kinds,
    },
)
