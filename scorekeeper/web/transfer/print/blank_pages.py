"""The public pages of blank score sheets to print.

The *options* of a game are its house rules; a *preset* is a set of them under a name.
"""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.web.forms.presets import chosen_preset, preset_choices
from scorekeeper.web.games import PAGES, game_or_404
from scorekeeper.web.games.rules_in_force import options_in_address
from scorekeeper.web.transfer.print.blank import blank_sheet

bp = Blueprint("paper", __name__, url_prefix="/print")


@bp.get("")
def show() -> str:
    """Show the blank sheet of the first game, with links to those of the others."""
    return _page(next(iter(GAMES.values())))


@bp.get("/<game>")
def blank(game: str) -> str:
    """Show the blank sheet of a game, for the number of players and the rules in the address."""
    return _page(game_or_404(game))


def _page(game: AnyGame) -> str:
    sizes = sorted(game.table_sizes)
    requested = request.args.get("seats", "")
    usual_size = 4 if 4 in sizes else sizes[0]  # noqa: PLR2004 - most tables
    seats = next((size for size in sizes if str(size) == requested), usual_size)
    presets = preset_choices(game, seats)
    # The preset of this slug, else the first one. The options in the address replace those of the preset.
    preset = chosen_preset(presets, request.args.get("preset"))
    chosen = options = options_in_address(game, request.args)
    if preset is not None:
        options = preset.options | options
    # Raises for rules that this number of players cannot use.
    try:
        sheet = blank_sheet(game, options, seats)
    except ImpossibleError:
        abort(404)
    return render_template(
        "transfer/print/blank.html",
        game=game,
        games=GAMES,
        game_text=PAGES[game.slug].text,
        sheet=sheet,
        sizes=sizes,
        seats=seats,
        presets=presets,
        preset=preset,
        # The options of the address, so that the form sends them again.
        hidden_fields={name: request.args[name] for name in chosen},
    )
