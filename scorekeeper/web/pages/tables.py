"""Setting the table: who sits where, under which house rules, who deals first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record import carnets, journal
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.access import preset_or_404, soiree_or_404, writer
from scorekeeper.web.forms import PlayerForm
from scorekeeper.web.forms.options import complete_options, option_fields, sent_options, typed_options
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.contract import Cut
from scorekeeper.web.i18n import gettext as _
from scorekeeper.web.posting import Answer, FaultSentence, Refusal, carry_out
from scorekeeper.web.words.house_rules import house_rules

bp = Blueprint("tables", __name__, url_prefix="/soirees/<id:soiree_id>")
_MOST_SEATS = 8


@dataclass(frozen=True)
class PresetChoice:
    """A set of house rules to choose from: its slug in addresses, its name, what it changes, its options."""

    slug: str
    name: str
    line: str
    options: dict[str, Any]
    saved_id: int | None = None


@bp.get("/table")
def seats(soiree_id: int) -> str:
    """Tap the players in seating order."""
    return _seats(soiree_or_404(soiree_id), PlayerForm(formdata=None), None)


@bp.post("/table")
def add_player(soiree_id: int) -> Response | Answer:
    """Seat the player of that name, a new one if need be; or go on to the rules, unless a name was typed."""
    soiree = soiree_or_404(soiree_id)
    form = PlayerForm()

    def act() -> str:
        seated = _seated()
        ids = [player.id for player in seated]
        if form.go.data and not (form.name.data or "").strip():
            return url_for("tables.rules", soiree_id=soiree.id, seat=ids)
        player = carnets.player_to_seat(g.carnet, form.name.data or "", seated)
        return url_for("tables.seats", soiree_id=soiree.id, seat=[*ids, player.id])

    return carry_out(act, lambda refusal: _seats(soiree, form, refusal))


@bp.get("/rules")
def rules(soiree_id: int) -> str:
    """Choose the game, its house rules and the first dealer."""
    return _rules(soiree_or_404(soiree_id), None)


@bp.post("/rules")
def start(soiree_id: int) -> Response | Answer:
    """Start the partie, or show other house rules before."""
    soiree = soiree_or_404(soiree_id)
    game = _game()
    if "choose" in request.form or "cut" in request.form:
        return make_response(_rules(soiree, None), {"HX-Push-Url": "false"})

    def act() -> str:
        partie = journal.start_partie(
            soiree, game.slug, _seated(), sent_options(game, request.form), _dealer(), writer(), side_names()
        )
        return url_for("parties.show", partie_id=partie.id)

    return carry_out(act, lambda refusal: _rules(soiree, refusal), _words(game))


@bp.post("/presets")
def save_preset(soiree_id: int) -> Response | Answer:
    """Keep these house rules under a name."""
    soiree = soiree_or_404(soiree_id)
    game = _game()

    def act() -> str:
        players = _seated()
        options = game.write_options(game.read_options(sent_options(game, request.form), len(players)))
        preset = carnets.save_preset(g.carnet, game.slug, request.form.get("preset_name", ""), len(players), options)
        return _rules_address(soiree, game, players, f"own-{preset.id}")

    return carry_out(act, lambda refusal: _rules(soiree, refusal), _words(game))


@bp.post("/presets/<id:preset_id>/delete")
def delete_preset(soiree_id: int, preset_id: int) -> Response | Answer:
    """Forget house rules of one's own."""
    soiree = soiree_or_404(soiree_id)
    game = _game()
    players = _known_seated()

    def act() -> str:
        carnets.delete_preset(preset_or_404(preset_id))
        return _rules_address(soiree, game, players, None)

    return carry_out(act, lambda refusal: _rules(soiree, refusal), _words(game))


def _rules_address(soiree: Soiree, game: AnyGame, players: list[Player], preset: str | None) -> str:
    ids = [player.id for player in players]
    return url_for("tables.rules", soiree_id=soiree.id, seat=ids, game=game.slug, preset=preset, dealer=_dealer())


def _words(game: AnyGame) -> FaultSentence:
    def words(error: ImpossibleError) -> str:
        return PAGES[game.slug].words.fault(error, [player.name for player in _known_seated()])

    return words


def _known_seated() -> list[Player]:
    """The players in the order of the address or form; an id that is nobody's here is passed over."""
    known = {str(player.id): player for player in g.carnet.players}
    return [known[text] for text in request.values.getlist("seat")[:_MOST_SEATS] if text in known]


def _seated() -> list[Player]:
    """The players in order. Raises `RefusedError` for one that is unknown or sits twice."""
    asked = request.values.getlist("seat")
    seated = _known_seated()
    if len(seated) != len(asked):
        raise RefusedError("not_understood", field="players", sentence=_("Un des joueurs n’est pas de ce carnet."))
    return seated


def _game() -> AnyGame:
    slug = request.values.get("game", "")
    return GAMES.get(slug, next(iter(GAMES.values())))


def _dealer() -> int | None:
    text = request.form.get("dealer", "draw")
    if text == "draw":
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise RefusedError("no_such_seat", field="dealer")
    return int(text)


def _seats(soiree: Soiree, form: PlayerForm, refusal: Refusal | None) -> str:
    chosen = list(dict.fromkeys(_known_seated()))
    others = [player for player in carnets.players_by_habit(g.carnet) if player not in chosen]
    sizes = sorted(set().union(*(game.table_sizes for game in GAMES.values())))
    return render_template(
        "tables/seats.html",
        soiree=soiree,
        chosen=chosen,
        others=others,
        form=form,
        refusal=refusal,
        sizes=sizes,
        ready=len(chosen) in sizes,
        full=len(chosen) >= max(sizes),
    )


def _rules(soiree: Soiree, refusal: Refusal | None) -> str:
    game = _game()
    players = _known_seated()
    games = [known for known in GAMES.values() if len(players) in known.table_sizes]
    if refusal is None and game not in games:
        game = games[0] if games else game
    pages = PAGES[game.slug]
    presets = _presets(game, len(players))
    wanted = request.form.get("choose") or request.values.get("preset")
    preset = next((choice for choice in presets if choice.slug == wanted), presets[0] if presets else None)
    values = typed_options(game, request.form) if refusal is not None or "cut" in request.form else {}
    cut = None
    if pages.cut is not None and "cut" in request.form:
        cut = pages.cut(request.form, [player.name for player in players])
    values = values or complete_options(game, preset.options if preset else {}, len(players))
    return render_template(
        "tables/rules.html",
        soiree=soiree,
        game=game,
        games=games,
        players=players,
        presets=presets,
        preset=preset,
        fields=option_fields(game, values),
        pages=pages,
        words=pages.words,
        dealer=_dealer_shown(cut),
        cut=cut,
        teams=_teams(game, values, players),
        refusal=refusal,
        possible=bool(games),
    )


def _dealer_shown(cut: Cut | None) -> str:
    """The dealer ticked: whom the cut gives, nobody when it must be made again, else whoever was chosen."""
    if cut is None:
        return request.values.get("dealer", "draw")
    return "draw" if cut.dealer is None else str(cut.dealer)


def side_names() -> list[str]:
    """The names typed for the teams."""
    return request.form.getlist("side_name")[:_MOST_SEATS]


def _teams(game: AnyGame, values: dict[str, Any], players: list[Player]) -> list[tuple[str, str]]:
    """For each team, « Anne & Zoé » and the name typed for it; nothing when everybody plays alone."""
    try:
        side_of = game.sides(game.read_options(values, len(players)), len(players))
    except ImpossibleError:
        return []
    if len(set(side_of)) == len(players):
        return []
    typed = [*side_names(), *[""] * len(players)]
    groups = [
        [player.name for seat, player in enumerate(players) if side_of[seat] == side] for side in sorted(set(side_of))
    ]
    return [(" & ".join(group), typed[side]) for side, group in enumerate(groups)]


def _presets(game: AnyGame, seats: int) -> list[PresetChoice]:
    texts = house_rules(game).presets
    built_in = [
        PresetChoice(preset.slug, texts[preset.slug].name, texts[preset.slug].line, dict(preset.options))
        for preset in game.presets
        if seats in preset.seats
    ]
    own = [
        PresetChoice(
            f"own-{saved.id}", saved.name, _("Vos règles, enregistrées dans ce carnet."), saved.options, saved.id
        )
        for saved in g.carnet.presets
        if saved.game == game.slug and saved.seats == seats
    ]
    return [*built_in, *own]
