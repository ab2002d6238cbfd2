"""Polling for changes by other devices: 204 while the version is unchanged, else the changes since that version.

Each change makes the next *version* of its partie (a game to its end); a *manche* is one deal of it, a *soirée* an
evening. A page that polls has the version that it shows in its address.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.partie.changes import Corrected, Recorded
from scorekeeper.record.carnet.regrouping import surviving_soiree
from scorekeeper.record.models import Change, Soiree
from scorekeeper.record.partie.journal import changes_since
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.soiree_version import soiree_with_version
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import are_own, own_row, partie_version_or_404, visible_soirees
from scorekeeper.web.flow.notices import manche_sentence
from scorekeeper.web.flow.page_cache import KNOWN_VERSION
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.record import change_lines
from scorekeeper.web.text.values import join_words

# At most this number of sentences about changes is shown.
_MOST_LINES = 3
# The kinds of the changes that give a manche its points.
_RECORDINGS = {Recorded.kind, Corrected.kind}


def unchanged_partie_response(partie_id: int) -> Response | None:
    """Return a 204 response if the version in the address is that of the partie, else None."""
    if KNOWN_VERSION not in request.args:
        return None
    return unchanged_response(str(partie_version_or_404(partie_id)))


def soiree_and_version_or_404(soiree_id: int) -> tuple[Soiree, str]:
    """Return a soirée of this carnet (the notebook of a group) and its version, which changes with its parties.

    Abort with a redirection if the soirée was joined with another, with a 404 if the reader may not see it.
    """
    soiree_and_version = soiree_with_version(visible_soirees(), soiree_id)
    if soiree_and_version is None:
        abort(_redirect_to_joined(soiree_id) or 404)
    return soiree_and_version


def _redirect_to_joined(soiree_id: int) -> Response | None:
    """Redirect to the soirée that this one was joined with, None without one or if the reader may not see it."""
    # The soirée of this carnet. It may be marked as deleted: a soirée is, once it was joined with another one.
    soiree = own_row(Soiree, soiree_id)
    if soiree is None:
        return None
    target = surviving_soiree(soiree)
    # The access of a guest has the only soirée that the guest may see; `soiree_id` is None in other accesses.
    if target is None or g.access.soiree_id not in {None, target.id}:
        return None
    return redirect(url_for(str(request.endpoint), soiree_id=target.id), 303)


def unchanged_response(version: str) -> Response | None:
    """Return a 204 response if the version in the address is this one, else None."""
    if request.args.get(KNOWN_VERSION) != version:
        return None
    return Response(status=204)


def render_changes(scored: ScoredPartie) -> Markup:
    """Render the changes since the version in the address; empty without changes."""
    changes = _changes_since_known(scored)
    sentences = _change_sentences(scored, changes)
    if not sentences:
        return Markup()
    rendered = render_template("table/parties/_changes.html", changes=sentences, authors=_authors(changes))
    return Markup(rendered)  # noqa: S704 - rendered by a template


def _changes_since_known(scored: ScoredPartie) -> Sequence[Change]:
    """Return the changes since the version in the address; none without a version."""
    version = whole_number(request.args.get(KNOWN_VERSION))
    # None for a POST: the page of a refused form shows the changes since the version in the form, not in the address.
    if request.method != "GET" or version is None:
        return ()
    return changes_since(scored.partie, version)


def _change_sentences(scored: ScoredPartie, changes: Sequence[Change]) -> list[str]:
    """Return at most three sentences about these changes: « Manche 3 : Anne +5, Luc 0 ».

    The recorded and corrected manches, with their points, come after the other changes. Of more than three sentences,
    the last three are returned.
    """
    others, sentences = [], []
    for change in changes:
        if change.kind not in _RECORDINGS:
            others.append(change)
        # A manche that was deleted since (not `kept`) has no points in the sheet.
        elif change.manche is not None and change.manche.kept:
            sentences.append(manche_sentence(scored, change.manche))
    # The other changes as texts, with this game's words for a manche.
    labels = [line.label for line in change_lines(others, scored.numbers, PAGES[scored.game.slug].text.MANCHE)]
    # `dict.fromkeys` keeps the first of equal sentences, in order.
    return list(dict.fromkeys([*labels, *sentences]))[-_MOST_LINES:]


def _authors(changes: Sequence[Change]) -> str:
    """Return the names of the authors of these changes; empty if one of them has no name."""
    if are_own(changes):
        return _("Un autre onglet")
    ids = dict.fromkeys(change.access_id for change in changes)
    names_by_id = access_names(ids)
    names = [names_by_id[access_id] for access_id in ids if access_id in names_by_id]
    # At least one access has no name: a list of the other authors would be wrong.
    if len(names) < len(ids):
        return ""
    # Two devices of one player have the same name, which is said once.
    return join_words(list(dict.fromkeys(names)))
