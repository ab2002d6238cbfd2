"""The pages of Atout Pique (Spades), as the registry `web.games.PAGES` takes them.

`GamePages` in `web/games/contract.py` explains each argument. A *manche* is one deal; a *zero* is a bid of no trick
(nil), a *double* zero one made before seeing the cards (blind); a *sac* is a trick above the contract. Keys such as
`nil_made` are those of a line of the sheet: points with their reason. AP-11 is an article of the rulebook.
"""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.games.spades.bids import contracts
from scorekeeper.web.games.contract import BlankColumns, CardPages, ContextPages, GamePages
from scorekeeper.web.games.spades import cards, form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    # Random facts, for tests and the demo.
    sample=pages.sample_facts,
    context=ContextPages(
        pending_context=form.pending_context,
        read_sent_context=form.read_sent_context,
        open=lazy_gettext("Noter les annonces"),
        undo=lazy_gettext("Annuler les annonces"),
        stale=lazy_gettext("Quelqu’un a annoncé entre-temps : regardez à qui c’est."),
    ),
    cards=CardPages(seat_notes=cards.seat_notes),
    # The slug `spades:alone` is the kind of the game without teams. It is the only kind of this game: the argument of
    # `name_of` is always `alone`.
    name_of={"alone": lazy_gettext("Atout Pique, chacun pour soi")}.__getitem__,
    # Beside the title of the sheet, the target; beside the total of a side, its sacs and the points that it needs.
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    # The words beside a manche in the sheet.
    marks={
        "nil_made": lazy_gettext("zéro tenu"),
        "nil_failed": lazy_gettext("zéro chuté"),
        "blind_nil_made": lazy_gettext("double zéro tenu"),
        "blind_nil_failed": lazy_gettext("double zéro chuté"),
        "sacs_penalty": lazy_gettext("sacs"),
    },
    # The sentences below it: a double nil that the totals did not allow.
    remarks=pages.blind_nil_remarks,
    # What a player achieved: in sentences about a partie or an evening, and as columns of the statistics.
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    # By the reason that a card takes a trick, the article: `suit` is the highest card of the suit led, `trump` the
    # highest trump.
    trick_articles={"suit": "AP-11", "trump": "AP-11"},
    # “Count these tricks”: the points of one side, from its bids and its tricks.
    tools=(cards.PILE,),
    # The sheet to print and fill in by hand.
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
    # The functions that the templates of `templates/games/spades/` call, by name.
    helpers={
        "saved_bidding": form.saved_bidding,
        "contracts": contracts,
        "blind_nil_sentence": form.blind_nil_sentence,
        "say_bid": text.say_bid,
        "bid_choices": form.bid_choices,
    },
)
