"""A carnet with rows of every kind, and every address of the app with their ids."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from record.evening import penalty
from web.playing import lead, play_quickly, tap
from web.visitor import HAND, Table, Visitor, hearts

from scorekeeper.record.carnet import carnets, decisions, kept_questions, merges
from scorekeeper.record.carnet.regrouping import join_soirees
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Manche, Partie, Player, Role, Soiree
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.sharing import accesses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

UNDER_A_CARNET = "/c/<carnet_key>"


@dataclass(frozen=True)
class Full:
    """The parties of such a carnet, and its ids by the names of the arguments of addresses."""

    table: Table
    ids: dict[str, Any]
    spades: Table
    piquet: Table
    cards: Table


def furnish(visitor: Visitor) -> Full:
    """Fill a carnet: a partie with a penalty, a correction and an undone manche, saved rules, a retired player.

    The cards of its first manche were entered first; another partie has played cards, one of them irregular.
    """
    bidding = visitor.set_table(game="spades")
    visitor.press(bidding.partie, "/begin", {"bid": "3"})
    counting = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.call(counting, {"point": "1", "point_cards": "5"})
    playing = visitor.set_table()
    lead(visitor, playing, 0)
    play_quickly(visitor, playing, ["KD", "3C", "AC", "5C", "4C"])
    tap(visitor, playing, "6C", stand="1")
    play_quickly(visitor, playing, ["7S", "8C"])
    table = visitor.set_table()
    lead(visitor, table, 0)
    play_quickly(visitor, table, ["AC", "KC", "QC", "10D"])
    visitor.record(table, {**HAND, "note": "Zoé rit"})
    visitor.record(table, hearts(0, 0, 3, 10, queen=3))
    with visitor.app.app_context():
        partie = db.session.get_one(Partie, table.partie_id)
        with writing():
            facts = {"points": [5, 4, 16, 1], **penalty(0, 5)}
            with open_partie(partie, None, visitor.access()) as opened:
                manche = opened.record(facts, "")
            with open_partie(partie, None, visitor.access()) as opened:
                opened.undo()
            decision = decisions.log_decision(partie, "DP-12", "revoke", "La manche est annulée", visitor.access())
            question = kept_questions.keep_question(visitor.row(), "hearts", "qui paie le café")
            player = db.session.get_one(Player, table.players["Anne"])
            preset = carnets.save_preset(visitor.row(), "hearts", "Chez nous", 4, {"limit": 50})
            carnets.retire_player(carnets.add_player(visitor.row(), "Inès"))
            other = carnets.open_soiree(visitor.row(), dt.date(2026, 11, 20), "")
            joined = join_soirees(db.session.get_one(Soiree, playing.soiree_id), other, visitor.access())
            merges.merge_players(player, carnets.add_player(visitor.row(), "Ana"), visitor.access())
            first = partie.manches[0]
            invitation, _ = accesses.invite(visitor.row(), Role.SPECTATEUR)
            join_carnet = accesses.accept_invitation(invitation, accesses.Joiner("Mamie"))
        ids = {
            "carnet_key": visitor.key,
            "theme": "night",
            "player_id": table.players["Anne"],
            "other_id": table.players["Luc"],
            "soiree_id": table.soiree_id,
            "partie_id": table.partie_id,
            "manche_id": first.id,
            "preset_id": preset.id,
            "version": first.version,
            "seat": 0,
            "code": "en",
            "name": "DP-17",
            "slug": "hearts",
            "game": "piquet",
            "moment": "count",
            "key": "volte",
            "number": "DP-22",
            "decision_id": decision.id,
            "question_id": question.id,
            "tool": "cards",
            "month": "2026-11",
            "year": "2026",
            "regrouping_id": joined.id,
            "invitation_id": invitation.id,
            "access_id": join_carnet.id,
        }
        assert db.session.get_one(Manche, manche.id).taken_back
    return Full(table, ids, bidding, counting, playing)


def _undecided(endpoint: str, arguments: set[str]) -> dict[str, str]:
    """Return the disputed case or the article of a decision, which must not have a house rule."""
    undecided = {"key": "revoke", "number": "T-5"} if endpoint == "partie_rules.decide" else {}
    return {name: value for name, value in undecided.items() if name in arguments}


def addresses(app: Flask, method: str, ids: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each URL rule of this method with an address of it, except static files."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or set()) and rule.endpoint != "static":
            chosen = {**{name: ids[name] for name in rule.arguments}, **_undecided(rule.endpoint, rule.arguments)}
            yield rule.rule, adapter.build(rule.endpoint, chosen, method=method, append_unknown=False)
