"""Old scores kept on paper, typed into a spreadsheet: looked at first, then noted in the carnet."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.record.database import db
from scorekeeper.record.exchange.faults import UnreadableFileError
from scorekeeper.record.exchange.noting import new_players, note_papers
from scorekeeper.record.exchange.papers import MOST_CHARACTERS, PaperPartie, read_papers
from scorekeeper.web.exchange_text import fault_sentences
from scorekeeper.web.games import PAGES
from scorekeeper.web.i18n import in_locale, ngettext
from scorekeeper.web.language import LOCALES, current
from scorekeeper.web.posting import Answer, Refusal, carry_out

bp = Blueprint("papers", __name__, url_prefix="/papers")


@dataclass(frozen=True)
class Preview:
    """A partie as it will be noted: its players with their totals, those who won told apart."""

    partie: PaperPartie
    sides: list[tuple[str, int, bool]]


@bp.get("")
def show() -> str:
    """Where the scores are pasted, or a file chosen."""
    return _page("")


@bp.post("/preview")
def preview() -> str | Answer:
    """What would be noted, or what is wrong with it, line by line; nothing is written."""
    text = _sent()
    try:
        parties = read_papers(text, _games(), day_first=current() == "fr")
    except UnreadableFileError as error:
        return _page(text, error), 422
    return _page(text, parties=parties)


@bp.post("")
def note() -> Response | Answer:
    """Note the parties that were looked at."""
    text = _sent()
    try:
        parties = read_papers(text, _games(), day_first=current() == "fr")
    except UnreadableFileError as error:
        return _page(text, error), 422

    def act() -> str:
        note_papers(db.session(), g.carnet, parties)
        flash(ngettext("%(num)d partie notée.", "%(num)d parties notées.", len(parties)))
        return url_for("carnet.show")

    return carry_out(act, lambda refusal: _page(text, parties=parties, refusal=refusal))


def _sent() -> str:
    """The scores: those of the file, if one was chosen, else what was pasted."""
    file = request.files.get("file")
    content = b"" if file is None else file.stream.read()
    if not content.strip():
        return request.form.get("scores", "").replace("\r\n", "\n")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")  # as Excel saves a CSV that nobody told otherwise


def _games() -> dict[str, str]:
    """The slugs of the games by their names, in every language."""
    names: dict[str, str] = {}
    for locale in LOCALES.values():
        with in_locale(locale):
            names |= {str(pages.words.NAME): slug for slug, pages in PAGES.items()}
    return names


def _page(
    text: str,
    error: UnreadableFileError | None = None,
    parties: list[PaperPartie] | None = None,
    refusal: Refusal | None = None,
) -> str:
    return render_template(
        "exchange/papers.html",
        text=text,
        faults=[] if error is None else fault_sentences(error),
        more=error is not None and error.more,
        previews=[_preview(partie) for partie in parties or ()],
        new=new_players(db.session(), g.carnet, parties or ()),
        refusal=refusal,
        most=MOST_CHARACTERS,
    )


def _preview(partie: PaperPartie) -> Preview:
    sheet, side_of = partie.sheet, partie.side_of
    winners = () if sheet.ending is None else sheet.ending.winners
    sides = [
        (" & ".join(name for seat, name in enumerate(partie.players) if side_of[seat] == side), total, side in winners)
        for side, total in enumerate(sheet.totals)
    ]
    return Preview(partie, sides)
