"""Setup of a new partie: its house rules and its first dealer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.record.carnet import carnets
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.flow.access import current_access, preset_or_404, soiree_or_404
from scorekeeper.web.flow.posting import Answer, Refusal, carries_out_form
from scorekeeper.web.forms.options import complete_options, option_fields, sent_options, typed_options
from scorekeeper.web.forms.presets import chosen_preset, preset_choices
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Cut
from scorekeeper.web.games.rules_in_force import public_rules_address
from scorekeeper.web.table.seating import MOST_SEATS, chosen_game, error_sentences, known_seated, seated
from scorekeeper.web.text.house_rules import team_names

bp = Blueprint("tables", __name__, url_prefix="/soirees/<id:soiree_id>")


@bp.get("/rules")
def rules(soiree_id: int) -> str:
    """Show the choice of the game, its house rules and the first dealer."""
    return _rules(soiree_or_404(soiree_id), None)


@bp.post("/rules")
def start(soiree_id: int) -> Response | Answer:
    """Start the partie, or show the house rules of another preset, or the result of a cut."""
    if "choose" in request.form or "cut" in request.form:
        return make_response(_rules(soiree_or_404(soiree_id), None), {"HX-Push-Url": "false"})
    return _start(soiree_id=soiree_id)


@carries_out_form(lambda refusal, soiree: _rules(soiree, refusal), error_sentence=error_sentences, soiree=soiree_or_404)
def _start(soiree: Soiree) -> str:
    game = chosen_game()
    options = sent_options(game, request.form)
    partie = journal.start_partie(soiree, game.slug, seated(), options, _dealer(), current_access(), side_names())
    return url_for("parties.show", partie_id=partie.id)


@bp.post("/presets")
@carries_out_form(lambda refusal, soiree: _rules(soiree, refusal), error_sentence=error_sentences, soiree=soiree_or_404)
def save_preset(soiree: Soiree) -> str:
    """Save these house rules under a name."""
    game, players = chosen_game(), seated()
    options = game.write_options(game.read_options(sent_options(game, request.form), len(players)))
    preset = carnets.save_preset(g.carnet, game.slug, request.form.get("preset_name", ""), len(players), options)
    return _rules_address(soiree, players, f"own-{preset.id}")


@bp.post("/presets/<id:preset_id>/delete")
@carries_out_form(
    lambda refusal, soiree, **_values: _rules(soiree, refusal), error_sentence=error_sentences, soiree=soiree_or_404
)
def delete_preset(soiree: Soiree, preset_id: int) -> str:
    """Delete saved house rules."""
    carnets.delete_preset(preset_or_404(preset_id))
    return _rules_address(soiree, known_seated(), None)


def _rules_address(soiree: Soiree, players: list[Player], preset: str | None) -> str:
    ids, slug = [player.id for player in players], chosen_game().slug
    return url_for("tables.rules", soiree_id=soiree.id, seat=ids, game=slug, preset=preset, dealer=_dealer())


def _dealer() -> int | None:
    text = request.form.get("dealer", "draw")
    if text == "draw":
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise RefusedError("no_such_seat", field="dealer")
    return int(text)


def _rules(soiree: Soiree, refusal: Refusal | None) -> str:
    game = chosen_game()
    players = known_seated()
    games = [known for known in GAMES.values() if len(players) in known.table_sizes]
    if refusal is None and game not in games:
        game = games[0] if games else game
    pages = PAGES[game.slug]
    presets = preset_choices(game, len(players), g.carnet.presets)
    preset = chosen_preset(presets, request.form.get("choose") or request.values.get("preset"))
    values = typed_options(game, request.form) if refusal is not None or "cut" in request.form else {}
    cut = None
    if pages.cut is not None and "cut" in request.form:
        cut = pages.cut(request.form, [player.name for player in players])
    values = values or complete_options(game, preset.options if preset else {}, len(players))
    return render_template(
        "table/setup/rules.html",
        soiree=soiree,
        game=game,
        games=games,
        players=players,
        presets=presets,
        preset=preset,
        fields=option_fields(game, values, len(players)),
        pages=pages,
        words=pages.words,
        dealer=_selected_dealer(cut),
        cut=cut,
        teams=_teams(game, values, [player.name for player in players]),
        refusal=refusal,
        possible=bool(games),
        rules_address=public_rules_address(game, values),
    )


def _selected_dealer(cut: Cut | None) -> str:
    """Return the selected dealer: the seat that the cut chose or, after a tie, "draw"; without a cut, the one sent."""
    if cut is None:
        return request.values.get("dealer", "draw")
    return "draw" if cut.dealer is None else str(cut.dealer)


def side_names() -> list[str]:
    """Return the names typed for the teams."""
    return request.form.getlist("side_name")[:MOST_SEATS]


def _teams(game: AnyGame, values: dict[str, Any], names: list[str]) -> list[tuple[str, str]]:
    """Return the players of each team, « Anne & Zoé », and its typed name; empty in a game without teams."""
    typed = [*side_names(), *[""] * len(names)]
    return [(team, typed[side]) for side, team in enumerate(team_names(game, values, names))]
