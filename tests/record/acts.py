"""The random acts of the histories: one list for a table, one for a carnet, each a small function of random draws.

An act of a table draws the name of a use case and plain arguments, a manche by its version and a player by name, so
that any implementation of the use cases can carry it out.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from partie.acts import CONTEXTS, LEADERS, PLAYS
from record.evening import play_card
from record.recount import Witness, short_rules
from sqlalchemy import select

from scorekeeper.games import GAMES
from scorekeeper.games.contract import REASON_LENGTH, CardByCard
from scorekeeper.partie.changes import Abandoned, BroughtBack, Removed, Reopened
from scorekeeper.partie.decide import entry, players, sheet, turn
from scorekeeper.record.carnet import anonymity, carnets, debts, decisions, kept_questions, merges, regrouping
from scorekeeper.record.database import db
from scorekeeper.record.models import (
    Change,
    Decision,
    KeptQuestion,
    Merge,
    Partie,
    Player,
    SavedPreset,
    Soiree,
    StakePer,
)
from scorekeeper.record.names import NOTE_LENGTH, PLAYER_LENGTH
from scorekeeper.record.partie.open_partie import OpenPartie, open_partie
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from record.evening import Evening

    from scorekeeper.games.shape import Json
    from scorekeeper.record.models import Manche
    from scorekeeper.record.partie.scored_partie import ScoredPartie

    Call = tuple[str, dict[str, Any]]

RowT = TypeVar("RowT", Merge, SavedPreset, Decision, KeptQuestion)

PLAYERS = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Renée", "Aziz", "Al", "Max", "Zoe")


def a_text(chance: random.Random, longest: int) -> str:
    """Return a text with a name, at times as long as it may be."""
    return chance.choice(("", "Zoé rit\nAl aussi", "Al " * (longest // 3) + "Al"))[:longest].strip()


def facts(scored: ScoredPartie, chance: random.Random) -> Json:
    """Return facts of a manche, some with a penalty."""
    sample = PAGES[scored.game.slug].sample(scored, chance)
    penalty = {"side": 0, "points": chance.randrange(-9, 10), "reason": a_text(chance, REASON_LENGTH) or "renonce"}
    return {**sample, "penalties": [penalty]} if chance.random() < 0.2 else sample


def tied_facts(scored: ScoredPartie, manche: Manche) -> Json:
    """Return the facts of a manche with a penalty that ties the two best sides."""
    totals, (_, best), (_, second) = scored.sheet.totals, *scored.ranking()[:2]
    raised = best if scored.game.lowest_leads else second
    points = abs(totals[best] - totals[second])
    return {**manche.facts, "penalties": [{"side": raised, "points": points, "reason": "renonce"}]}


def pick(chance: random.Random, among: Any) -> Any:  # noqa: ANN401 - an item of any list
    if not among:
        raise RefusedError("nothing_to_undo")
    return chance.choice(among)


def a_seat(scored: ScoredPartie, chance: random.Random) -> int:
    return chance.randrange(scored.seats)


# The acts of a table.


def record(scored: ScoredPartie, chance: random.Random) -> Call:
    return "record", {"facts": facts(scored, chance), "note": a_text(chance, NOTE_LENGTH)}


def record_tie(scored: ScoredPartie, chance: random.Random) -> Call:
    manche = pick(chance, scored.manches[-1:])
    return "correct", {"manche": manche.version, "facts": tied_facts(scored, manche), "note": ""}


def record_cards(scored: ScoredPartie, _chance: random.Random) -> Call:
    return "record", {"facts": scored.current.context or {}, "note": "", "use_case": sheet.record_cards}


def finish_without_cards(scored: ScoredPartie, chance: random.Random) -> Call:
    """Type facts that agree with the context and the cards of the current manche, as far as the draw is lucky."""
    known = {**(scored.current.context or {}), **scored.current.facts_so_far}
    return "record", {"facts": {**facts(scored, chance), **known}, "note": "sans les cartes"}


def correct(scored: ScoredPartie, chance: random.Random) -> Call:
    manche = pick(chance, scored.partie.manches)
    return "correct", {"manche": manche.version, "facts": facts(scored, chance), "note": "autre"}


def correct_to_earlier_version(scored: ScoredPartie, chance: random.Random) -> Call:
    query = select(Change).where(Change.partie_id == scored.partie.id, Change.manche_id.is_not(None))
    changes = db.session.scalars(query.order_by(Change.version))
    earlier = pick(chance, [change for change in changes if change.facts is not None])
    return "correct", {"manche": earlier.manche.version, "facts": earlier.facts, "note": earlier.note}


def delete(scored: ScoredPartie, chance: random.Random) -> Call:
    return "delete", {"manche": pick(chance, scored.partie.manches).version}


def delete_last(scored: ScoredPartie, chance: random.Random) -> Call:
    return "delete", {"manche": pick(chance, scored.manches[-1:]).version}


def restore(scored: ScoredPartie, chance: random.Random) -> Call:
    return "restore", {"manche": pick(chance, scored.removed_manches).version}


def set_context(scored: ScoredPartie, chance: random.Random) -> Call:
    play = scored.game.play
    drawn = {} if play is None else play.write_context(PAGES[scored.game.slug].sample(scored, chance))
    return "set_context", {"facts": chance.choice((drawn, drawn, CONTEXTS.get(scored.game.slug, {}), {}))}


def begin_cards(scored: ScoredPartie, chance: random.Random) -> Call:
    play = scored.game.play
    leaders = (None,) if play is not None and play.leader is not None else (LEADERS.get(scored.game.slug, 0), 0)
    return "begin_cards", {"leader": chance.choice(leaders)}


def _next_cards(scored: ScoredPartie, count: int, chance: random.Random) -> list[str]:
    """Return the next cards of the recorded deal of the game, or others of its pack."""
    played = list(scored.current.require_cards().plays)
    deal = PLAYS.get(scored.game.slug, [])
    following = deal[len(played) :] if deal[: len(played)] == played else sorted({*deal} - {*played}, key=deal.index)
    return (following if chance.random() < 0.8 else chance.sample(following, len(following)))[:count]


def play(scored: ScoredPartie, chance: random.Random) -> Call:
    return "play", {"code": pick(chance, _next_cards(scored, 1, chance))}


def play_many(scored: ScoredPartie, chance: random.Random) -> Call:
    return "play_many", {"codes": _next_cards(scored, chance.choice((4, 12, 52, 52)), chance)}


def note_revoke(scored: ScoredPartie, chance: random.Random) -> Call:
    return "note_revoke", {"code": pick(chance, _next_cards(scored, 1, chance)), "revoked": [a_seat(scored, chance)]}


def take_back(scored: ScoredPartie, chance: random.Random) -> Call:
    return "take_back", {"down_to": chance.choice((None, 0, len(scored.current.require_cards().plays) // 2))}


def replace_card(scored: ScoredPartie, chance: random.Random) -> Call:
    index = chance.randrange(1 + len(scored.current.require_cards().plays))
    return "replace_card", {"index": index, "code": pick(chance, _next_cards(scored, 1, chance))}


def lay_open(scored: ScoredPartie, chance: random.Random) -> Call:
    """Lay open what a seat still plays in the recorded deal."""
    seat, cards = a_seat(scored, chance), scored.current.require_cards()
    whole = scored.current.arbiter(CardByCard(cards.leader, tuple(PLAYS.get(scored.game.slug, ())), order=cards.order))
    left = [one.card.code for one in whole.verdicts[len(cards.plays) :] if one.seat == seat]
    return "lay_open", {"seat": seat, "remaining": left}


def change_rules(scored: ScoredPartie, chance: random.Random) -> Call:
    options = chance.choice(scored.game.presets).options
    names = chance.choice((None, [], ["Nous", "Al & Zoé".ljust(PLAYER_LENGTH, "!")]))
    return "change_rules", {"options": options, "side_names": names}


def end_soon(scored: ScoredPartie, _chance: random.Random) -> Call:
    return "change_rules", {"options": {**scored.partie.options, **short_rules(scored.game)}}


def change_dealer(scored: ScoredPartie, chance: random.Random) -> Call:
    return "change_dealer", {"seat": a_seat(scored, chance), "from_first": chance.random() < 0.3}


def change_order(scored: ScoredPartie, chance: random.Random) -> Call:
    return "change_order", {"seats": [0, *chance.sample(range(1, scored.seats), scored.seats - 1)]}


def exchange_names(scored: ScoredPartie, chance: random.Random) -> Call:
    return "exchange_names", {"first": a_seat(scored, chance), "second": a_seat(scored, chance)}


def replace_player(scored: ScoredPartie, chance: random.Random) -> Call:
    coming, for_former = chance.choice(PLAYERS), chance.random() < 0.3
    return "replace_player", {"seat": a_seat(scored, chance), "coming": coming, "counts_for_former": for_former}


def _replaced_seat(scored: ScoredPartie, chance: random.Random) -> int:
    return int(pick(chance, [seat for seat in range(scored.seats) if len(scored.stays(seat)) > 1]))


def give_back(scored: ScoredPartie, chance: random.Random) -> Call:
    return "give_back", {"seat": _replaced_seat(scored, chance)}


def credit(scored: ScoredPartie, chance: random.Random) -> Call:
    seat = _replaced_seat(scored, chance)
    return "credit", {"seat": seat, "who": chance.choice(scored.state.seats[seat].stays).who}


def whole(name: str) -> Callable[[ScoredPartie, random.Random], Call]:
    """Return an act without arguments."""
    return lambda _scored, _chance: (name, {})


_AFTER_REPLACING = ("give_back", "credit", "exchange_names", "undo", "play_again")
WHOLE = ("undo", "undo", "redo", "clear_cards", "abandon", "reopen", "delete_partie", "restore_partie", "play_again")
_DRAWN = (
    *(record, record_tie, record_cards, finish_without_cards, correct, correct_to_earlier_version),
    *(delete, delete_last, restore, set_context, begin_cards, play, play_many, note_revoke, take_back, replace_card),
    *(lay_open, change_rules, end_soon, change_dealer, change_order, exchange_names),
    *(replace_player, give_back, credit),
)
TABLE_ACTS = {act.__name__: act for act in _DRAWN} | {name: whole(name) for name in WHOLE}
_AT_CARDS = ("play", "note_revoke", "take_back", "replace_card", "lay_open", "clear_cards", "finish_without_cards")
# Acts that are seldom possible by chance, after those that they need; one of each row is drawn.
SCENES = (
    (("set_context",), ("begin_cards",), ("play_many",), _AT_CARDS, ("record_cards", "undo", *_AT_CARDS)),
    (("set_context",), ("begin_cards",), ("lay_open",), ("play_many",), ("record_cards",), ("undo",)),
    (("replace_player",), ("record", "exchange_names"), ("replace_player", "record"), _AFTER_REPLACING, ("record",)),
    (("undo", "delete_last"), ("replace_player",), ("set_context", "undo", "record"), ("record",), ("restore",)),
    (("set_context",), ("record",), ("undo",), ("replace_player",), ("undo", "record"), ("restore", "undo")),
    (("change_dealer", "change_order"), ("undo",), ("redo", "record"), ("undo",)),
    (("undo",), ("undo",), ("undo", *_AT_CARDS), ("redo",), ("redo", "restore"), ("redo",)),
    (("replace_player",), ("give_back",), ("undo", "record"), ("undo",), ("redo",), ("redo", "replace_player")),
)


USE_CASES: dict[str, Any] = {
    name: getattr(module, name)
    for module in (entry, turn, players)
    for name in TABLE_ACTS
    if hasattr(module, name) and not hasattr(OpenPartie, name)
}
CHANGES = {"abandon": Abandoned(), "reopen": Reopened(), "delete_partie": Removed(), "restore_partie": BroughtBack()}


def carry_out(opened: OpenPartie, call: Call, witness: Witness) -> None:
    """Carry out an act on an open table, and let the witness see who comes to it."""
    name, arguments = call
    partie = opened.partie
    if name == "play_many":
        for code in arguments["codes"]:
            play_card(opened, code)
    elif name in {"play", "note_revoke"}:
        play_card(opened, **arguments)
    elif name == "replace_player":
        coming = carnets.player_to_seat(partie.soiree.carnet, arguments["coming"], ())
        opened.replace_player(arguments["seat"], coming, counts_for_former=arguments["counts_for_former"])
        witness.come(partie, coming)
    elif name == "play_again":
        witness.begin(opened.play_again())
    elif name in CHANGES:
        opened.make(CHANGES[name])
    elif name in USE_CASES:
        opened.act(USE_CASES[name], **arguments)
    else:
        rows = {"manche": lambda version: next(one for one in partie.manches if one.version == version)}
        getattr(opened, name)(**{key: rows[key](value) if key in rows else value for key, value in arguments.items()})


# The acts of a carnet.


@dataclass
class World:
    """A carnet with two soirées, by id, their parties, and a witness of who came to their tables."""

    evening: Evening
    soirees: list[int]
    parties: list[int] = field(default_factory=list)
    witness: Witness = field(default_factory=Witness)

    def soiree(self, chance: random.Random) -> Soiree:
        return db.session.get_one(Soiree, chance.choice(self.soirees))

    def partie(self, chance: random.Random) -> Partie:
        return db.session.get_one(Partie, chance.choice(self.parties))

    def player(self, chance: random.Random) -> Player:
        query = select(Player).where(Player.carnet_id == self.evening.carnet.id).order_by(Player.id)
        player: Player = pick(chance, db.session.scalars(query).all())
        return player

    def row(self, kind: type[RowT], chance: random.Random) -> RowT:
        """Return a row of a table of the carnet's own."""
        query = select(kind).where(kind.carnet_id == self.evening.carnet.id).order_by(kind.id)
        row: RowT = pick(chance, db.session.scalars(query).all())
        return row


def rename(world: World, chance: random.Random) -> None:
    carnets.rename_carnet(world.evening.carnet, a_text(chance, 9).replace("\n", " "))
    carnets.rename_player(world.player(chance), chance.choice((*PLAYERS, "Joueur 1", "Al 2")))


def retire(world: World, chance: random.Random) -> None:
    chance.choice((carnets.retire_player, carnets.restore_player))(world.player(chance))


def merge(world: World, chance: random.Random) -> None:
    player, other = world.player(chance), world.player(chance)
    if chance.random() < 0.5:
        # They are merged if one of them took a seat of this partie and gave it back.
        player, other = chance.sample([one.player for one in world.partie(chance).participants], 2)
    created_at = other.created_at
    done = merges.merge_players(player, other, world.evening.access)
    world.witness.merge(done.id, created_at, player.created_at)


def undo_merge(world: World, chance: random.Random) -> None:
    done = world.row(Merge, chance)
    number = done.id
    merges.undo_merge(db.session.get_one(Player, done.player_id), done.name)
    world.witness.undo_merge(number)


def anonymise(world: World, chance: random.Random) -> None:
    anonymity.anonymise(world.player(chance), "Une personne qui jouait ici, numéro {}".format)


def edit_soiree(world: World, chance: random.Random) -> None:
    soiree = world.soiree(chance)
    day = dt.date(chance.choice((2024, 2025, 2026)), chance.randrange(1, 13), 1)
    place = a_text(chance, 80).replace("\n", " ")
    carnets.edit_soiree(soiree, soiree.version, day, place, a_text(chance, NOTE_LENGTH))


def delete_or_restore_soiree(world: World, chance: random.Random) -> None:
    soiree = world.soiree(chance)
    (carnets.restore_soiree if soiree.deleted_at else carnets.delete_soiree)(soiree)


def set_stake(world: World, chance: random.Random) -> None:
    debts.set_stake(world.soiree(chance), chance.choice((None, *StakePer)), chance.randrange(1, 500), "CHF")


def move(world: World, chance: random.Random) -> None:
    with open_partie(world.partie(chance), None, world.evening.access) as opened:
        regrouping.move_partie(opened.partie, world.soiree(chance), world.evening.access)


def join(world: World, chance: random.Random) -> None:
    regrouping.join_soirees(world.soiree(chance), world.soiree(chance), world.evening.access)


def undo_regrouping(world: World, chance: random.Random) -> None:
    done = regrouping.undoable_regrouping(world.soiree(chance))
    if done is not None:
        regrouping.undo_regrouping(done, world.evening.access)


def save_preset(world: World, chance: random.Random) -> None:
    game = GAMES[chance.choice(sorted(GAMES))]
    preset, name = chance.choice(game.presets), chance.choice(("Chez Al", "chez al", "Chez " + "Al " * 11 + "a"))
    carnets.save_preset(world.evening.carnet, game.slug, name, min(preset.seats), dict(preset.options))


def delete_preset(world: World, chance: random.Random) -> None:
    carnets.delete_preset(world.row(SavedPreset, chance))


def log_decision(world: World, chance: random.Random) -> None:
    words = a_text(chance, decisions.WORDS_LENGTH).replace("\n", " ") or "On redonne"
    dispute = chance.choice((None, "revoke"))
    decisions.log_decision(world.partie(chance), "T-5", dispute, words, world.evening.access)


def delete_or_restore_decision(world: World, chance: random.Random) -> None:
    chance.choice((decisions.delete_decision, decisions.restore_decision))(world.row(Decision, chance))


def keep_question(world: World, chance: random.Random) -> None:
    words = a_text(chance, kept_questions.WORDS_LENGTH).replace("\n", " ") or "Qui mélange ?"
    kept_questions.keep_question(world.evening.carnet, chance.choice(sorted(GAMES)), words)


def delete_question(world: World, chance: random.Random) -> None:
    kept_questions.delete_question(world.row(KeptQuestion, chance))


CARNET_ACTS = {
    act.__name__: act
    for act in (
        *(rename, retire, merge, undo_merge, anonymise, edit_soiree, delete_or_restore_soiree, set_stake, move, join),
        *(undo_regrouping, save_preset, delete_preset, log_decision, delete_or_restore_decision, keep_question),
        delete_question,
    )
}
