"""Submitted forms: each is carried out once, in one transaction; a refused form is shown again as it was filled in.

A *partie* is a game to its end, a *manche* one deal of it. Each change makes the next *version* of its partie; a form
has the version that its page showed, and is *stale* once the partie has another one. Two errors refuse a form:
`ImpossibleError` for facts (what the table saw of a manche) or house rules that the game excludes, and `RefusedError`
for all else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from flask import g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.shape import ImpossibleError, IncompleteFactsError
from scorekeeper.record.database import db
from scorekeeper.record.models import Change, Manche, Partie
from scorekeeper.record.partie.journal import changes_since, refuse_if_undone
from scorekeeper.record.partie.open_partie import OpenPartie, open_partie
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.sharing.attempts import ManyAttemptsError
from scorekeeper.record.submissions import once
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import partie_or_404
from scorekeeper.web.flow.notices import flash_change
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.record import refusal_sentence

# A page and its HTTP status.
Answer = tuple[str, int]
# A function that returns the sentence by which users learn why the game excludes their entry.
ErrorSentence = Callable[[ImpossibleError], str]
View = Callable[..., Response | Answer]
# The fields that do not count when two forms are compared: the token differs in each copy of the same form.
_FIELDS_NOT_COMPARED = {"csrf_token"}
# The keys of the errors of a form that comes after the end of the partie.
_KEYS_OF_END = {"partie_over", "over_unchanged"}


class Refusal:
    """The reason why a form was not carried out."""

    def __init__(self, error: ImpossibleError | RefusedError, sentence_of: ErrorSentence | None = None) -> None:
        """Make the sentence; `sentence_of` makes that of an `ImpossibleError`, also if it caused a `RefusedError`."""
        self.error = error
        # The HTTP status of the answer: 422 for a wrong entry, 409 for a form that is out of date.
        self.status = 422
        # The changes of the partie since the form was rendered, if it is stale.
        self.changes: tuple[Change, ...] = ()
        if error.key in _KEYS_OF_END:
            self.status = 409
        if isinstance(error, StaleError):
            self.status, self.changes = 409, error.changes
        if isinstance(error, ManyAttemptsError):
            self.status = 429
        # The name of the field to correct.
        self.field = error.field
        # Whether the entry is possible but incomplete, because a choice is missing.
        self.needs_choice = isinstance(error, IncompleteFactsError)
        if isinstance(error, RefusedError):
            self.sentence = refusal_sentence(error, sentence_of)
        elif sentence_of is None:
            self.sentence = str(error)
        else:
            self.sentence = sentence_of(error)


def explain_end(refusal: Refusal | None, scored: ScoredPartie) -> None:
    """If the partie is over, replace the sentence of a refusal: nothing was changed because the partie is over."""
    if refusal is not None and scored.over:
        refusal.sentence = refusal_sentence(RefusedError("over_unchanged"))


def carries_out_form(
    render_refusal: Callable[..., str],
    *,
    error_sentence: Callable[..., str] | None = None,
    if_repeated: Callable[..., None] | None = None,
    after_redirect: Callable[[], object] | None = None,
    **loaders: Callable[..., object],
) -> Callable[[Callable[..., str]], View]:
    """Decorate a function that carries out a form and returns the address to redirect to.

    With `soiree=soiree_or_404`, the function gets a `soiree` in place of the `soiree_id` of the address. If it raises
    `RefusedError` or `ImpossibleError`, nothing is recorded, and `render_refusal` renders the page from a `Refusal` and
    the same arguments. `error_sentence` makes the sentence of an `ImpossibleError` from the error and these arguments.
    A form already carried out gets the same answer again; before, `if_repeated` is called with these arguments, and may
    raise `RefusedError`. `after_redirect` runs if the answer is a redirection.
    """

    def decorate(act: Callable[..., str]) -> View:
        @wraps(act)
        def view(**values: Any) -> Response | Answer:  # noqa: ANN401 - the arguments in the address
            rows: list[object] = []
            for name, loader in loaders.items():
                # A loader such as `soiree_or_404` returns the row with this id. It gets the rows before it too, because
                # a manche is one of its partie.
                rows.append(loader(*rows, values.pop(f"{name}_id")))
                values[name] = rows[-1]
            check_repeated = None
            if if_repeated is not None:
                check_repeated = partial(if_repeated, **values)
            try:
                # Runs `act` in one transaction; a form sent twice gets the address of the first time.
                location = once(submission_digest(), partial(act, **values), check_repeated)
            except (RefusedError, ImpossibleError) as error:
                # The page of the refusal is rendered from the database as it was before the form.
                db.session.rollback()
                sentence_of = None
                if error_sentence is not None:
                    sentence_of = partial(error_sentence, **values)
                refusal = Refusal(error, sentence_of)
                return render_refusal(refusal=refusal, **values), refusal.status
            if after_redirect is not None:
                after_redirect()
            # The browser gets the next page by a GET, so that reloading it does not send the form again.
            return redirect(location, 303)

        return view

    return decorate


def writes_partie(
    render_refusal: Callable[..., str],
    *,
    refuses_if_undone: bool = False,
    redirect_to: str = "parties.show",
    **loaders: Any,  # noqa: ANN401 - functions of the partie and an id
) -> Callable[[Callable[..., str | None]], View]:
    """Decorate a function that acts on an open partie, as `carries_out_form` does.

    The `OpenPartie` is its first argument. If it returns no address, redirect to the view `redirect_to`. With
    `manche=manche_or_404`, it gets a `manche` of the partie in place of `manche_id`. `render_refusal` gets the `partie`
    too. With `refuses_if_undone`, a form that was carried out is refused if its manche was undone since.
    """
    if_repeated = None
    if refuses_if_undone:
        if_repeated = _refuse_if_undone

    def decorate(act: Callable[..., str | None]) -> View:
        @carries_out_form(
            render_refusal,
            error_sentence=partie_error_sentence,
            if_repeated=if_repeated,
            partie=partie_or_404,
            **loaders,
        )
        @wraps(act)
        def act_on_partie(partie: Partie, **values: Any) -> str:  # noqa: ANN401 - the arguments in the address
            # Locks the partie, raises `StaleError` for a form of an older version, and saves the result at the end.
            with open_partie(partie, form_version(), g.access) as opened:
                address = act(opened, **values) or url_for(redirect_to, partie_id=partie.id)
            # The kind of the change that `act` made, None if it made none.
            if opened.latest is not None:
                flash_change(partie, opened.latest)
            return address

        return act_on_partie

    return decorate


def _refuse_if_undone(partie: Partie, **_values: object) -> None:
    refuse_if_undone(partie, form_version(), g.access)


def partie_error_sentence(error: ImpossibleError, partie: Partie, **_values: object) -> str:
    """Return the sentence of an error of the game of a partie, with the names of its players."""
    return PAGES[partie.game].text.error_sentence(error, [player.name for player in partie.seated_players])


def submission_digest() -> str:
    """Return a digest of the submitted form: its path, its fields and files, and the browser that sent it."""
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _FIELDS_NOT_COMPARED)
    for name, file in sorted(request.files.items()):
        fields.append((name, hashlib.sha256(file.stream.read()).hexdigest()))
        # The view reads the file again.
        file.stream.seek(0)
    # `csrf_token` is the secret of the session, which differs for each browser.
    content = repr((session.get("csrf_token"), request.path, fields))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def form_version() -> int:
    """Return the version of the partie with which the form was rendered; without one, −1, which is always stale."""
    version = whole_number(request.form.get("version"))
    if version is None:
        return -1
    return version


def form_number() -> int | None:
    """Return the number of the manche of the form, from 1; None if the form has none."""
    return whole_number(request.form.get("number"))


def refuse_any_change(opened: OpenPartie) -> None:
    """Raise `StaleError` if the partie was changed since the form was rendered, even if the change was undone."""
    if form_version() != opened.partie.version:
        raise _stale(opened.partie)


def _stale(partie: Partie) -> StaleError:
    return StaleError(changes_since(partie, form_version()))


def shown_undone_manche(opened: OpenPartie) -> Manche | None:
    """Return the undone manche whose note, revokes and penalty the form shows; None if there is none.

    It is also None for a form of another version, whose page may not have shown this manche.
    """
    if form_version() != opened.partie.version:
        return None
    return opened.scored.undone_manche


def refuse_other_number(opened: OpenPartie) -> None:
    """Raise `StaleError` if the form is of another manche than the next one.

    Example: a form of manche 4 was opened, then manche 3 was undone on another device; the next manche is 3.
    """
    number = form_number()
    # Without a number, the form is of the next manche, whichever it is.
    if number is not None and number != 1 + len(opened.scored.manches):
        raise _stale(opened.partie)


def not_understood(sentence: str | None = None) -> RefusedError:
    """Return the error for a form that no page of the app sends."""
    return RefusedError("not_understood", sentence=sentence or _("Ce formulaire n’est pas complet."))
