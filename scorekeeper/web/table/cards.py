"""Views of a manche entered card by card: play a card, take it back, lay a hand open, record the manche.

A *partie* is a game played to its end, a *manche* one deal of it. Its *context* is what is known before the first card,
such as bids; its *facts*, the tricks or points that are scored, follow from the cards. The *arbiter* judges each card
by what the table can see and gives a *verdict* on it. `scored` is a partie with its points, `scored.current` the manche
that the table plays now. A *play* is the index of a card in the order of play, from 0.
In Piquet, a card *refutes* a declaration that cannot be true with it. Articles such as T-5 are rules of all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import StringField

from scorekeeper.games.contract import CardByCard, MancheScore
from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError
from scorekeeper.partie.decide import entry
from scorekeeper.partie.decide.sheet import facts_of_cards, record_cards
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.open_partie import OpenPartie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import are_own, partie_or_404
from scorekeeper.web.flow.cards_view import (
    CardInBreach,
    CardsView,
    Interruption,
    card_in_breach,
    cards_view,
    interruption_before,
    interrupts,
    owing_seats,
)
from scorekeeper.web.flow.live import render_changes, unchanged_partie_response
from scorekeeper.web.flow.posting import Refusal, shown_undone_manche, writes_partie
from scorekeeper.web.forms import ExtrasForm
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import RefutedPlayer
from scorekeeper.web.table.parties import partie_address, partie_context, render_partie
from scorekeeper.web.text.revokes import price_sentence

# The forms: a tap, and the answers after the last card.


def read_number(text: str | None) -> int | None:
    """Return the number in `text`; None if it is empty; −1, which no seat and no card has, if it is not a number."""
    number = whole_number(text)
    if text and number is None:
        return -1
    return number


def sent_number(name: str) -> int | None:
    """Return the index of a seat or a play in this field of the form, read as by `read_number`."""
    return read_number(request.form.get(name))


class EndForm(ExtrasForm):
    """The answers after the last card.

    `ExtrasForm` has the fields `note`, `revokes`, `penalty_side`, `penalty_points` and `penalty_reason`; its method
    `check` raises for an invalid field.
    """

    # The seat whose declaration counts as false, or "none".
    false = StringField("")


# A tap on a button of the page sends some of these fields, those that the button needs:
#
# card         a card to play
# seat         the player of the card, or of the hand to lay open or to close
# leader       the first leader
# since        the index of the first card to take back
# instead_of   the index of an earlier card, which `card` replaces
# then         the card to play after `card` has replaced an earlier one
# stand        record the card although it breaks a rule
# price        note that the player revoked and pays the agreed price for it (T-5)
# hand         the remaining cards of a hand to lay open
# close        close the hand that was laid open

# The views.

bp = Blueprint("cards", __name__, url_prefix="/parties/<id:partie_id>/cards")


@bp.get("")
def show(partie_id: int) -> Response | str:
    """Show the cards.

    In the address, `card` is a tapped card that breaks a rule, shown before it is recorded; `hand` is a seat to lay
    open; `instead_of` is the index of an earlier card to replace.
    """
    # A 204 (no content) if the browser asks for changes since a version, and there are none.
    if (unchanged := unchanged_partie_response(partie_id)) is not None:
        return unchanged
    partie = partie_or_404(partie_id)
    scored = score_partie(partie)
    if not _takes_cards(scored):
        # The page of the partie has the form of what is missing, such as the bids.
        return redirect(partie_address(partie, entry="open"), 303)
    return render_cards(scored)


def _refusal_page(refusal: Refusal, partie: Partie) -> str:
    """Render the page of the next entry, with the reason why nothing was recorded."""
    scored = score_partie(partie)
    # The changes since the page was shown: the form was stale. `are_own`: all were made in this browser.
    if refusal.changes:
        refusal.sentence = _("Un autre téléphone a noté entre-temps : voici où en est le pli.")
    if are_own(refusal.changes):
        refusal.sentence = _("Un autre onglet a noté entre-temps : voici où en est le pli.")
    # The other device may have recorded the manche, or even ended the partie.
    if not _takes_cards(scored):
        return render_partie(scored, refusal=refusal)
    return render_cards(scored, refusal)


# `writes_partie` opens the partie of the address for writing; the function gets it as `opened`. Then the browser is
# redirected to the address that the function returns, else to the view `redirect_to`. If the function raises an error,
# nothing is stored, and `_refusal_page` shows the error.
@bp.post("")
@writes_partie(_refusal_page, redirect_to="cards.show")
def play(opened: OpenPartie) -> str | None:
    """Play the tapped card. If it breaks a rule or refutes a declaration, show that first; then the table decides.

    With `instead_of`, replace an earlier card, which was entered wrongly, by the tapped one. The card that the table
    was about to play, `then`, is played after that.
    """
    if _needs_context(opened.scored):
        return partie_address(opened.partie, entry="open")
    # `act` calls a function of `partie.decide.entry`, which checks a change and returns it, and stores this change.
    if opened.scored.current.cards is None:
        opened.act(entry.begin_cards, sent_number("leader"))
    card = request.form.get("card")
    replaced = sent_number("instead_of")
    if replaced is not None:
        opened.act(entry.replace_card, replaced, card or "")
        card = request.form.get("then") or None
    if card is not None:
        # The arbiter after this card, and its verdict on the card; nothing is stored yet.
        arbiter, verdict = entry.judge(opened.scored, card, sent_number("seat"))
        # With `stand`, the table has seen the breach and accepts the card. `interrupts`: the card breaks a rule or
        # refutes a declaration.
        if not request.form.get("stand") and interrupts(opened.scored, arbiter, verdict):
            return url_for("cards.show", partie_id=opened.partie.id, card=verdict.card.code)
        # The seats that this card proves to have revoked and that have not paid for it yet.
        revoked: Sequence[int] = ()
        if request.form.get("price"):
            revoked = owing_seats(opened.scored, arbiter)
        # `entry.play` only makes the change, because the card is judged already; `make` stores it.
        opened.make(entry.play(verdict, revoked))
    return None


@bp.post("/back", endpoint="back")
@writes_partie(_refusal_page, redirect_to="cards.show")
def take_back(opened: OpenPartie) -> None:
    """Take back the latest card, or all cards from the one with the index `since`."""
    opened.act(entry.take_back, sent_number("since"))


@bp.post("/away", endpoint="away")
@writes_partie(_refusal_page)
def clear_cards(opened: OpenPartie) -> str:
    """Delete the cards, so that the manche is entered without them."""
    opened.act(entry.clear_cards)
    return partie_address(opened.partie, entry="open")


@bp.post("/hand")
@writes_partie(_refusal_page, redirect_to="cards.show")
def lay_open(opened: OpenPartie) -> None:
    """Lay the remaining cards of a hand open."""
    if opened.scored.current.cards is None and not _needs_context(opened.scored):
        opened.act(entry.begin_cards)
    seat = sent_number("seat")
    if seat is None:
        seat = -1  # no seat: refused
    opened.act(entry.lay_open, seat, request.form.getlist("hand"))


# `refuses_if_undone`: the same form that comes twice is refused if the manche was recorded and undone since.
@bp.post("/record")
@writes_partie(_refusal_page, refuses_if_undone=True)
def record(opened: OpenPartie) -> None:
    """Record the manche from its cards."""
    scored = opened.scored
    form = EndForm()
    form.check()
    if scored.current.played_out:
        refuted = _refuted_players(scored)
        # The cards show a false declaration, but the table decides whether it counts: the answer must be "none" or the
        # seat of one of these players.
        if refuted and form.false.data not in {"none", *(str(player.seat) for player in refuted)}:
            raise RefusedError("breach_unsettled", field="false")
    # The form has fields for one penalty only. If this manche was recorded with several ones and undone, `with_extras`
    # adds the further ones.
    facts = form.with_extras(_context_with_answers(scored), shown_undone_manche(opened))
    opened.record(facts, form.note.data or "", record_cards)


def render_cards(scored: ScoredPartie, refusal: Refusal | None = None) -> str:
    """Render the page of the cards; `refusal` is the reason why a form was not carried out."""
    cards = scored.current.cards or _manche_without_cards(scored)
    # The template asks who leads.
    if cards is None:
        return render_template("table/cards/leader.html", refusal=refusal, **partie_context(scored))
    arbiter = scored.current.arbiter(cards)
    # `cards_view` describes the trick and the cards for templates; `partie_context` has what all templates need.
    view = cards_view(scored, arbiter)
    form = EndForm()
    values = partie_context(scored)
    # No seat is to play: the last card is played.
    if arbiter.seat is None:
        values |= _end_values(scored)
    interruption = None
    replaced = None
    # The seat whose hand is to be laid open: that of a refused form, else that in the address.
    open_seat = sent_number("seat")
    if request.method == "GET":
        open_seat = read_number(request.args.get("hand"))
    # The address has a tapped card, or a card to replace. After a refused form, the page shows the refusal only.
    if refusal is None:
        interruption = _interruption(scored)
        replaced = _replaced_card(view)
        if arbiter.seat is None:
            # For the penalty on which the table may agree (T-5), the side of the first irregular play is chosen.
            if view.offender is not None:
                form.penalty_side.data = str(scored.side_of[view.offender])
            # If this manche was recorded and undone before, the form gets its earlier note and penalty. None: the form
            # corrects no recorded manche.
            form.fill_earlier_extras(None, scored)
    return render_template(
        "table/cards/show.html",
        cards_view=view,
        arbiter=arbiter,
        changes=render_changes(scored),
        interruption=interruption,
        replaced=replaced,
        open_seat=open_seat,
        refusal=refusal,
        # With this value, the form after the last card shows the refusal.
        entering=True,
        form=form,
        # The players who owe the agreed price of a revoke: « Luc, 13 points »; empty if no one does.
        price=price_sentence(scored, scored.current.revoked_seats),
        **values,
    )


def _takes_cards(scored: ScoredPartie) -> bool:
    """Whether cards can be entered now."""
    # `game.play` are the functions of a game that can be entered card by card.
    if scored.over or scored.game.play is None:
        return False
    return not _needs_context(scored)


def _needs_context(scored: ScoredPartie) -> bool:
    """Whether something else must be entered before the cards, such as bids.

    `pending_context` of the pages of a game returns what its form asks for next, None if nothing is missing.
    """
    return PAGES[scored.game.slug].pending_context(scored) is not None


def _manche_without_cards(scored: ScoredPartie) -> CardByCard | None:
    """Return the manche before its first card, None if the table must choose the leader."""
    play = scored.game.play
    # `leader` returns who leads first, by the dealer; without this function the cards decide.
    if play is None or play.leader is None:
        return None
    return CardByCard(play.leader(scored.table), order=scored.order)


def _interruption(scored: ScoredPartie) -> Interruption | None:
    """Return what the page shows about the tapped card in the address, None if there is nothing to show."""
    code = request.args.get("card", "")
    if not code or scored.current.cards is None:
        return None
    try:
        return interruption_before(scored, code)
    except ImpossibleError:
        return None


def _replaced_card(view: CardsView) -> CardInBreach | None:
    """Return the played card that the address asks to replace, None without one."""
    index = read_number(request.args.get("instead_of"))
    if index is None or not 0 <= index < len(view.arbiter.verdicts):
        return None
    return card_in_breach(view.text, index)


def _end_values(scored: ScoredPartie) -> dict[str, Any]:
    """Return the values of the template after the last card: the score, or the error that prevents it.

    The keys: `row` is the score or None, `error` the error or None. The error is an `IncompleteFactsError` while the
    table must make a choice; `impossible` is whether it is another error. `refuted` are the players whose declarations
    the cards refute.
    """
    score: MancheScore | None = None
    error: ImpossibleError | None = None
    # The score that this manche would have: the facts follow from its cards and from what the table has answered.
    try:
        score = scored.score_with(facts_of_cards(scored, _context_with_answers(scored)))
    except ImpossibleError as raised:
        error = raised
    impossible = error is not None and not isinstance(error, IncompleteFactsError)
    refuted: Sequence[RefutedPlayer] = ()
    # Declarations are compared with the cards only if the cards themselves are possible.
    if not impossible:
        refuted = _refuted_players(scored)
    return {"row": score, "error": error, "impossible": impossible, "refuted": refuted}


def _refuted_players(scored: ScoredPartie) -> Sequence[RefutedPlayer]:
    """Return the players whose declarations the cards of the current manche refute; none in most games."""
    cards = PAGES[scored.game.slug].cards
    if cards is None or cards.refutations is None:
        return ()
    return cards.refutations.declarations(scored)


def _context_with_answers(scored: ScoredPartie) -> dict[str, Any]:
    """Return the context of the manche, completed with the answers that the form after the last card sends.

    Only some games ask the table something then: `add_answers` of their pages reads it.
    """
    cards = PAGES[scored.game.slug].cards
    context = dict(scored.current.context or {})
    if cards is None or cards.add_answers is None:
        return context
    return dict(cards.add_answers(scored, context))
