"""How every page writes: once, in one transaction, and with what was typed given back when it is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from flask import redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.shape import ImpossibleError, UndecidedError
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.table import OpenTable, open_table
from scorekeeper.record.refusals import RefusedError, StaleError
from scorekeeper.record.submissions import once
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import writer
from scorekeeper.web.games import PAGES
from scorekeeper.web.text import record as record_words

Answer = tuple[str, int]
FaultSentence = Callable[[ImpossibleError], str]
_UNSAID = {"csrf_token"}


class Refusal:
    """Why a form was not carried out: status, sentence, whether it asks, the field it belongs to, what came since."""

    def __init__(self, error: ImpossibleError | RefusedError, words: FaultSentence | None) -> None:
        """Put the error into words."""
        self.error = error
        self.status = 409 if isinstance(error, StaleError) or error.key == "partie_over" else 422
        self.field = error.field
        self.asks = isinstance(error, UndecidedError)
        self.changes = error.changes if isinstance(error, StaleError) else ()
        if isinstance(error, RefusedError):
            pages = PAGES.get(str(error.figures.get("game")))
            self.sentence = record_words.refusal(error, None if pages is None else pages.words.MANCHE, words)
        else:
            self.sentence = words(error) if words is not None else str(error)


def carry_out(
    act: Callable[[], str],
    refused: Callable[[Refusal], str],
    words: FaultSentence | None = None,
    again: Callable[[], None] | None = None,
) -> Response | Answer:
    """Carry out the form under way and send the browser on to the address that `act` gives.

    A form already carried out gets the same answer again, unless `again` refuses. When `act` or `again` does,
    `refused` renders the page with what was typed, and nothing was recorded.
    """
    try:
        location = once(digest(), act, again)
    except (RefusedError, ImpossibleError) as error:
        db.session.rollback()
        refusal = Refusal(error, words)
        return refused(refusal), refusal.status
    return redirect(location, 303)


def write(
    partie: Partie,
    act: Callable[[OpenTable], str | None],
    refused: Callable[[Refusal], str],
    again: Callable[[], None] | None = None,
) -> Response | Answer:
    """Carry out a form about a partie, which `act` is given open for writing, as `carry_out` does.

    Where `act` gives no address, the browser goes on to the partie's page.
    """

    def act_on_table() -> str:
        with open_table(partie, form_version(), writer()) as table:
            return act(table) or url_for("parties.show", partie_id=partie.id)

    return carry_out(act_on_table, refused, fault_words(partie), again)


def fault_words(partie: Partie) -> FaultSentence:
    """The sentences of this game's faults, with the names of this table."""
    return lambda error: PAGES[partie.game].words.fault(error, [seat.player.name for seat in partie.seats])


def digest() -> str:
    """What tells this form from any other: its address, its request id, all it says, and the browser it is from."""
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _UNSAID)
    for name, file in sorted(request.files.items()):
        said.append((name, hashlib.sha256(file.stream.read()).hexdigest()))
        file.stream.seek(0)
    whole = repr((session.get("csrf_token"), request.path, said))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def form_version() -> int:
    """The version of the partie that the form was written against; −1, which is always stale, when it says none."""
    text = request.form.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004 - fits an integer


def not_understood(sentence: str | None = None) -> RefusedError:
    """A refusal for a form that this site cannot have written."""
    return RefusedError("not_understood", sentence=sentence or _("Ce formulaire n’est pas complet."))
