"""The pages of Piquet, as the registry `web.games.PAGES` takes them.

`GamePages` in `web/games/contract.py` explains each argument. A *coup* is one deal. Before its first card, players
declare points, sequences (runs) and sets, which the cards may *refute*: show to be false. Keys such as `capot` are
those of a line of the sheet: points with their reason. Articles such as PI-16 are those of the rulebook of Piquet.
"""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.piquet.declarations import SET_RANKS, points_of_run, possible_pips
from scorekeeper.web.core.language import rank_letter
from scorekeeper.web.games.contract import BlankColumns, Calculator, CardPages, ContextPages, GamePages, Refutations
from scorekeeper.web.games.piquet import cards, declarations, form, pages, text, tricks

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    # Random facts, for tests and the demo.
    sample=pages.sample_facts,
    # The declarations, then the tricks called one by one, before the coup is recorded.
    context=ContextPages(
        pending_context=tricks.pending_context,
        read_sent_context=tricks.read_sent_context,
        open=lazy_gettext("Reprendre le compte"),
        undo=lazy_gettext("Oublier le coup commencé"),
        stale=lazy_gettext("Quelqu’un a compté un pli entre-temps : regardez où en est le coup."),
        # The table enters the declarations on the form of the coup, and then calls its tricks. `moment` is the key of
        # the moment of a manche, under which the page lists questions about the rules.
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
        ),
    ),
    # Beside the title of the sheet, the coups that remain; beside a total, the points that the player still needs.
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    # The words beside a coup in the sheet: all tricks taken (capot), and the bonuses at 30 points (pic, repic).
    marks={"capot": lazy_gettext("capot"), "pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")},
    # The sentences below a coup, then those about a partie that is over.
    remarks=pages.remarks,
    highlights=text.rubicon_sentences,
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    # The points that the partie is worth, as a sentence; the loser owes as many.
    worth=text.worth_sentence,
    debt=lambda result: result["points"],
    cut=pages.cut_for_deal,
    # A page that scores the declarations of two hands without a partie.
    calculator=Calculator(
        calculate=pages.calculate,
        title=lazy_gettext("Deux mains, qui marque quoi ?"),
        offer=lazy_gettext("%(game)s : deux mains, qui marque quoi ?", game=text.NAME),
        query_of=pages.repic_query,
    ),
    # `suit` is the reason that a card takes a trick as the highest of the suit led, PI-16 the article of this rule.
    trick_articles={"suit": "PI-16"},
    # “Count this hand”, and the questions about an irregularity.
    tools=(cards.PILE, pages.IRREGULARITIES),
    # The sheet to print and fill in by hand.
    blank=BlankColumns(
        names=(lazy_gettext("Déclarations"), lazy_gettext("En jouant"), lazy_gettext("Coup"), lazy_gettext("Total")),
        lines=12,
    ),
    # The functions and values that the templates of `templates/games/piquet/` use, by name.
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
        # The points of a sequence by length; the possible sums of pips of a point by number of cards.
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
