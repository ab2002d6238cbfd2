"""Setup of a new partie: its house rules and its first dealer.

A *partie* is a game played to its end, a *soirée* an evening of parties. The *options* of a game are its house rules; a
*preset* is a set of them under a name, of the game or saved by the table. A *side* is a player or a team. The *cut* is
the draw of a card by each player, which decides who deals first.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.read_models.evenings import is_past
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import current_carnet, preset_or_404, saved_presets, soiree_or_404
from scorekeeper.web.flow.notices import flash_beginning
from scorekeeper.web.flow.posting import Answer, Refusal, carries_out_form
from scorekeeper.web.forms.options import complete_options, option_fields, sent_options, typed_options
from scorekeeper.web.forms.presets import chosen_preset, described, preset_choices, save_preset
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Cut
from scorekeeper.web.games.rules_in_force import public_rules_address
from scorekeeper.web.table.seating import (
    MOST_SEATS,
    chosen_game,
    error_sentence,
    game_to_start,
    known_seated_players,
    seated_players,
)
from scorekeeper.web.text.house_rules import team_names

bp = Blueprint("tables", __name__, url_prefix="/soirees/<id:soiree_id>")


@bp.get("/rules", endpoint="rules")
def show_rules(soiree_id: int) -> str:
    """Show the choice of the game, its house rules and the first dealer."""
    return _rules_page(soiree_or_404(soiree_id), None)


def _rules_page(soiree: Soiree, refusal: Refusal | None, **_values: object) -> str:
    game = chosen_game()
    players = known_seated_players()
    games = [playable for playable in GAMES.values() if len(players) in playable.table_sizes]
    # A game that the players must name first is not offered: `ask_name` is the function that makes its slug.
    games = [playable for playable in games if PAGES[playable.slug].ask_name is None]
    # The chosen game stays on the page of a refusal, which is about this game.
    if refusal is None and games and len(players) not in game.table_sizes:
        game = games[0]
    pages = PAGES[game.slug]
    presets = preset_choices(game, len(players), saved_presets())
    # The preset of this slug, else the first one. A slug may also be house rules as JSON, which the table chose before
    # its players: it becomes a preset that is not in the list yet.
    preset = chosen_preset(presets, request.form.get("choose") or request.values.get("preset"))
    own_rules = None
    options: dict[str, Any] = {}
    if preset is not None:
        options = preset.options
        if preset not in presets:
            # The same preset, with a name and a line that says what is unusual.
            own_rules = described(game, preset, len(players))
            preset = own_rules
            presets = [preset, *presets]
    # With the defaults of the game for the other options.
    options = complete_options(game, options, len(players))
    # A form that is shown again has the rules as they were typed; if it sent none, those above.
    if refusal is not None or "cut" in request.form:
        options = typed_options(game, request.form) or options
    cut = None
    names = [player.name for player in players]
    if pages.cut is not None and "cut" in request.form:
        # The card of each player, and who deals: the players enter their cards, or the app cuts for them.
        cut = pages.cut(request.form, names)
    return render_template(
        "table/setup/rules.html",
        soiree=soiree,
        is_past=is_past(soiree),
        game=game,
        games=games,
        players=players,
        presets=presets,
        preset=preset,
        own_rules=own_rules,
        # A field for each option, without the values that this number of players cannot use.
        fields=option_fields(game, options, len(players)),
        pages=pages,
        game_text=pages.text,
        dealer=_selected_dealer(cut),
        cut=cut,
        # The players of each team, « Anne & Zoé », and its typed name, "" without one; empty in a game without teams.
        teams=list(zip(team_names(game, options, names), [*submitted_side_names(), *[""] * len(names)], strict=False)),
        refusal=refusal,
        possible=len(players) in game.table_sizes,
        # A page of these rules, which needs no carnet.
        rules_address=public_rules_address(game, options),
    )


@bp.post("/rules")
def start(soiree_id: int) -> Response | Answer:
    """Start the partie; if the button of a preset or of the cut was pressed, show the page again with its result."""
    if "choose" in request.form or "cut" in request.form:
        # The header tells htmx, the script that replaces the page, to leave the address as it is.
        return make_response(_rules_page(soiree_or_404(soiree_id), None), {"HX-Push-Url": "false"})
    return _start(soiree_id=soiree_id)


# `carries_out_form` gives the function the soirée of the address, and redirects to the address that it returns. If the
# function raises an error, nothing is stored, and `_rules_page` shows its sentence.
@carries_out_form(_rules_page, error_sentence=error_sentence, soiree=soiree_or_404)
def _start(soiree: Soiree) -> str:
    game = game_to_start(request.form.get("game", ""))
    options = sent_options(game, request.form)
    names = submitted_side_names()
    # In seating order; raises for a player who is not of this carnet.
    players = seated_players()
    partie = journal.start_partie(soiree, game.slug, players, options, _submitted_dealer(), g.access, names)
    flash_beginning(partie)
    return url_for("parties.show", partie_id=partie.id)


@bp.post("/presets", endpoint="save_preset")
@carries_out_form(_rules_page, error_sentence=error_sentence, soiree=soiree_or_404)
def keep_preset(soiree: Soiree) -> str:
    """Save the submitted house rules as a preset."""
    game = chosen_game()
    players = seated_players()
    preset = save_preset(current_carnet(), game, len(players), sent_options(game, request.form))
    return _rules_address(soiree, players, f"own-{preset.id}")


@bp.post("/presets/<id:preset_id>/delete")
@carries_out_form(_rules_page, error_sentence=error_sentence, soiree=soiree_or_404)
def delete_preset(soiree: Soiree, preset_id: int) -> str:
    """Delete a saved preset."""
    carnets.delete_preset(preset_or_404(preset_id))
    return _rules_address(soiree, known_seated_players(), None)


def _rules_address(soiree: Soiree, players: list[Player], preset: str | None) -> str:
    """Return the address of the page of the rules, with what the form had chosen and this preset."""
    return url_for(
        "tables.rules",
        soiree_id=soiree.id,
        seat=[player.id for player in players],
        game=chosen_game().slug,
        preset=preset,
        dealer=_submitted_dealer(),
    )


def _submitted_dealer() -> int | None:
    """Return the seat of the first dealer, None if it is to be drawn. Raises `RefusedError` if it is not a number."""
    text = request.form.get("dealer", "draw")
    if text == "draw":
        return None
    seat = whole_number(text)
    if seat is None:
        raise RefusedError("no_such_seat", field="dealer")
    return seat


def _selected_dealer(cut: Cut | None) -> str:
    """Return the selected dealer: the seat that the cut chose, "draw" after a tie; without a cut, the submitted one."""
    if cut is None:
        return request.values.get("dealer", "draw")
    if cut.dealer is None:
        return "draw"
    return str(cut.dealer)


def submitted_side_names() -> list[str]:
    """Return the typed names of the teams."""
    return request.form.getlist("side_name")[:MOST_SEATS]
