"""Submitted forms: carried out once, in one transaction; a refused form is shown again with what was typed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from flask import redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.shape import ImpossibleError, UndecidedError
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.table import open_table
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.submissions import once
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import current_access, partie_or_404
from scorekeeper.web.games import PAGES
from scorekeeper.web.text import record as record_words

Answer = tuple[str, int]
ErrorSentence = Callable[[ImpossibleError], str]
View = Callable[..., Response | Answer]
_NOT_COMPARED = {"csrf_token"}


class Refusal:
    """The reason why a form was not carried out.

    It has the HTTP `status`, the `sentence`, the name of the `field`, and the `changes` since the form was rendered.
    `needs_choice`: the facts are possible so far, and a choice is missing.
    """

    def __init__(self, error: ImpossibleError | RefusedError, words: ErrorSentence | None) -> None:
        """Make the sentence of the error."""
        self.error = error
        self.status = 409 if isinstance(error, StaleError) or error.key == "partie_over" else 422
        self.field = error.field
        self.needs_choice = isinstance(error, UndecidedError)
        self.changes = error.changes if isinstance(error, StaleError) else ()
        if isinstance(error, RefusedError):
            pages = PAGES.get(str(error.figures.get("game")))
            self.sentence = record_words.refusal(error, None if pages is None else pages.words.MANCHE, words)
        else:
            self.sentence = words(error) if words is not None else str(error)


def carried_out(
    refused: Callable[..., str],
    *,
    words: Callable[..., str] | None = None,
    then: Callable[[], object] | None = None,
    **load: Callable[[int], object],
) -> Callable[[Callable[..., str]], View]:
    """Decorate a function that carries out a form and returns the address to redirect to.

    `soiree=soiree_or_404` passes the function a `soiree` in place of the `soiree_id` of the address. When it raises
    `RefusedError` or `ImpossibleError`, nothing is recorded, and `refused` renders the page from a `Refusal` and the
    same arguments; `words` makes the sentence of an `ImpossibleError` from these arguments and the error. A form
    already carried out gets the same answer again. `then` runs after each redirect.
    """

    def decorate(act: Callable[..., str]) -> View:
        @wraps(act)
        def view(**values: Any) -> Response | Answer:  # noqa: ANN401 - the arguments in the address
            for name, loader in load.items():
                values[name] = loader(values.pop(f"{name}_id"))
            answer = carry_out(partial(act, **values), partial(refused, **values), words and partial(words, **values))
            if then is not None and isinstance(answer, Response):
                then()
            return answer

        return view

    return decorate


def writes_partie(
    refused: Callable[..., str],
    *,
    again: Callable[[Partie, int], None] | None = None,
    to: str = "parties.show",
    **load: Callable[[Partie, int], object],
) -> Callable[[Callable[..., str | None]], View]:
    """Decorate a function that acts on an open table, as `carried_out` does; without an address, redirect to `to`.

    `manche=manche_or_404` passes it a `manche` of the partie in place of `manche_id`; `refused` is passed the `partie`
    too. `again` may refuse a form already carried out, from the partie and the form's version.
    """

    def decorate(act: Callable[..., str | None]) -> View:
        @wraps(act)
        def view(partie_id: int, **values: Any) -> Response | Answer:  # noqa: ANN401 - the arguments in the address
            partie = partie_or_404(partie_id)
            for name, loader in load.items():
                values[name] = loader(partie, values.pop(f"{name}_id"))

            def act_on_table() -> str:
                with open_table(partie, form_version(), current_access()) as table:
                    return act(table, **values) or url_for(to, partie_id=partie.id)

            refuse_again = None if again is None else lambda: again(partie, form_version())
            return carry_out(
                act_on_table, partial(refused, partie=partie, **values), error_sentences(partie), refuse_again
            )

        return view

    return decorate


def carry_out(
    act: Callable[[], str],
    refused: Callable[..., str],
    words: ErrorSentence | None = None,
    again: Callable[[], None] | None = None,
) -> Response | Answer:
    """Carry out the submitted form once, and redirect to the address that `act` returns."""
    try:
        location = once(submission_digest(), act, again)
    except (RefusedError, ImpossibleError) as error:
        db.session.rollback()
        refusal = Refusal(error, words)
        return refused(refusal=refusal), refusal.status
    return redirect(location, 303)


def error_sentences(partie: Partie) -> ErrorSentence:
    """Return the function that makes the sentence of an error of this game, with the names of this table."""
    return lambda error: PAGES[partie.game].words.fault(error, [seat.player.name for seat in partie.seats])


def submission_digest() -> str:
    """Return a digest of the submitted form: its address, its fields and files, and the browser that sent it."""
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _NOT_COMPARED)
    for name, file in sorted(request.files.items()):
        fields.append((name, hashlib.sha256(file.stream.read()).hexdigest()))
        file.stream.seek(0)
    content = repr((session.get("csrf_token"), request.path, fields))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def form_version() -> int:
    """Return the version of the partie that the form was rendered with; −1, which is always stale, without one."""
    version = whole_number(request.form.get("version", ""))
    return -1 if version is None else version


def not_understood(sentence: str | None = None) -> RefusedError:
    """Return the error for a form that no page of the app can have sent."""
    return RefusedError("not_understood", sentence=sentence or _("Ce formulaire n’est pas complet."))
