"""The first partie in a browser without a carnet: choose a game, type names, play; the carnet is created with it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Access
from scorekeeper.record.names import clean_name, fold
from scorekeeper.record.partie import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.formatting import today
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.forms.presets import chosen_preset, preset_choices
from scorekeeper.web.games import PAGES
from scorekeeper.web.table.seating import MOST_SEATS, refuse_size, wrong_size
from scorekeeper.web.text.house_rules import team_names

bp = Blueprint("first", __name__, url_prefix="/begin/<slug>")
_COOKIE_KEY = "sitting"


@dataclass(frozen=True)
class FirstTable:
    """The players of the first partie in seating order, its dealer, its preset, and a name typed but not yet added.

    It is stored in the browser's cookie, and survives a reload or the choice of another game; nothing is recorded
    before the partie starts.
    """

    names: tuple[str, ...] = ()
    dealer: str = ""
    preset: str = ""
    typed: str = ""


@bp.get("")
def seats(slug: str) -> Response | str:
    """Show the form for the names of the players; redirect a browser that has a carnet."""
    game = _game_or_404(slug)
    if any(known.soiree_id is None for known in access.session_accesses()):
        return redirect(url_for("home.front"))
    return _seats(game, _stored_table(), None)


@bp.post("")
def change(slug: str) -> Response | Answer:
    """Add the typed name, move or remove one, or start the partie."""
    game = _game_or_404(slug)
    table = _sent_table()
    try:
        table = _changed(table)
        if "go" in request.form:
            refuse_size(game, len(table.names))
    except RefusedError as error:
        refusal = Refusal(error, None)
        return _seats(game, table, refusal), refusal.status
    if "go" in request.form:
        return _play(game=game, table=table)
    session[_COOKIE_KEY] = asdict(table)
    return redirect(url_for("first.seats", slug=slug), 303)


@grants_access(
    lambda refusal, game, table: _seats(game, table, refusal),
    error_sentence=lambda error, game, table: PAGES[game.slug].words.fault(error, table.names),
    after_redirect=lambda: session.pop(_COOKIE_KEY, None),
    code_unseen=True,
)
def _play(game: AnyGame, table: FirstTable) -> tuple[Access, str]:
    """Create a carnet, a soirée and the partie, in one transaction."""
    granted = carnets.create_carnet("")
    soiree = carnets.open_soiree(granted.carnet, today(), "")
    players = [carnets.add_player(granted.carnet, name) for name in table.names]
    dealer = table.names.index(table.dealer) if table.dealer in table.names else None
    partie = journal.start_partie(soiree, game.slug, players, _options(game, table), dealer, granted)
    return granted, url_for("parties.show", carnet_key=granted.carnet.key, partie_id=partie.id)


def _game_or_404(slug: str) -> AnyGame:
    if slug not in GAMES:
        abort(404)
    return GAMES[slug]


def _stored_table() -> FirstTable:
    stored: dict[str, Any] = session.get(_COOKIE_KEY, {})
    rest = (stored.get(field, "") for field in ("dealer", "preset", "typed"))
    return FirstTable(tuple(stored.get("names", ())), *rest)


def _sent_table() -> FirstTable:
    """Return the table in the form. The form has all of it, so that sending it twice changes nothing."""
    names = request.form.getlist("seat")[:MOST_SEATS]
    known = tuple(dict.fromkeys(name for name in names if _is_name(name)))
    dealer, preset = (request.form.get(field, "")[:80] for field in ("dealer", "preset"))
    return FirstTable(known, dealer, preset, request.form.get("name", "")[:80])


def _is_name(text: str) -> bool:
    try:
        return clean_name(text) == text
    except RefusedError:
        return False


def _changed(table: FirstTable) -> FirstTable:
    """Return the table changed by the pressed button. Raises `RefusedError` for a name that cannot be added."""
    names = list(table.names)
    pressed = request.form.get("up", request.form.get("out"))
    if pressed is not None:
        place = names.index(pressed) if pressed in names else len(names)
        names = [name for name in names if name != pressed]
        if "up" in request.form and place <= len(names):
            names.insert(max(0, place - 1), pressed)
        return replace(table, names=tuple(names))
    if "go" in request.form and not table.typed.strip():
        return table
    name = clean_name(table.typed)
    if fold(name) in map(fold, names):
        raise RefusedError("name_taken", field="name", name=name)
    return replace(table, names=(*names, name)[:MOST_SEATS], typed="")


def _options(game: AnyGame, table: FirstTable) -> dict[str, Any]:
    preset = chosen_preset(preset_choices(game, len(table.names)), table.preset)
    return preset.options if preset else {}


def _seats(game: AnyGame, table: FirstTable, refusal: Refusal | None) -> str:
    presets = preset_choices(game, len(table.names))
    return render_template(
        "table/first_partie/seats.html",
        game=game,
        words=PAGES[game.slug].words,
        table=table,
        form=PlayerForm(formdata=None, data={"name": table.typed}),
        refusal=refusal,
        presets=presets,
        preset=chosen_preset(presets, table.preset),
        teams=team_names(game, _options(game, table), table.names),
        wrong_size=wrong_size(game, len(table.names)),
        ready=len(table.names) in game.table_sizes,
        full=len(table.names) >= max(game.table_sizes),
    )
