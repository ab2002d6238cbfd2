"""The first partie in a browser without a carnet: type the names of the players and start; this creates the carnet.

A *partie* is a game played to its end, a *soirée* an evening of parties, a *carnet* the notebook of a group of players
with all of these. An *access* is the right of one browser to a carnet. A game is named by its *slug*, a text for
addresses. A *preset* is a set of house rules under a name.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Access
from scorekeeper.record.names import clean_name, comparable
from scorekeeper.record.partie import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.formatting import device_zone
from scorekeeper.web.flow import access
from scorekeeper.web.flow.granting import grants_access
from scorekeeper.web.flow.notices import flash_beginning
from scorekeeper.web.flow.posting import Answer, Refusal
from scorekeeper.web.flow.rate_limit import count_new_carnet
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.forms.presets import OWN_LENGTH, chosen_preset, preset_choices
from scorekeeper.web.games import PAGES, game_or_404
from scorekeeper.web.table.naming import naming_page
from scorekeeper.web.table.seating import (
    MOST_SEATS,
    game_to_start,
    preset_options,
    refuse_wrong_size,
    wrong_size_sentence,
)
from scorekeeper.web.text.house_rules import team_names

bp = Blueprint("first", __name__, url_prefix="/begin/<slug>")
_COOKIE_KEY = "sitting"  # under which the session, a cookie, has the draft below


@dataclass(frozen=True)
class PartieDraft:
    """The table of the first partie before it starts: nothing is recorded yet.

    The draft is stored in the browser's cookie, so that it survives a reload and the choice of another game.
    """

    # The players, in seating order.
    names: tuple[str, ...] = ()
    # The name of the first dealer; empty if it is to be drawn.
    dealer: str = ""
    # The slug of a preset, or house rules as JSON.
    preset: str = ""
    # A name that is not added yet.
    typed: str = ""


@bp.get("", endpoint="seats")
def show_seats(slug: str) -> Response | Answer | str:
    """Show the form for the names of the players; redirect a browser that has a carnet.

    A game without a name is named first.
    """
    game = game_or_404(slug)
    # An access to a single soirée is that of a guest, who may still create a carnet.
    # Every other one is to a whole carnet.
    if any(own_access.soiree_id is None for own_access in access.session_accesses()):
        return redirect(url_for("home.front"))
    # `PAGES` has the texts and forms of each game. `ask_name` makes a slug from a typed name; None if the game has a
    # name.
    if (ask_name := PAGES[slug].ask_name) is not None:
        # The last argument returns the address of the next page, for the game that was named.
        return naming_page(slug, ask_name, lambda game, **values: url_for("first.seats", slug=game, **values))
    return _seats_page(game, _stored_draft(game), None)


@bp.post("", endpoint="change")
def submit_seats(slug: str) -> Response | Answer:
    """Add the typed name, move or remove another, or start the partie: the pressed button decides."""
    game = game_or_404(slug)
    draft = _submitted_draft(game)
    try:
        draft = _after_button(draft)
        # The button `go` starts the partie. `game_to_start` and `refuse_wrong_size` raise `RefusedError` if this game
        # cannot be started with these players.
        if "go" in request.form:
            refuse_wrong_size(game_to_start(slug), len(draft.names))
    except RefusedError as error:
        refusal = Refusal(error)
        return _seats_page(game, draft, refusal), refusal.status
    if "go" in request.form:
        return _start(game=game, draft=draft)
    # The next page reads the table from the cookie, so that reloading it sends no form again.
    session[_COOKIE_KEY] = asdict(draft)
    return redirect(url_for("first.seats", slug=slug), 303)


def _seats_page(game: AnyGame, draft: PartieDraft, refusal: Refusal | None) -> str:
    # The presets of the game for this number of players.
    presets = preset_choices(game, len(draft.names))
    return render_template(
        "table/first_partie/seats.html",
        game=game,
        game_text=PAGES[game.slug].text,
        draft=draft,
        # Filled from the draft, not from the form of this request: a name that was added leaves the field empty.
        form=PlayerForm(formdata=None, data={"name": draft.typed}),
        refusal=refusal,
        presets=presets,
        preset=chosen_preset(presets, draft.preset),
        teams=team_names(game, preset_options(game, len(draft.names), draft.preset), draft.names),
        wrong_size=wrong_size_sentence(game, len(draft.names)),
        ready=len(draft.names) in game.table_sizes,
        full=len(draft.names) >= max(game.table_sizes),
    )


def _error_sentence(error: ImpossibleError, game: AnyGame, draft: PartieDraft) -> str:
    return PAGES[game.slug].text.error_sentence(error, draft.names)


# `grants_access` stores the access that the function returns in the browser's cookie, and redirects to the address. If
# the function raises an error, nothing is stored, and `_seats_page` shows its sentence.
@grants_access(
    _seats_page,
    error_sentence=_error_sentence,
    after_redirect=lambda: session.pop(_COOKIE_KEY, None),
    # The code that opens the carnet in another browser was not shown: pages offer it later.
    recovery_code_unseen=True,
)
def _start(game: AnyGame, draft: PartieDraft) -> tuple[Access, str]:
    """Create a carnet, its players, a soirée and the partie."""
    # Raises after too many new carnets from the same network.
    count_new_carnet()
    granted = carnets.create_carnet("")
    soiree = carnets.open_soiree(granted.carnet, zone=device_zone())
    players = [carnets.add_player(granted.carnet, name) for name in draft.names]
    # Without a dealer a seat is drawn.
    dealer = None
    if draft.dealer in draft.names:
        dealer = draft.names.index(draft.dealer)
    options = preset_options(game, len(players), draft.preset)
    # The log names the new access as the one that started the partie.
    partie = journal.start_partie(soiree, game.slug, players, options, dealer, granted)
    flash_beginning(partie, opened=True)
    return granted, url_for("parties.show", carnet_key=granted.carnet.key, partie_id=partie.id)


def _stored_draft(game: AnyGame) -> PartieDraft:
    """Return the draft in the cookie, or an empty one; the preset in the address counts first."""
    draft = PartieDraft(**session.get(_COOKIE_KEY, {}))
    preset = request.args.get("preset", draft.preset)
    # House rules as JSON were chosen together with the name of a game. They do not suit a game that has a name already.
    # `family` is the first part of the slug: `scoresheet` of `scoresheet:most:Belote`, and `piquet` of `piquet`.
    if preset.startswith("{") and PAGES[game.family].ask_name is None:
        preset = ""
    return replace(draft, preset=preset)


def _submitted_draft(game: AnyGame) -> PartieDraft:
    """Return the draft in the form, which has all its fields, so that sending it twice changes nothing."""
    # Each valid name once, in order.
    names = tuple(dict.fromkeys(name for name in request.form.getlist("seat")[:MOST_SEATS] if _is_name(name)))
    preset = request.form.get("preset", "")[:OWN_LENGTH]
    # The page marks the first preset as chosen without a tap. It is not stored: with one more player, the first preset
    # may be another one.
    if preset in {choice.slug for choice in preset_choices(game, len(names))[:1]}:
        preset = ""
    return PartieDraft(names, request.form.get("dealer", "")[:OWN_LENGTH], preset, request.form.get("name", "")[:80])


def _is_name(text: str) -> bool:
    """Whether a text is a name as the carnet stores it. The page sends only such names."""
    try:
        return clean_name(text) == text
    except RefusedError:
        return False


def _after_button(draft: PartieDraft) -> PartieDraft:
    """Return the draft after the action of the pressed button. Raises `RefusedError` for an impossible name."""
    names = list(draft.names)
    # The button `up` moves a name one seat earlier, `out` removes it.
    moved_name = request.form.get("up", request.form.get("out"))
    # An earlier tap may have removed the name.
    if moved_name in names:
        seat = names.index(moved_name)
        names.remove(moved_name)
        if "up" in request.form:
            names.insert(max(0, seat - 1), moved_name)
    # One of these two buttons was pressed: no name is added.
    if moved_name is not None:
        return replace(draft, names=tuple(names))
    # Every other button adds the typed name; the button `go`, which starts the partie, only if a name was typed.
    if "go" in request.form and not draft.typed.strip():
        return draft
    name = clean_name(draft.typed)
    # `comparable` makes names equal that look the same, such as « Zoé » and « ZOÉ ».
    if comparable(name) in map(comparable, names):
        raise RefusedError("name_taken", field="name", name=name)
    return replace(draft, names=(*names, name)[:MOST_SEATS], typed="")
