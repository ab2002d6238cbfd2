"""Polling for the changes of other devices: 204 while the version is unchanged, else the changes since it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, g, redirect, render_template, request, url_for
from markupsafe import Markup
from sqlalchemy import select
from werkzeug.wrappers import Response

from scorekeeper.record.carnet.regrouping import surviving_soiree
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Soiree
from scorekeeper.record.partie.journal import changes_since
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.read_models.soiree_version import soiree_with_version
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import version_or_404, visible_soirees
from scorekeeper.web.flow.changes import manche_sentence
from scorekeeper.web.flow.page_cache import KNOWN
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.figures import listed
from scorekeeper.web.text.record import change_lines

_MOST_LINES = 3


def partie_unchanged(partie_id: int) -> Response | None:
    """Return a 204 if the version in the address is that of the partie, else None."""
    return version_unchanged(str(version_or_404(partie_id))) if KNOWN in request.args else None


def followed_soiree(soiree_id: int) -> tuple[Soiree, str]:
    """Return a soirée of this carnet and its version, which changes with its parties, from one query.

    Redirect from a soirée that was joined with another.
    """
    found = soiree_with_version(visible_soirees(), soiree_id)
    if found is None:
        abort(_redirect_to_joined(soiree_id) or 404)
    return found


def _redirect_to_joined(soiree_id: int) -> Response | None:
    """Redirect to the soirée with which this one was joined, if the reader may see it."""
    joined = db.session.scalar(select(Soiree).where(Soiree.id == soiree_id, Soiree.carnet_id == g.carnet.id))
    target = None if joined is None else surviving_soiree(joined)
    if target is None or g.access.soiree_id not in {None, target.id}:
        return None
    return redirect(url_for(str(request.endpoint), soiree_id=target.id), 303)


def version_unchanged(version: str) -> Response | None:
    """Return a 204 if the version in the address is this one, else None."""
    return Response(status=204) if request.args.get(KNOWN) == version else None


def changes_strip(scored: ScoredPartie) -> Markup:
    """Render the changes since the version in the address; empty without changes."""
    changes = _changes_since_known(scored)
    lines = _change_lines(scored, changes) if changes else []
    if not lines:
        return Markup()
    strip = render_template("table/parties/_changes.html", changes=lines, authors=_authors(changes))
    return Markup(strip)  # noqa: S704 - rendered by a template


def _changes_since_known(scored: ScoredPartie) -> Sequence[Change]:
    known = whole_number(request.args.get(KNOWN, "") if request.method == "GET" else "")
    return () if known is None else changes_since(scored.partie, known)


def _change_lines(scored: ScoredPartie, changes: Sequence[Change]) -> list[str]:
    """Describe these changes, oldest first; a recorded manche with its points."""
    words = PAGES[scored.game.slug].words.MANCHE
    numbers = {manche.id: number for number, manche in enumerate(scored.manches, start=1)}
    recorded = [
        manche_sentence(scored, change.manche)
        for change in changes
        if change.kind in {ChangeKind.RECORDED, ChangeKind.CORRECTED} and change.manche in scored.manches
    ]
    others = [change for change in changes if change.kind not in {ChangeKind.RECORDED, ChangeKind.CORRECTED}]
    labels = [line.label for line in change_lines(others, numbers, words)]
    return [*dict.fromkeys([*labels, *recorded])][-_MOST_LINES:]


def _authors(changes: Sequence[Change]) -> str:
    """Return the names of the authors of these changes; empty if one of them has no name."""
    accesses = dict.fromkeys(change.access_id for change in changes)
    names = access_names({access for access in accesses if access is not None})
    author_names = [names[access] for access in accesses if access is not None and access in names]
    return listed(list(dict.fromkeys(author_names))) if len(author_names) == len(accesses) else ""
