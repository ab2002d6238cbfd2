"""Who sits where: the players of a partie to come, in order, and the game they will play."""

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
    """Tap the players in seating order; those of the partie named by `same` sit already."""
    soiree = soiree_or_404(soiree_id)
    named = _ROW.fullmatch(request.args.get("same", ""))
    same = habits.last_table(g.carnet, int(named[0])) if named else None
    return _seats(soiree, PlayerForm(formdata=None), None, same)


def fault_words(error: ImpossibleError, **_values: object) -> str:
    """The sentence of a fault of the game that the form names, with the names of those seated."""
    return PAGES[chosen_game().slug].words.fault(error, [player.name for player in known_seated()])


def chosen_game() -> AnyGame:
    """The game that the address or form names, else the first one."""
    return GAMES.get(request.values.get("game", ""), next(iter(GAMES.values())))


@bp.post("")
@carried_out(lambda refusal, soiree: _seats(soiree, PlayerForm(), refusal), words=fault_words, soiree=soiree_or_404)
def add_player(soiree: Soiree) -> str:
    """Seat the player whose name was typed, a new one if need be; then go on to the rules or the partie if asked."""
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
    """The players in the order of the address or form; an id that is nobody's here is passed over."""
    known = {str(player.id): player for player in g.carnet.players}
    return [known[text] for text in request.values.getlist("seat")[:MOST_SEATS] if text in known]


def seated() -> list[Player]:
    """The players in order. Raises `RefusedError` for one who is unknown."""
    players = known_seated()
    if len(players) != len(request.values.getlist("seat")):
        raise RefusedError("not_understood", field="players", sentence=_("Un des joueurs n’est pas de ce carnet."))
    return players


def refuse_size(game: AnyGame, count: int) -> None:
    """Raise `RefusedError` when this game is not for so many players."""
    if count not in game.table_sizes:
        raise RefusedError("not_understood", field="players", sentence=wrong_size(game, count))


def wrong_size(game: AnyGame, count: int) -> str:
    """Say how many play this game, and how many are missing or too many."""
    said = {"game": PAGES[game.slug].words.NAME, "sizes": sizes(game)}
    missing = min(game.table_sizes) - count
    if not count:
        return _("%(game)s : %(sizes)s joueurs.", **said)
    if missing > 0:
        return ngettext(
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            "%(game)s : %(sizes)s joueurs ; il en manque %(num)d.",
            missing,
            **said,
        )
    return _("%(game)s : %(sizes)s joueurs ; vous êtes %(count)s.", **said, count=count)


def _start(soiree: Soiree, game: AnyGame, players: list[Player]) -> str:
    """Start the partie by the usual rules, the first dealer drawn, and give its address."""
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
        others=[player for player in habits.players_by_habit(g.carnet) if player not in chosen],
        form=form,
        refusal=refusal,
        wrong_size=wrong_size(game, len(chosen)),
        ready=len(chosen) in game.table_sizes,
        playable=any(len(chosen) in one.table_sizes for one in GAMES.values()),
        full=len(chosen) >= max(game.table_sizes),
    )


def _game(count: int, last: SeatedTable | None) -> AnyGame:
    """The game asked for; else another than the one just played, or the one played last, if it suits so many."""
    named = GAMES.get(request.values.get("game", ""))
    if named is not None:
        return named
    known = list(GAMES.values())
    fitting = [game for game in known if not count or count in game.table_sizes] or known
    if "other" in request.args:
        return next((game for game in fitting if game.slug != request.args["other"]), fitting[0])
    return next((game for game in fitting if last is not None and game.slug == last.game), fitting[0])
