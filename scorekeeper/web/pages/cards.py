"""A manche entered card by card: the table, the card just tapped and what the arbiter says of it, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.games.contract import CardByCard
from scorekeeper.games.shape import ImpossibleError, UndecidedError
from scorekeeper.record import journal, playing
from scorekeeper.record.facts import facts_of_cards
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.standings import standing_of
from scorekeeper.web.access import partie_or_404, writer
from scorekeeper.web.card_table import breaks, card_table, interruption
from scorekeeper.web.forms import CardsForm, numbered
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.pages.parties import fault_words, here, render_partie, shared
from scorekeeper.web.posting import Answer, Refusal, carry_out, form_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from werkzeug.wrappers import Response

    from scorekeeper.games.contract import MancheScore
    from scorekeeper.record.models import Partie
    from scorekeeper.record.standings import Standing
    from scorekeeper.web.card_table import Interruption
    from scorekeeper.web.games.contract import Breach

bp = Blueprint("cards", __name__, url_prefix="/parties/<id:partie_id>/cards")
_LONGEST = 3


@bp.get("")
def show(partie_id: int) -> Response | str:
    """The table; `card` in the address shows what playing that card would break, `hand` whose hand is to be laid."""
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)
    if standing.over or _asks_first(standing):
        return redirect(url_for("parties.show", partie_id=partie.id, entry="open"), 303)
    return render_cards(partie)


@bp.post("")
def play(partie_id: int) -> Response | Answer:
    """Put the next card down; one that breaks a rule is shown first, and put down when the table lets it stand."""

    def act(partie: Partie) -> str:
        version = form_version()
        journal.hold(partie, version)
        if _asks_first(standing_of(partie)):
            return url_for("parties.show", partie_id=partie.id, entry="open")
        if partie.cards is None:
            playing.begin_cards(partie, version, _number("leader"), writer())
        code = request.form.get("card")
        if code is not None:
            _arbiter, verdict = playing.judge_card(standing_of(partie), code, _number("seat"))
            if breaks(verdict) and "stand" not in request.form:
                return url_for("cards.show", partie_id=partie.id, card=verdict.card.code)
            playing.play_card(partie, partie.version, code, writer(), _number("seat"))
        return _there(partie)

    return _act(partie_id, act)


@bp.post("/back")
def back(partie_id: int) -> Response | Answer:
    """Take the latest card back, or all those since the one that `since` counts from 0."""

    def act(partie: Partie) -> str:
        playing.take_back(partie, form_version(), writer(), _number("since"))
        return _there(partie)

    return _act(partie_id, act)


@bp.post("/away")
def away(partie_id: int) -> Response | Answer:
    """Enter this manche without its cards after all."""

    def act(partie: Partie) -> str:
        playing.put_cards_away(partie, form_version(), writer())
        return url_for("parties.show", partie_id=partie.id, entry="open")

    return _act(partie_id, act)


@bp.post("/hand")
def lay_open(partie_id: int) -> Response | Answer:
    """Lay the cards left in a hand open."""

    def act(partie: Partie) -> str:
        version, seat = form_version(), _number("seat")
        journal.hold(partie, version)
        if partie.cards is None and not _asks_first(standing_of(partie)):
            playing.begin_cards(partie, version, None, writer())
        left = request.form.getlist("hand")
        whose = -1 if seat is None else seat
        if "close" in request.form:
            playing.close_hand(partie, partie.version, whose, writer())
        else:
            playing.lay_open(partie, partie.version, whose, left, writer())
        return _there(partie)

    return _act(partie_id, act)


@bp.post("/record")
def record(partie_id: int) -> Response | Answer:
    """Record the manche as its cards tell it."""

    def act(partie: Partie) -> str:
        version = form_version()
        journal.hold(partie, version)
        standing = standing_of(partie)
        form = _form(standing)
        _suggest(form, standing)
        if not form.validate():
            raise RefusedError("not_understood", sentence=form.first_error())
        breaches = _breaches(standing) if playing.played_out(standing) else ()
        if breaches and request.form.get("false") not in {"none", *(str(breach.seat) for breach in breaches)}:
            raise RefusedError("breach_unsettled", field="false")
        context = {**_context(standing), "penalties": form.penalties_with(standing.undone)}
        playing.record_cards(partie, version, context, form.note.data or "", writer())
        return here(partie)

    def again() -> None:
        journal.refuse_if_undone(partie_or_404(partie_id), form_version())

    return _act(partie_id, act, again)


def render_cards(partie: Partie, refusal: Refusal | None = None) -> str:
    """The page of the table; `refusal` says why what was sent was not carried out."""
    standing = standing_of(partie)
    cards = standing.cards or _to_begin(standing)
    if cards is None:
        return render_template("cards/leader.html", refusal=refusal, **shared(standing))
    arbiter = standing.arbiter(cards)
    ended = _ended(standing) if arbiter.seat is None else {}
    form = _form(standing)
    if arbiter.seat is None and refusal is None:
        _suggest(form, standing)
        form.show_earlier(None, standing)
    return render_template(
        "cards/show.html",
        table=card_table(standing, arbiter),
        arbiter=arbiter,
        interruption=None if refusal else _interruption(standing),
        laying=_number("hand") if request.method == "GET" else _number("seat"),
        refusal=refusal,
        entering=True,
        form=form,
        **ended,
        **shared(standing),
    )


def _asks_first(standing: Standing) -> bool:
    """Whether something else of the manche must be entered before its cards, such as bids."""
    return PAGES[standing.game.slug].pending(standing) is not None


def _to_begin(standing: Standing) -> CardByCard | None:
    """No card yet, under the leader whom the dealer makes lead; None where somebody has to say who leads."""
    play = standing.game.play
    return None if play is None or play.leader is None else CardByCard(play.leader(standing.deal.dealer))


def _interruption(standing: Standing) -> Interruption | None:
    code = request.args.get("card", "")[:_LONGEST]
    if not code or standing.cards is None:
        return None
    try:
        return interruption(standing, code)
    except ImpossibleError:
        return None


def _ended(standing: Standing) -> dict[str, Any]:
    """What is shown once the last card is down: the lines, or what is asked or amiss before they can be."""
    row: MancheScore | None = None
    asked: ImpossibleError | None = None
    try:
        row = standing.row_with(facts_of_cards(standing.partie, _context(standing)))
    except ImpossibleError as error:
        asked = error
    amiss = asked is not None and not isinstance(asked, UndecidedError)
    return {"row": row, "asked": asked, "amiss": amiss, "breaches": () if amiss else _breaches(standing)}


def _breaches(standing: Standing) -> Sequence[Breach]:
    """The announcements that the cards of the manche under way refute."""
    cards = PAGES[standing.game.slug].cards
    return () if cards is None or cards.refutations is None else cards.refutations.pending(standing)


def _context(standing: Standing) -> dict[str, Any]:
    """The context of the manche, with what the table has just answered."""
    cards = PAGES[standing.game.slug].cards
    context = dict(standing.partie.begun or {})
    return context if cards is None or cards.answered is None else dict(cards.answered(standing, context))


def _form(standing: Standing) -> CardsForm:
    form = CardsForm()
    form.penalty_side.choices = numbered(standing.sheet.sides)
    return form


def _suggest(form: CardsForm, standing: Standing) -> None:
    """Name the irregularity on record as the reason of a penalty, should the table agree on one (T-5)."""
    cards = standing.cards
    offence = None if cards is None else card_table(standing, standing.arbiter(cards)).offence
    if offence is None:
        return
    seat, reason = offence
    if request.method == "GET":
        form.penalty_side.data = str(standing.side_of[seat])
    form.penalty_reason.render_kw = {"maxlength": 200, "placeholder": reason}
    if form.penalty_points.data is not None and not (form.penalty_reason.data or "").strip():
        form.penalty_reason.data = reason


def _number(name: str) -> int | None:
    """A small number sent under this name; −1, which is no seat and no card, for anything else."""
    text = request.values.get(name)
    if text is None or text == "":
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST else -1


def _there(partie: Partie) -> str:
    return url_for("cards.show", partie_id=partie.id)


def _act(partie_id: int, act: Callable[[Partie], str], again: Callable[[], None] | None = None) -> Response | Answer:
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)

    def refused(refusal: Refusal) -> str:
        now = standing_of(partie)
        if refusal.changes:
            refusal.sentence = _("Un autre téléphone a noté entre-temps : voici où en est le pli.")
        if now.over or _asks_first(now):
            return render_partie(partie, refusal=refusal)
        return render_cards(partie, refusal)

    return carry_out(lambda: act(partie), refused, fault_words(standing), again)
