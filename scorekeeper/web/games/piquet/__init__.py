"""The pages of Piquet."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.declarations import SET_RANKS, points_of_run, possible_pips
from scorekeeper.web.core.language import rank_letter
from scorekeeper.web.games.contract import BlankColumns, Calculator, CardPages, ContextPages, GamePages, Refutations
from scorekeeper.web.games.piquet import (
    cards,
    context,
    form,
    highlights,
    irregularities,
    pile,
    sheet,
    statistics,
    text,
    wizard,
)
from scorekeeper.web.games.piquet.calculator import calculate, repic_query, repic_rule
from scorekeeper.web.games.piquet.cut import RANKS, cut_for_deal
from scorekeeper.web.games.piquet.declarations import refutations, summary
from scorekeeper.web.games.piquet.declarations import text as declaration_text
from scorekeeper.web.games.piquet.sample import sample_facts
from scorekeeper.web.games.piquet.tricks.count import full_count

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=sample_facts,
    context=ContextPages(
        pending_context=context.pending_context,
        read_sent_context=context.read_sent_context,
        open=lazy_gettext("Reprendre le compte"),
        undo=lazy_gettext("Oublier le coup commencé"),
        stale=lazy_gettext("Quelqu’un a compté un pli entre-temps : regardez où en est le coup."),
        on_form=True,
        moment="following",
    ),
    cards=CardPages(
        seat_notes=cards.seat_notes,
        add_answers=cards.add_answers,
        refutations=Refutations(
            declarations=refutations.refuted_players,
            so_far=refutations.remarks_so_far,
            by_latest_card=refutations.refuted_by_latest_card,
            remarks=refutations.remarks_on_declarations,
        ),
    ),
    partie_note=sheet.partie_note,
    side_note=sheet.side_note,
    marks={"capot": lazy_gettext("capot"), "pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")},
    remarks=sheet.remarks,
    highlights=highlights.rubicon_sentences,
    soiree_feats=highlights.FEATS,
    feats=statistics.FEATS,
    worth=highlights.worth_sentence,
    debt=lambda result: result["points"],
    cut=cut_for_deal,
    calculator=Calculator(
        calculate=calculate,
        title=lazy_gettext("Deux mains, qui marque quoi ?"),
        offer=lazy_gettext("%(game)s : deux mains, qui marque quoi ?", game=text.NAME),
        query_of=repic_query,
    ),
    trick_articles={"suit": "PI-16"},
    tools=(pile.PILE, wizard.IRREGULARITIES),
    blank=BlankColumns(
        names=(lazy_gettext("Déclarations"), lazy_gettext("En jouant"), lazy_gettext("Coup"), lazy_gettext("Total")),
        lines=12,
    ),
    helpers={
        "full_count": full_count,
        "count_so_far": cards.count_so_far,
        "summarise_form": summary.summarise_form,
        "category_choices": declaration_text.category_choices,
        "answer_choices": declaration_text.answer_choices,
        "run_name": declaration_text.run_name,
        "set_name": declaration_text.set_name,
        "top_name": declaration_text.TOP_NAMES.get,
        "repic_rule": repic_rule,
        "points_of_run": points_of_run,
        "point_values": {cards: tuple(sorted(possible_pips(cards))) for cards in form.POINT_SIZES},
        "most_runs_by_length": form.MOST_RUNS_BY_LENGTH,
        "set_ranks": [rank.code for rank in SET_RANKS],
        "rank_letter": rank_letter,
        "ranks": RANKS,
        "void_choices": irregularities.void_choices,
        "irregularities_of_one_player": irregularities.irregularities_of_one_player,
        "short_hand_sizes": irregularities.short_hand_sizes,
        "consequences": irregularities.consequences,
    },
)
