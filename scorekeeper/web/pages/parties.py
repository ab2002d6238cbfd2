"""The page the scribe lives on, and what can be done with a whole partie."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flask import Blueprint, flash, render_template, request, session, url_for

from scorekeeper.record import journal
from scorekeeper.record.standings import standing_of
from scorekeeper.web.access import partie_or_404, soiree_or_404, writer
from scorekeeper.web.forms.options import option_fields, sent_options, typed_options
from scorekeeper.web.games import PAGES
from scorekeeper.web.posting import Answer, Refusal, carry_out, form_version, not_understood

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.games.shape import ImpossibleError
    from scorekeeper.record.models import Partie
    from scorekeeper.record.standings import Standing
    from scorekeeper.web.forms import FactsForm

bp = Blueprint("parties", __name__, url_prefix="/parties/<id:partie_id>")
_ORDERS = ("rank", "seats")


@bp.get("")
def show(partie_id: int) -> str:
    """Totals, the deal to come, the entry of the next manche, and the log."""
    if request.args.get("order") in _ORDERS:
        session["order"] = request.args["order"]
    return render_partie(partie_or_404(partie_id))


@bp.post("/undo")
def undo(partie_id: int) -> Response | Answer:
    """Take the latest manche back."""

    def act(partie: Partie) -> str:
        manche = journal.undo_latest(partie, form_version(), writer())
        if manche is not None:
            flash(str(manche.id), "undone")
        return here(partie)

    return _act(partie_id, act)


@bp.post("/begin")
def begin(partie_id: int) -> Response | Answer:
    """Keep what is known of the manche under way, and come back to the entry while it asks for more."""
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)
    pages = PAGES[standing.game.slug]

    def act() -> str:
        if pages.begin is None:
            raise not_understood()
        version = form_version()
        journal.hold(partie, version)
        journal.begin_manche(partie, version, pages.begin.entered(standing_of(partie)), writer())
        if "cards" in request.form:
            return url_for("cards.show", partie_id=partie.id)
        more = pages.begin.on_form or pages.pending(standing_of(partie)) is not None
        return url_for("parties.show", partie_id=partie.id, entry="open" if more else None)

    def refused(refusal: Refusal) -> str:
        if refusal.changes and pages.begin is not None:
            refusal.sentence = str(pages.begin.stale)
        return render_partie(partie, pages.form(standing, None), refusal)

    return carry_out(act, refused, fault_words(standing))


@bp.post("/abandon")
def abandon(partie_id: int) -> Response | Answer:
    """Leave the partie unfinished."""

    def act(partie: Partie) -> str:
        journal.abandon(partie, form_version(), writer())
        return here(partie)

    return _act(partie_id, act)


@bp.post("/reopen")
def reopen(partie_id: int) -> Response | Answer:
    """Take an abandoned partie up again."""

    def act(partie: Partie) -> str:
        journal.reopen(partie, form_version(), writer())
        return here(partie)

    return _act(partie_id, act)


@bp.post("/again")
def again(partie_id: int) -> Response | Answer:
    """The revanche: same table, same rules, next dealer."""
    return _act(partie_id, lambda partie: here(journal.play_again(partie, form_version(), writer())))


@bp.post("/delete")
def delete(partie_id: int) -> Response | Answer:
    """Put the partie away."""

    def act(partie: Partie) -> str:
        journal.delete_partie(partie, form_version(), writer())
        return url_for("soirees.show", soiree_id=partie.soiree_id)

    return _act(partie_id, act)


@bp.post("/restore")
def restore(partie_id: int) -> Response | Answer:
    """Bring the partie back."""
    partie = partie_or_404(partie_id, deleted=True)
    soiree_or_404(partie.soiree_id)

    def act() -> str:
        journal.bring_partie_back(partie, writer())
        return here(partie)

    return carry_out(act, lambda refusal: render_partie(partie, refusal=refusal))


@bp.get("/rules")
def rules(partie_id: int) -> str:
    """The house rules of this partie, article by article, and the way to change them."""
    return _rules(partie_or_404(partie_id), None)


@bp.post("/rules")
def change_rules(partie_id: int) -> Response | Answer:
    """Change the house rules; every manche is scored again."""
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)

    def act() -> str:
        names = request.form.getlist("side_name")[: standing.seats] or None
        journal.change_rules(partie, form_version(), sent_options(standing.game, request.form), writer(), names)
        return here(partie)

    return carry_out(act, lambda refusal: _rules(partie, refusal), fault_words(standing))


def here(partie: Partie) -> str:
    """The address of a partie."""
    return url_for("parties.show", partie_id=partie.id)


def fault_words(standing: Standing) -> Callable[[ImpossibleError], str]:
    """The sentences of this game's faults, with the names of this table."""
    names = [player.name for player in standing.players]
    return lambda error: PAGES[standing.game.slug].words.fault(error, names)


def render_partie(partie: Partie, form: FactsForm | None = None, refusal: Refusal | None = None) -> str:
    """The partie's page; `form` holds what was typed when `refusal` says why it was not recorded."""
    standing = standing_of(partie)
    entering = form is not None or "entry" in request.args
    if form is None and not standing.over:
        form = PAGES[standing.game.slug].form(standing, None)
    return render_template("parties/show.html", form=form, entering=entering, refusal=refusal, **shared(standing))


def shared(standing: Standing) -> dict[str, Any]:
    """What every template about a partie is given."""
    numbers = {manche.id: number for number, manche in enumerate(standing.manches, start=1)}
    pages = PAGES[standing.game.slug]
    return {
        "partie": standing.partie,
        "standing": standing,
        "pages": pages,
        "words": pages.words,
        "remarks": pages.remarks(standing) if pages.remarks is not None else {},
        "order": session.get("order", "rank"),
        "numbers": numbers,
    }


def _act(partie_id: int, act: Callable[[Partie], str]) -> Response | Answer:
    partie = partie_or_404(partie_id)
    standing = standing_of(partie)
    return carry_out(lambda: act(partie), lambda refusal: render_partie(partie, refusal=refusal), fault_words(standing))


def _rules(partie: Partie, refusal: Refusal | None) -> str:
    standing = standing_of(partie)
    values = typed_options(standing.game, request.form) if refusal else partie.options
    fields = option_fields(standing.game, {**partie.options, **values})
    return render_template("parties/rules.html", fields=fields, refusal=refusal, **shared(standing))
