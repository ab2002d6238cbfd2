"""Seating of a new partie: its players in order, and its game."""

from __future__ import annotations

import re

from flask import Blueprint, g, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets, habits
from scorekeeper.record.carnet.habits import SeatedTable
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.core.security import RowId
from scorekeeper.web.flow.access import current_access, soiree_or_404
from scorekeeper.web.flow.posting import Refusal, carried_out
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.forms.presets import chosen_preset, preset_choices
from scorekeeper.web.games import PAGES
from scorekeeper.web.text.house_rules import sizes, teams

bp = Blueprint("seating", __name__, url_prefix="/soirees/<id:soiree_id>/table")
MOST_SEATS = 8
_ROW = re.compile(RowId.regex)


@bp.get("")
def seats(soiree_id: int) -> str:
    """Show the players to tap in seating order; `same` in the address seats the players of that partie."""
    soiree = soiree_or_404(soiree_id)
    partie_id = _ROW.fullmatch(request.args.get("same", ""))
    same = habits.last_table(g.carnet, int(partie_id[0])) if partie_id else None
    return _seats(soiree, PlayerForm(formdata=None), None, same)


def error_sentences(error: ImpossibleError, **_values: object) -> str:
    """Return the sentence of an error of the game in the form, with the names of the seated players."""
    return PAGES[chosen_game().slug].words.fault(error, [player.name for player in known_seated()])


def chosen_game() -> AnyGame:
    """Return the game named in the address or form, else the first one."""
    return GAMES.get(request.values.get("game", ""), next(iter(GAMES.values())))


@bp.post("")
@carried_out(lambda refusal, soiree: _seats(soiree, PlayerForm(), refusal), words=error_sentences, soiree=soiree_or_404)
def add_player(soiree: Soiree) -> str:
    """Seat the player with the typed name, created if unknown; then show the rules or start the partie if requested."""
    form = PlayerForm()
    game = GAMES.get(request.form.get("game", ""))
    players = seated()
    if (form.name.data or "").strip() or not (form.go.data or "rules" in request.form):
        players.append(carnets.player_to_seat(g.carnet, form.name.data or "", players))
    if form.go.data and game is not None:
        return _start(soiree, game, players)
    to = "tables.rules" if "rules" in request.form else "seating.seats"
    slug = None if game is None else game.slug
    return url_for(to, soiree_id=soiree.id, seat=[player.id for player in players], game=slug)


def known_seated() -> list[Player]:
    """Return the players in the order of the address or form, without unknown ids."""
    known = {str(player.id): player for player in g.carnet.players}
    return [known[text] for text in request.values.getlist("seat")[:MOST_SEATS] if text in known]


def seated() -> list[Player]:
    """Return the players in the order of the address or form. Raises `RefusedError` for an unknown id."""
    players = known_seated()
    if len(players) != len(request.values.getlist("seat")):
        raise RefusedError("not_understood", field="players", sentence=_("Un des joueurs n’est pas de ce carnet."))
    return players


def refuse_size(game: AnyGame, count: int) -> None:
    """Raise `RefusedError` when the game is not for this number of players."""
    if count not in game.table_sizes:
        raise RefusedError("not_understood", field="players", sentence=wrong_size(game, count))


def wrong_size(game: AnyGame, count: int) -> str:
    """Return the sentence for a wrong number of players: the possible numbers, and how many are missing or seated."""
    figures = {"game": PAGES[game.slug].words.NAME, "sizes": sizes(game)}
    missing = min(game.table_sizes) - count
    if not count:
        return _("%(game)s : %(sizes)s joueurs.", **figures)
    if missing > 0:
        return ngettext(
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            missing,
            **figures,
        )
    return _("%(game)s : %(sizes)s joueurs ; vous êtes %(count)s.", **figures, count=count)


def _start(soiree: Soiree, game: AnyGame, players: list[Player]) -> str:
    """Start the partie with the usual rules and a drawn dealer, and return its address."""
    refuse_size(game, len(players))
    preset = chosen_preset(preset_choices(game, len(players)), None)
    partie = journal.start_partie(soiree, game.slug, players, preset.options if preset else {}, None, current_access())
    return url_for("parties.show", partie_id=partie.id)


def _seats(soiree: Soiree, form: PlayerForm, refusal: Refusal | None, same: SeatedTable | None = None) -> str:
    last = same or habits.last_table(g.carnet)
    chosen = list(same.players if same else dict.fromkeys(known_seated()))
    game = _game(len(chosen), last)
    preset = chosen_preset(preset_choices(game, len(chosen)), None)
    return render_template(
        "table/setup/seats.html",
        soiree=soiree,
        game=game,
        games=GAMES.values(),
        chosen=chosen,
        last=last,
        teams=teams(game, preset.options if preset else {}, [player.name for player in chosen]),
        others=[player for player in habits.frequent_players(g.carnet) if player not in chosen],
        form=form,
        refusal=refusal,
        wrong_size=wrong_size(game, len(chosen)),
        ready=len(chosen) in game.table_sizes,
        playable=any(len(chosen) in known.table_sizes for known in GAMES.values()),
        full=len(chosen) >= max(game.table_sizes),
    )


def _game(count: int, last: SeatedTable | None) -> AnyGame:
    """Return the requested game, else the last one played (with `other`, not that one), for `count` players."""
    requested = GAMES.get(request.values.get("game", ""))
    if requested is not None:
        return requested
    every = list(GAMES.values())
    fitting = [game for game in every if not count or count in game.table_sizes] or every
    if "other" in request.args:
        return next((game for game in fitting if game.slug != request.args["other"]), fitting[0])
    return next((game for game in fitting if last is not None and game.slug == last.game), fitting[0])
