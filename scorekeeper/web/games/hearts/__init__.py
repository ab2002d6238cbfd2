"""The pages of Dame de Pique."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import BlankColumns, CardPages, GamePages
from scorekeeper.web.games.hearts import cards, form, highlights, opening, pile, sheet, statistics, text
from scorekeeper.web.games.hearts.pass_drawing import draw_pass
from scorekeeper.web.games.hearts.sample import sample_facts

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=sample_facts,
    partie_note=sheet.partie_note,
    side_note=sheet.side_note,
    marks={"moon": lazy_gettext("volte")},
    soiree_feats=highlights.FEATS,
    feats=statistics.FEATS,
    cards=CardPages(
        seat_notes=cards.seat_notes,
        add_answers=cards.add_answers,
        decided=cards.decided,
        when_decided=lazy_gettext("tout ce qui compte est tombé"),
    ),
    name_of={"simple": lazy_gettext("Cœurs simples")}.__getitem__,
    bgg_id=6887,
    trick_articles={"suit": "DP-13", "twin": "DP-13", "joker": "DP-2"},
    tools=(pile.PILE,),
    blank=BlankColumns(line_text=opening.pass_label),
    helpers={
        "pass_sentence": opening.pass_sentence,
        "draw_pass": draw_pass,
        "opening_sentence": opening.opening_sentence,
        "leader_question": opening.leader_question,
        "volte_kinds": cards.volte_kinds,
    },
)
