"""Views of a partie: its page, its house rules, and the forms that change the whole partie.

A *partie* is a game played to its end, a *manche* one deal of it, a *soirée* an evening of parties, and a *carnet* the
notebook of a group of players, with all of these. The *context* of a manche is what is known before its first card,
such as bids; its *facts* are what the table saw of it. Of a partie *by totals* only the points are known.

Each change makes the next *version* of a partie, a number. A form sends the version that its page showed; it is
*stale*, and refused, if another device has changed the partie since.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any

from flask import Blueprint, g, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.partie.changes import Abandoned, BroughtBack, Removed, Reopened
from scorekeeper.partie.decide import entry
from scorekeeper.partie.decide import partie as whole
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Manche, Partie, Soiree
from scorekeeper.record.partie.open_partie import OpenPartie, current_revanche, open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie, score_partie
from scorekeeper.record.read_models import evenings, lists
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.formatting import device_zone, today
from scorekeeper.web.flow.access import (
    current_carnet,
    partie_or_404,
    saved_presets,
    soiree_or_404,
    version_and_names_or_404,
)
from scorekeeper.web.flow.conflict import Conflict
from scorekeeper.web.flow.consequences import Consequences, consequences_of
from scorekeeper.web.flow.live import render_changes, unchanged_partie_response
from scorekeeper.web.flow.notices import (
    flash_beginning,
    flash_change,
    flash_partie_deletion,
    partie_notices,
)
from scorekeeper.web.flow.page_cache import cached_page, changes_or_placeholder
from scorekeeper.web.flow.posting import (
    Answer,
    Refusal,
    carries_out_form,
    form_version,
    not_understood,
    partie_error_sentence,
    refuse_any_change,
    writes_partie,
)
from scorekeeper.web.forms import FactsForm
from scorekeeper.web.forms.options import option_fields, sent_options, typed_options
from scorekeeper.web.forms.presets import preset_choices, save_preset
from scorekeeper.web.games import PAGES
from scorekeeper.web.table.ended import ended_partie
from scorekeeper.web.table.partie_view import PartieView
from scorekeeper.web.text.house_rules import house_rules

bp = Blueprint("parties", __name__, url_prefix="/parties/<id:partie_id>")
# How the sides are listed on the page: by their totals, or as they sit.
_ORDERS = ("rank", "seats")
# Removing this white space makes the page 2 % shorter.
_BETWEEN_TAGS = re.compile(r">\s{2,}<")


@bp.get("")
def show(partie_id: int) -> Response | str:
    """Show the totals, the next deal, the form of the next manche, and the log of changes.

    With a version in the address, answer 204 (no content) while this is the version of the partie.
    """
    if (unchanged := unchanged_partie_response(partie_id)) is not None:
        return unchanged
    if request.args.get("order") in _ORDERS:
        session["order"] = request.args["order"]
    # A row for each player: the version of the partie, the id, day, zone and place of its soirée, then the id, name and
    # number of the player. The values of the partie and its soirée are the same in every row.
    version_and_names = version_and_names_or_404(partie_id)
    _version, soiree_id, held_on, zone, *_others = version_and_names[0]
    is_past = evenings.is_day_past(soiree_id, held_on, zone)
    # All that the page depends on. It depends on the day too: times of today are shown without their date.
    cache_key = partie_id, version_and_names, is_past, session.get("order"), today(zone)
    # `scored` is a function, so that the partie of a page in the cache is not read at all. `cache` stores its result:
    # the partie is read once, although both the page and the changes may need it.
    scored = cache(lambda: score_partie(partie_or_404(partie_id)))
    # `render_changes` renders the changes since the version that the reader's browser has.
    return cached_page(cache_key, lambda: render_partie(scored()), lambda: render_changes(scored()))


def refusal_page(partie: Partie, refusal: Refusal, **_values: object) -> str:
    """Render the page of a partie with the reason why nothing was recorded."""
    return render_partie(score_partie(partie), refusal=refusal)


# `writes_partie` loads the partie of the address and opens it for writing; the function gets it as `opened`. Then the
# browser is redirected to the address that the function returns, by default to the page of the partie. If the function
# raises an error, nothing is stored, and `refusal_page` shows the error.
@bp.post("/undo")
@writes_partie(refusal_page)
def undo(opened: OpenPartie) -> str | None:
    """Take back the latest change of the partie, whatever it is."""
    opened.undo()
    return _address_after_step(opened.partie)


@bp.post("/redo")
@writes_partie(refusal_page)
def redo(opened: OpenPartie) -> str | None:
    """Make again the change that was taken back last."""
    # Another change may have been made and taken back since. Then the state is the same again, so that the form is not
    # stale, but `redo` would make the other change. `refuse_any_change` raises if anything was done since.
    refuse_any_change(opened)
    opened.redo()
    return _address_after_step(opened.partie)


def _address_after_step(partie: Partie) -> str | None:
    """Return the address of the soirée if undoing or redoing deleted the partie, else None."""
    if partie.deleted_at is None:
        return None
    # The next page says so once, with a button that restores the partie.
    flash_partie_deletion(partie)
    return url_for("soirees.show", soiree_id=partie.soiree_id)


def _context_refusal_page(partie: Partie, refusal: Refusal) -> str:
    # `PAGES` has the texts and forms of each game; a game without bids or declarations has no `context`.
    context_pages = PAGES[partie.game].context
    # Another device has changed the partie: the game says what that means for bids.
    if refusal.changes and context_pages is not None:
        refusal.sentence = str(context_pages.stale)
    return render_partie(score_partie(partie), None, refusal, open_form=True)


@bp.post("/begin")
@writes_partie(_context_refusal_page)
def set_context(opened: OpenPartie) -> str | None:
    """Store the context of the manche, such as its bids; if more of it is to be entered, open the form again.

    With `forget` in the form, remove the context.
    """
    pages = PAGES[opened.partie.game]
    if pages.context is None:
        raise not_understood()  # the error for a form that no page of the app sends
    # `act` calls a function of `partie.decide`, which checks a change and returns it, and stores this change. Those of
    # the current manche are in `entry`, those of the whole partie in `whole`.
    if "forget" in request.form:
        opened.act(entry.set_context, {})
        return None
    opened.act(entry.set_context, pages.context.read_sent_context(opened.scored))
    # The button that continues card by card.
    if request.form.get("cards"):
        return url_for("cards.show", partie_id=opened.partie.id)
    # The form of the manche contains the context, or waits for another part of it, such as the next player's bid.
    if pages.context.on_form or pages.pending_context(opened.scored) is not None:
        return partie_address(opened.partie, entry="open")
    return None


@bp.post("/abandon")
@writes_partie(refusal_page)
def abandon(opened: OpenPartie) -> None:
    """Abandon the partie."""
    opened.make(Abandoned())


@bp.post("/reopen")
@writes_partie(refusal_page)
def reopen(opened: OpenPartie) -> None:
    """Reopen an abandoned partie."""
    opened.make(Reopened())


# `carries_out_form` redirects to the address that the function returns, or shows the error that it raises. It gives the
# function a partie in place of the id in the address, but does not open it for writing.
@bp.post("/again", endpoint="again")
@carries_out_form(refusal_page, partie=partie_or_404)
def play_again(partie: Partie) -> str:
    """Start the revanche: same table, same rules, next dealer; or open the one that another device started."""
    # `open_partie` locks the partie, so that until the end no other device looks for a revanche or begins one. It
    # raises if the form is stale; `g.access` is the right of this browser to the carnet, stored with the change.
    with open_partie(partie, form_version(), g.access) as opened:
        soiree: Soiree | None = partie.soiree
        # The revanche is played tonight, in a soirée that is opened below if there is none.
        if evenings.is_past(partie.soiree):
            soiree = evenings.soiree_of_tonight(g.access.carnet)
        begun = None
        if soiree is not None:
            begun = current_revanche(partie, soiree)
        if begun is None:
            begun = opened.play_again(soiree or carnets.open_soiree(partie.soiree.carnet, zone=device_zone()))
            flash_beginning(begun, opened=soiree is None)
    return partie_address(begun)


def _partie_or_deleted_or_404(partie_id: int) -> Partie:
    """Return a partie, deleted or not, whose soirée is not deleted."""
    partie = partie_or_404(partie_id, deleted=True)
    soiree_or_404(partie.soiree_id)  # called to abort with a 404
    return partie


@bp.post("/delete")
@carries_out_form(refusal_page, partie=partial(partie_or_404, deleted=True))
def delete(partie: Partie) -> str:
    """Delete the partie, which can be restored.

    With `opened` in the form, its soirée was opened for it: the soirée is deleted too, if it has no other partie.
    """
    version: int | None = form_version()
    # Another device, or an earlier tap, has deleted it. Without a version the form is not refused as stale.
    if partie.deleted_at is not None:
        version = None
    with open_partie(partie, version, g.access) as opened:
        if "opened" in request.form and len(lists.all_parties(partie.soiree)) == 1:
            carnets.delete_soiree(partie.soiree)
            return url_for("carnet.show")
        opened.make(Removed())
    flash_partie_deletion(partie)
    return url_for("soirees.show", soiree_id=partie.soiree_id)


@bp.post("/restore")
@carries_out_form(refusal_page, partie=_partie_or_deleted_or_404)
def restore(partie: Partie) -> str:
    """Restore a deleted partie; its form has no version."""
    with open_partie(partie, None, g.access) as opened:
        opened.make(BroughtBack())
    # The next page says so once, with a button to undo it.
    flash_change(partie, BroughtBack.kind)
    return partie_address(partie)


@bp.get("/rules", endpoint="rules")
def show_rules(partie_id: int) -> str:
    """Show the form that changes the house rules of the partie."""
    return _rules_page(partie_or_404(partie_id), None)


@bp.post("/rules")
def change_rules(partie_id: int) -> Response | Answer | str:
    """Change the house rules; every manche is scored again.

    If this would change recorded points, totals or the ending, show a preview first, whose form has a field `agreed`.
    """
    if "agreed" not in request.form:
        partie = partie_or_404(partie_id)
        if (consequences := _submitted_consequences(partie)) is not None:
            return _preview(partie, consequences)
    return _change_rules(partie_id=partie_id)


def _rules_page(partie: Partie, refusal: Refusal | None) -> str:
    scored = score_partie(partie)
    # The house rules that the form shows instead of those of the partie.
    values: dict[str, Any] = {}
    side_names = request.values.getlist("side_name")
    if refusal is not None:
        # The rules as they were typed, also those that are invalid.
        values = typed_options(scored.game, request.form)
    # `keep_rules` has just saved these rules as a preset; the partie may not have them yet.
    elif "preset" in request.args:
        choices = preset_choices(scored.game, scored.seats, saved_presets())
        values = next((choice.options for choice in choices if choice.slug == request.args["preset"]), {})
    # At least one name for each side, so that the template can read it by the index of the side.
    if side_names:
        side_names += [""] * scored.seats
    return render_template(
        "table/parties/rules.html",
        # A field for each rule that has an effect in this partie, with its possible values and the present one.
        fields=option_fields(
            scored.game, {**scored.game.write_options(scored.options), **values}, scored.seats, in_progress=True
        ),
        side_names=side_names,
        refusal=refusal,
        # Whether a preset could not be saved: the form opens its field again.
        keeping=request.endpoint == "parties.keep_rules",
        **partie_context(scored),
    )


@writes_partie(_rules_page)
def _change_rules(opened: OpenPartie) -> None:
    # Without names in the form, None, the sides keep theirs; a rule that is not in the form stays as it is.
    side_names = request.form.getlist("side_name")[: opened.scored.seats] or None
    opened.change_rules({**opened.partie.options, **sent_options(opened.scored.game, request.form)}, side_names)


@bp.post("/rules/keep")
@carries_out_form(_rules_page, error_sentence=partie_error_sentence, partie=partie_or_404)
def keep_rules(partie: Partie) -> str:
    """Save the submitted house rules as a preset, that is under a name, in the carnet.

    The partie keeps its own rules until the form is sent again to change them.
    """
    game = GAMES[partie.game]
    seats = len(partie.seats)
    preset = save_preset(current_carnet(), game, seats, {**partie.options, **sent_options(game, request.form)})
    side_names = request.form.getlist("side_name")[:seats]
    # The slug of a saved preset is `own-` with its id.
    return url_for("parties.rules", partie_id=partie.id, preset=f"own-{preset.id}", side_name=side_names)


def _submitted_consequences(partie: Partie) -> Consequences | None:
    """Return the consequences of the submitted house rules; None if there are none, or if the rules are refused."""
    now = score_partie(partie)
    # Both functions raise for rules that are impossible; the form to change the rules then shows why.
    try:
        then = whole.score_under_rules(now, {**partie.options, **sent_options(now.game, request.form)})
    except (RefusedError, ImpossibleError):
        return None
    consequences = consequences_of(now, then)
    if consequences.is_empty:
        return None
    return consequences


def _preview(partie: Partie, consequences: Consequences) -> str:
    scored = score_partie(partie)
    sent = sent_options(scored.game, request.form)
    texts = house_rules(scored.game).options
    # Of each changed rule: its label, the value now and the new one, such as (« Fin de partie », « 100 », « 50 »).
    changed = [
        (texts[name].label, texts[name].value(partie.options[name]), texts[name].value(value))
        for name, value in sent.items()
        if value != partie.options[name]
    ]
    # The page sends the whole form again, with every value of a field that has several; it has a token of its own.
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return render_template(
        "table/parties/rules_preview.html",
        changed=changed,
        submitted_fields=fields,
        consequences=consequences,
        **partie_context(scored),
    )


def partie_address(partie: Partie, entry: str | None = None) -> str:
    """Return the address of a partie; with `entry="open"`, its form is open."""
    return url_for("parties.show", partie_id=partie.id, entry=entry)


def facts_form(scored: ScoredPartie, manche: Manche | None) -> FactsForm:
    """Return the form of the next manche, or of the manche to correct, with the submitted fields."""
    return PAGES[scored.game.slug].form(scored, manche)


def render_partie(
    scored: ScoredPartie,
    form: FactsForm | None = None,
    refusal: Refusal | None = None,
    *,
    open_form: bool = False,
    conflict: Conflict | None = None,
) -> str:
    """Render the page of a partie, a shorter one for a partie by totals.

    `form` is the form of the next manche if it is to be shown as it was submitted, and `open_form` opens it.
    `conflict` has the manche that another device recorded first.
    """
    # The notices are the sentences about the latest action, shown once.
    if scored.by_totals:
        return render_template(
            "table/parties/by_totals.html", refusal=refusal, notices=partie_notices(scored), **partie_context(scored)
        )
    # A partie that is over has no next manche; a form that came too late is shown as it was filled in.
    if form is None and (open_form or not scored.over):
        form = facts_form(scored, None)
    page = render_template(
        "table/parties/show.html",
        form=form,
        # Whether the form is open, so that a refusal is shown at it.
        entering=open_form or "entry" in request.args,
        refusal=refusal,
        conflict=conflict,
        notices=partie_notices(scored),
        # A page for the cache has a placeholder: every reader knows another version.
        changes=changes_or_placeholder(lambda: render_changes(scored)),
        # The chart and the texts of a partie that is over. `counted_as` is the slug under which statistics count it:
        # its house rules may change what points mean, as in `hearts:simple`, a kind of the game `hearts`.
        ended=ended_partie(scored, PAGES[scored.partie.counted_as]),
        **partie_context(scored),
    )
    return _BETWEEN_TAGS.sub(">\n<", page)


def partie_context(scored: ScoredPartie, order: str | None = None) -> dict[str, Any]:
    """Return the values that every template about a partie needs.

    The keys: `partie` is its row, `scored` has its points, `view` what only templates need; `pages` has the texts and
    forms of its game, `game_text` the texts alone. `order` is "rank" or "seats"; by default that of the session.
    """
    view = PartieView(scored, order or session.get("order", "rank"))
    pages = view.pages
    return {"partie": scored.partie, "scored": scored, "view": view, "pages": pages, "game_text": pages.text}
