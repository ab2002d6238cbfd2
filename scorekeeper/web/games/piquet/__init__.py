"""The pages of Piquet."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.declarations import SET_RANKS, points_of_run, possible_pips
from scorekeeper.web.core.language import rank_letter
from scorekeeper.web.games.contract import BlankColumns, Calculator, CardPages, ContextPages, GamePages, Refutations
from scorekeeper.web.games.piquet import cards, declarations, form, pages, text, tricks

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=pages.sample_facts,
    context=ContextPages(
        pending_context=tricks.pending_context,
        read_sent_context=tricks.read_sent_context,
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
            declarations=declarations.refuted_players,
            so_far=declarations.remarks_so_far,
            by_latest_card=declarations.refuted_by_latest_card,
            remarks=declarations.remarks_on_declarations,
        ),
    ),
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    marks={"capot": lazy_gettext("capot"), "pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")},
    remarks=pages.remarks,
    highlights=text.rubicon_sentences,
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    worth=text.worth_sentence,
    debt=lambda result: result["points"],
    cut=pages.cut_for_deal,
    calculator=Calculator(
        calculate=pages.calculate,
        title=lazy_gettext("Deux mains, qui marque quoi ?"),
        offer=lazy_gettext("%(game)s : deux mains, qui marque quoi ?", game=text.NAME),
        query_of=pages.repic_query,
    ),
    trick_articles={"suit": "PI-16"},
    tools=(cards.PILE, pages.IRREGULARITIES),
    blank=BlankColumns(
        names=(lazy_gettext("Déclarations"), lazy_gettext("En jouant"), lazy_gettext("Coup"), lazy_gettext("Total")),
        lines=12,
    ),
    helpers={
        "full_count": tricks.full_count,
        "count_so_far": cards.count_so_far,
        "summarise_form": pages.summarise_form,
        "category_labels": declarations.CATEGORY_LABELS,
        "answer_labels": declarations.ANSWER_LABELS,
        "run_name": declarations.run_name,
        "set_name": declarations.set_name,
        "top_name": declarations.TOP_NAMES.get,
        "repic_rule": pages.repic_rule,
        "points_of_run": points_of_run,
        "point_values": {cards: tuple(sorted(possible_pips(cards))) for cards in form.POINT_SIZES},
        "most_runs_by_length": form.MOST_RUNS_BY_LENGTH,
        "set_ranks": [rank.code for rank in SET_RANKS],
        "rank_letter": rank_letter,
        "ranks": pages.RANKS,
        "void_labels": form.VOID_LABELS,
        "player_irregularities": form.PLAYER_IRREGULARITIES,
        "short_hand_sizes": form.SHORT_HAND_SIZES,
        "consequences": form.CONSEQUENCES,
    },
)
