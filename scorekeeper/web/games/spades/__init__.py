"""The pages of Atout Pique."""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.spades.bids import contracts
from scorekeeper.web.games.contract import BlankColumns, CardPages, ContextPages, GamePages
from scorekeeper.web.games.spades import cards, form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    sample=pages.sample_facts,
    context=ContextPages(
        pending_context=form.pending_context,
        read_sent_context=form.read_sent_context,
        open=lazy_gettext("Noter les annonces"),
        undo=lazy_gettext("Annuler les annonces"),
        stale=lazy_gettext("Quelqu’un a annoncé entre-temps : regardez à qui c’est."),
    ),
    cards=CardPages(seat_notes=cards.seat_notes),
    name_of={"alone": lazy_gettext("Atout Pique, chacun pour soi")}.__getitem__,
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    marks={
        "nil_made": lazy_gettext("zéro tenu"),
        "nil_failed": lazy_gettext("zéro chuté"),
        "blind_nil_made": lazy_gettext("double zéro tenu"),
        "blind_nil_failed": lazy_gettext("double zéro chuté"),
        "sacs_penalty": lazy_gettext("sacs"),
    },
    remarks=pages.blind_nil_remarks,
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    trick_articles={"suit": "AP-11", "trump": "AP-11"},
    tools=(cards.PILE,),
    blank=BlankColumns(
        names=(
            lazy_gettext("Contrat"),
            lazy_gettext("Plis"),
            lazy_gettext("Points"),
            lazy_gettext("Sacs"),
            lazy_gettext("Total"),
        ),
        lines=16,
    ),
    helpers={
        "saved_bidding": form.saved_bidding,
        "contracts": contracts,
        "blind_nil_sentence": form.blind_nil_sentence,
        "say_bid": text.say_bid,
        "bid_choices": form.bid_choices,
    },
)
