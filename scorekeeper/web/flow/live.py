"""Pages that follow what other phones write: they ask with the version they know, and hear nothing while it stands."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, g, redirect, render_template, request, url_for
from markupsafe import Markup
from sqlalchemy import select
from werkzeug.wrappers import Response

from scorekeeper.record.carnet.regrouping import remaining
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, ChangeKind, Soiree
from scorekeeper.record.partie.journal import changes_since
from scorekeeper.record.partie.standings import Standing
from scorekeeper.record.read_models.soiree_version import soiree_with_version
from scorekeeper.record.sharing.accesses import access_names
from scorekeeper.web.flow.access import seen_soirees, version_or_404
from scorekeeper.web.flow.changes import manche_sentence
from scorekeeper.web.flow.page_cache import KNOWN
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.figures import listed
from scorekeeper.web.text.record import change_lines

_MOST = 3


def partie_unchanged(partie_id: int) -> Response | None:
    """A 204 for who knows the version at which this partie stands."""
    return _nothing_new(str(version_or_404(partie_id))) if KNOWN in request.args else None


def followed_soiree(soiree_id: int) -> tuple[Soiree, str]:
    """A soirée of this carnet, and its version with its parties, from one query.

    Whoever asks for one that was put together with another is sent on to that one.
    """
    found = soiree_with_version(seen_soirees(), soiree_id)
    if found is None:
        abort(_moved(soiree_id) or 404)
    return found


def _moved(soiree_id: int) -> Response | None:
    """The way to what is left of a soirée of this carnet, for who may see that."""
    asked = db.session.scalar(select(Soiree).where(Soiree.id == soiree_id, Soiree.carnet_id == g.carnet.id))
    left = None if asked is None else remaining(asked)
    if left is None or g.access.soiree_id not in {None, left.id}:
        return None
    return redirect(url_for(str(request.endpoint), soiree_id=left.id), 303)


def soiree_unchanged(version: str) -> Response | None:
    """A 204 for who knows this version."""
    return _nothing_new(version)


def news_strip(standing: Standing) -> Markup:
    """What came since the version that the reader knows, as a page shows it; nothing where nothing came."""
    changes = _changes_unknown(standing)
    news = _news(standing, changes) if changes else []
    if not news:
        return Markup()
    shown = render_template("table/parties/_news.html", news=news, authors=_authors(changes))
    return Markup(shown)  # noqa: S704 - a template's


def _changes_unknown(standing: Standing) -> Sequence[Change]:
    """The changes that came since the version that the reader knows."""
    known = request.args.get(KNOWN, "") if request.method == "GET" else ""
    if not (known.isascii() and known.isdigit() and len(known) < 10):  # noqa: PLR2004 - fits an integer
        return ()
    return changes_since(standing.partie, int(known))


def _news(standing: Standing, changes: Sequence[Change]) -> list[str]:
    """What these changes did, oldest first: a manche recorded with its points."""
    words = PAGES[standing.game.slug].words.MANCHE
    numbers = {manche.id: number for number, manche in enumerate(standing.manches, start=1)}
    recorded = [
        manche_sentence(standing, change.manche)
        for change in changes
        if change.kind in {ChangeKind.RECORDED, ChangeKind.CORRECTED} and change.manche in standing.manches
    ]
    others = [change for change in changes if change.kind not in {ChangeKind.RECORDED, ChangeKind.CORRECTED}]
    labels = [line.label for line in change_lines(others, numbers, words)]
    return [*dict.fromkeys([*labels, *recorded])][-_MOST:]


def _authors(changes: Sequence[Change]) -> str:
    """Who made these changes, by name; nothing where one of them said no name."""
    accesses = dict.fromkeys(change.access_id for change in changes)
    names = access_names({access for access in accesses if access is not None})
    known = [names[access] for access in accesses if access is not None and access in names]
    return listed(list(dict.fromkeys(known))) if len(known) == len(accesses) else ""


def _nothing_new(version: str) -> Response | None:
    return Response(status=204) if request.args.get(KNOWN) == version else None
