"""Seating of a new partie: its players in order, and its game.

A *partie* is a game played to its end, a *soirée* an evening of parties, a *carnet* the notebook of a group of players.
A game is named by its *slug*, a text for addresses. A *family* is a game without a name of its own, such as a score
sheet: the players name theirs first. A *preset* is a set of house rules under a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, g, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.carnet.habits import SeatedTable
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.read_models.evenings import is_past
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.core.numbers import whole_number
from scorekeeper.web.flow.access import current_carnet, soiree_or_404
from scorekeeper.web.flow.notices import flash_beginning, soiree_notices
from scorekeeper.web.flow.posting import Answer, Refusal, carries_out_form
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.forms.presets import chosen_preset, preset_choices
from scorekeeper.web.games import PAGES
from scorekeeper.web.table.naming import naming_page
from scorekeeper.web.text.house_rules import sizes_text, team_names

bp = Blueprint("seating", __name__, url_prefix="/soirees/<id:soiree_id>/table")
MOST_SEATS = 8


@bp.get("", endpoint="seats")
def show_seats(soiree_id: int) -> Response | Answer | str:
    """Show the players to tap in seating order; if the address has the id of a partie as `same`, seat its players.

    A game without a name is named first.
    """
    soiree = soiree_or_404(soiree_id)
    family = request.args.get("game", "")
    # `PAGES` has the texts and forms of each game. `ask_name` is the function that makes the slug of a family's game
    # from the name that was typed; None for a game that has a name.
    if (ask_name := PAGES[family].ask_name) is not None:
        # `g.access` is the right of this browser to the carnet. `played` has the games of this family that the carnet
        # has played: by the slug of each, its latest house rules.
        played = habits.games_of_family(g.access.carnet, family)
        ids = request.args.getlist("seat")
        # The page leads back to this one, with the game and the players already seated in the address.
        return naming_page(family, ask_name, partial(url_for, "seating.seats", soiree_id=soiree_id, seat=ids), played)
    # A text that is no id is ignored.
    same_id = whole_number(request.args.get("same"))
    same_table = None
    if same_id is not None:
        same_table = habits.last_table(g.access.carnet, same_id)
    return _seats_page(soiree, None, same_table)


def error_sentence(error: ImpossibleError, **_values: object) -> str:
    """Return the sentence of an error of the chosen game, with the names of the seated players.

    `carries_out_form` calls it, with the arguments of the view, which are not needed.
    """
    return PAGES[chosen_game().slug].text.error_sentence(error, [player.name for player in known_seated_players()])


def chosen_game() -> AnyGame:
    """Return the game named in the address or form, else the first one."""
    return GAMES.get(request.values.get("game", ""), next(iter(GAMES.values())))


def game_to_start(slug: str) -> AnyGame:
    """Return the game of a new partie. Raises `RefusedError` if no game has this slug, or it has no name yet."""
    if slug not in GAMES or PAGES[slug].ask_name is not None:
        sentence = _("Ce jeu n’existe pas ici, ou n’a pas encore de nom : choisissez le jeu.")
        raise RefusedError("not_understood", field="game", sentence=sentence)
    return GAMES[slug]


def _seats_page(soiree: Soiree, refusal: Refusal | None, same_table: SeatedTable | None = None) -> str:
    # The game and the players of the partie begun last: one button seats them again.
    last_table = same_table or habits.last_table(g.access.carnet)
    # A player is seated once, even if the address has the player twice.
    chosen = list(dict.fromkeys(known_seated_players()))
    if same_table is not None:
        chosen = list(same_table.players)
    game = _game_to_play(len(chosen), last_table)
    same_players: Sequence[Player] = ()
    if last_table is not None:
        same_players = last_table.players[: max(game.table_sizes)]
    options = preset_options(game, len(chosen), request.args.get("preset"))
    return render_template(
        "table/setup/seats.html",
        soiree=soiree,
        is_past=is_past(soiree),
        notices=soiree_notices(),
        game=game,
        games=GAMES.values(),
        chosen=chosen,
        same_players=same_players,
        # « Anne & Zoé » for each team; empty in a game without teams.
        teams=team_names(game, options, [player.name for player in chosen]),
        others=[player for player in habits.frequent_players(g.access.carnet) if player not in chosen],
        form=PlayerForm(),
        refusal=refusal,
        # The numbers of players of this game, and how many are missing.
        wrong_size=wrong_size_sentence(game, len(chosen)),
        # Whether the partie can start, whether any game is for this number of players, and whether the table is full.
        ready=len(chosen) in game.table_sizes,
        playable=any(len(chosen) in playable.table_sizes for playable in GAMES.values()),
        full=len(chosen) >= max(game.table_sizes),
    )


# `carries_out_form` gives the function the soirée of the address, and redirects to the address that it returns. If the
# function raises an error, nothing is stored, and `_seats_page` shows its sentence.
@bp.post("")
@carries_out_form(_seats_page, error_sentence=error_sentence, soiree=soiree_or_404)
def add_player(soiree: Soiree) -> str:
    """Seat the player with the typed name, created if new; then show the rules or start the partie, if requested."""
    form = PlayerForm()
    players = seated_players()
    slug = request.form.get("game")
    # `go` starts the partie and `rules` shows the rules. Both also seat a name that was typed but not added.
    # If neither was pressed, it was the button that adds the name.
    adds_only = not {"go", "rules"} & {*request.form}
    if adds_only or (form.name.data or "").strip():
        # Raises for the name of a player who is seated already.
        players.append(carnets.player_to_seat(current_carnet(), form.name.data or "", players))
    if "go" in request.form:
        return _start(soiree, game_to_start(slug or ""), players)
    next_page = "seating.seats"
    if "rules" in request.form:
        next_page = "tables.rules"
    # `url_for` omits an argument that is None.
    if slug not in GAMES:
        slug = None
    ids = [player.id for player in players]
    return url_for(next_page, soiree_id=soiree.id, seat=ids, game=slug, preset=request.args.get("preset"))


def known_seated_players() -> list[Player]:
    """Return the players in the order of the address or form, without unknown ids."""
    # By the text of their ids, so that a text that is no number is simply not found.
    players = {str(player.id): player for player in current_carnet().players}
    return [players[text] for text in request.values.getlist("seat")[:MOST_SEATS] if text in players]


def seated_players() -> list[Player]:
    """Return the players in the order of the address or form. Raises `RefusedError` for an unknown id."""
    players = known_seated_players()
    if len(players) != len(request.values.getlist("seat")):
        raise RefusedError("not_understood", field="players", sentence=_("Un des joueurs n’est pas de ce carnet."))
    return players


def refuse_wrong_size(game: AnyGame, count: int) -> None:
    """Raise `RefusedError` when the game is not for this number of players."""
    if count not in game.table_sizes:
        raise RefusedError("not_understood", field="players", sentence=wrong_size_sentence(game, count))


def wrong_size_sentence(game: AnyGame, count: int) -> str:
    """Return the sentence for a wrong number of players: the possible numbers, and how many are missing or seated."""
    details = {"game": PAGES[game.slug].text.NAME, "sizes": sizes_text(game)}
    missing = min(game.table_sizes) - count
    if not count:
        return _("%(game)s : %(sizes)s joueurs.", **details)
    if missing > 0:
        return ngettext(
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            missing,
            **details,
        )
    return _("%(game)s : %(sizes)s joueurs ; vous êtes %(count)s.", **details, count=count)


def _start(soiree: Soiree, game: AnyGame, players: list[Player]) -> str:
    """Start the partie with the usual rules and a drawn dealer, and return its address."""
    refuse_wrong_size(game, len(players))
    options = preset_options(game, len(players), request.args.get("preset"))
    # Without a first dealer, None, a seat is drawn.
    partie = journal.start_partie(soiree, game.slug, players, options, None, g.access)
    flash_beginning(partie)
    return url_for("parties.show", partie_id=partie.id)


def preset_options(game: AnyGame, count: int, slug: str | None) -> dict[str, Any]:
    """Return the house rules of the chosen preset for this number of players, {} without presets."""
    # The preset of this slug, else the first one.
    preset = chosen_preset(preset_choices(game, count), slug)
    if preset is None:
        return {}
    return preset.options


def _game_to_play(count: int, last_table: SeatedTable | None) -> AnyGame:
    """Return the requested game; else the game of the last table if it is for `count` players, or another that is.

    With `other` in the address, return a game that is not the one named there.
    """
    requested = GAMES.get(request.values.get("game", ""))
    if requested is not None:
        return requested
    # A game without a name is only played when it is requested.
    games = [game for game in GAMES.values() if PAGES[game.slug].ask_name is None]
    # Those for `count` players; all if no player is seated yet, or if no game is for so large a table.
    fitting = [game for game in games if not count or count in game.table_sizes] or games
    if "other" in request.args:
        return next((game for game in fitting if game.slug != request.args["other"]), fitting[0])
    # The game of the last table if it is one of them, else the first one.
    return next((game for game in fitting if last_table is not None and game.slug == last_table.game), fitting[0])
