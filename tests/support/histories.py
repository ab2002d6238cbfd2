"""Carnets with everything that can happen: every game, cards, corrections, undone, deleted or abandoned parties."""

from __future__ import annotations

import datetime as dt
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from record.evening import Evening
from record.table import CONTEXTS, DEALERS, LEADERS, PLAYS
from support.totals import keep_points_only

from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.carnet import carnets, debts, decisions, kept_questions, merges
from scorekeeper.record.carnet.regrouping import move_partie, undo_regrouping
from scorekeeper.record.database import writing
from scorekeeper.record.models import StakePer
from scorekeeper.record.partie import journal
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.record.models import Partie
    from scorekeeper.record.partie.table import OpenTable

    Act = Callable[[OpenTable, random.Random], object]

SEATS = {
    "hearts": ("Anne", "Luc", "Zoé", "Maxence"),
    "spades": ("Zoé", "Anne", "Inès", "Luc"),
    "piquet": ("Luc", "Inès"),
}


def fill_at_random(evening: Evening, seed: int, most: int = 8) -> None:
    """Fill a carnet at random, by a seed: parties of each game, one by totals, every action."""
    chance = random.Random(seed)
    for game, names in SEATS.items():
        partie = evening.partie(*names, game=game, dealer=DEALERS[game])
        for _ in range(chance.randrange(1, most)):
            _do(evening, partie, chance.choice(ACTS), chance)
        with writing():
            decisions.log_decision(partie, "T-5", chance.choice((None, "revoke")), "On redonne", evening.access)
            kept_questions.keep_question(evening.carnet, game, f"Qui paie {chance.choice(('le café', 'la tournée'))} ?")
            carnets.save_preset(evening.carnet, game, "Chez nous", len(names), {})
    with writing():
        old_soiree = carnets.open_soiree(evening.carnet, dt.date(2019, 5, 12), "")
        players = [evening.player(name) for name in SEATS["hearts"]]
        old = journal.start_partie(old_soiree, "hearts", players, {}, 0, evening.access)
    with evening.table(old) as table:
        keep_points_only(table, [chance.randrange(27) for _name in SEATS["hearts"]], [26] * 4)
    with writing():
        other_soiree = carnets.open_soiree(evening.carnet, dt.date(2026, 11, 22), "")
        carnets.edit_soiree(other_soiree, 1, other_soiree.held_on, "à la Marine", "Zoé rit")
    with evening.table(partie) as table:
        moved = move_partie(table.partie, other_soiree, evening.access)
    if chance.random() < 0.5:
        with suppress(RefusedError), writing():
            undo_regrouping(moved, evening.access)
    _merge_some(evening, chance)
    with writing():
        if chance.random() < 0.5:
            debts.set_stake(evening.soiree, chance.choice(list(StakePer)), chance.randrange(1, 500), "CHF")
        debts.set_stake(other_soiree, chance.choice((None, *StakePer)), 20)
        carnets.retire_player(evening.player("Inès"))
        chance.choice((carnets.delete_soiree, carnets.restore_soiree))(evening.soiree)


def _merge_some(evening: Evening, chance: random.Random) -> None:
    """Merge some players, one after another, and perhaps undo one merge."""
    twins = ("Zoe", "Zoé B", "Zo")
    for name in twins:
        evening.partie(name, "Luc", "Maxence", dealer=0)
    _merge(evening, *chance.sample(twins, 2))
    _merge(evening, "Zoé", chance.choice(twins))
    done = merges.latest_merge(evening.player("Zoé"))
    if done is not None and chance.random() < 0.5:
        with writing():
            merges.undo_merge(evening.player("Zoé"), done.name)


def _merge(evening: Evening, target: str, other: str) -> None:
    """Merge two players, unless one of them was merged before."""
    known = {player.name: player for player in evening.carnet.players}
    if other in known:
        with writing():
            merges.merge_players(known[target], known[other], evening.access)


def _do(evening: Evening, partie: Partie, act: Act, chance: random.Random) -> None:
    """Carry out the action, if it is possible and allowed."""
    with suppress(RefusedError, ImpossibleError, IndexError), evening.table(partie) as table:
        act(table, chance)


def _record(table: OpenTable, chance: random.Random) -> None:
    facts = dict(PAGES[table.partie.game].sample(table.scored, chance))
    if chance.random() < 0.3:
        facts["penalties"] = [{"side": 0, "points": chance.randrange(-9, 10), "reason": "renonce\nde trop"}]
    table.record(facts, chance.choice(("", "Zoé rit", "=1+1")))


def _correct(table: OpenTable, chance: random.Random) -> None:
    table.correct(chance.choice(table.scored.manches), PAGES[table.partie.game].sample(table.scored, chance), "")


def _play(table: OpenTable, _chance: random.Random) -> None:
    """Play the next card of a recorded deal."""
    game = table.partie.game
    if table.scored.current.cards is None:
        if CONTEXTS[game]:
            bids = {name: value for name, value in CONTEXTS[game].items() if name == "bids"}
            table.set_context(bids or CONTEXTS[game])
        table.begin_cards(LEADERS[game])
        return
    played = len(table.scored.current.cards.plays)
    table.play(PLAYS[game][played])


def _replace(table: OpenTable, chance: random.Random) -> None:
    coming = chance.choice(table.partie.soiree.carnet.players)
    table.replace_player(chance.randrange(2), coming, counts_for_former=chance.random() < 0.3)


def _rules(table: OpenTable, chance: random.Random) -> None:
    table.change_rules({"revoke": chance.choice((0, 5))} if table.partie.game == "hearts" else {})


ACTS: tuple[Act, ...] = (
    *(_record,) * 4,
    *(_play,) * 3,
    _correct,
    _rules,
    lambda table, chance: table.delete(chance.choice(table.scored.manches)),
    lambda table, chance: table.restore(chance.choice(table.scored.removed_manches)),
    lambda table, chance: table.change_dealer(chance.randrange(2), from_first=chance.random() < 0.5),
    lambda table, chance: table.change_order([0, 3, 2, 1][: table.scored.seats] if chance.random() < 0.5 else [0, 1]),
    lambda table, _: table.undo_repair(),
    lambda table, _: table.exchange_names(0, 1),
    *(_replace,) * 2,
    lambda table, chance: table.undo_replacement(chance.randrange(2)),
    lambda table, _: table.undo(),
    lambda table, _: table.abandon(),
    lambda table, _: table.reopen(),
    lambda table, _: table.delete_partie(),
)
