"""Find the soirées of a carnet by words: names, places, notes, dates, games and feats.

A soirée is an evening of card games, a carnet the notebook of a group of players, a partie a game played to its end. A
feat is a line of a score that is worth telling, such as a nil made.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import select

from scorekeeper.record.database import db
from scorekeeper.record.models import Participant, Partie, Player, Soiree
from scorekeeper.record.read_models.tables import Tally
from scorekeeper.record.request_access import AnyCarnet

MOST_FOUND = 50  # soirées
_MOST_WORDS = 8  # a text of more words finds nothing


# `AnyCarnet` is a `Carnet`, or the id, key and name of the carnet that the reader of a request may see.
def find_soirees(
    carnet: AnyCarnet,
    text: str,
    date_text: Callable[[Any], str],
    name_of_game: Callable[[str], str],
    feat_names: Mapping[str, str],
) -> list[Any]:
    """Return the soirées in which every word of `text` is found, newest first, at most `MOST_FOUND`.

    They are rows of `id`, `held_on`, `place` and `notes`. Case and accents do not matter, and a part of a word finds
    the word: "volt" finds "Voltes". The words are searched for in texts of the caller: `date_text` returns the date of
    such a row in words, `name_of_game` returns the name of a game by its slug, and `feat_names` has the name of each
    feat by the key of its line.
    """
    wanted = fold_accents(text).split()
    if not wanted or len(wanted) > _MOST_WORDS:
        return []
    soirees = select(Soiree.id, Soiree.held_on, Soiree.place, Soiree.notes)
    query = soirees.where(Soiree.carnet_id == carnet.id, Soiree.deleted_at.is_(None))
    # For each soirée, by id: the names of its players, games and feats.
    texts: defaultdict[int, set[str]] = defaultdict(set)
    for soiree_id, name in _names_in_parties(carnet, name_of_game, feat_names):
        texts[soiree_id].add(name)
    # The words are compared here and not by the database, because SQLite does not ignore accents.
    found = []
    for soiree in db.session.execute(query.order_by(Soiree.held_on.desc(), Soiree.id.desc())):
        haystack = fold_accents(" ".join((soiree.place, soiree.notes, date_text(soiree), *texts[soiree.id])))
        if all(word in haystack for word in wanted):
            found.append(soiree)
    return found[:MOST_FOUND]


def fold_accents(text: str) -> str:
    """Return a text without case, accents and joiners: "Hélène" and "HELENE" become equal, as do "cœur" and "coeur"."""
    # NFKD writes an accent as a character of its own, after its letter. Category Cf: invisible characters (joiners).
    letters = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return "".join(
        letter for letter in letters if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf"
    )


def _names_in_parties(
    carnet: AnyCarnet, name_of_game: Callable[[str], str], feat_names: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Yield (soirée id, name) for the players, games and feats of the parties of each soirée."""
    parties = select(Partie.soiree_id).join(Soiree, Soiree.id == Partie.soiree_id)
    own = parties.where(Soiree.carnet_id == carnet.id, Partie.deleted_at.is_(None)).distinct()
    players = own.join(Participant, Participant.partie_id == Partie.id).join(Player, Player.id == Participant.player_id)
    for soiree_id, name in db.session.execute(players.add_columns(Player.name)):
        yield soiree_id, name
    # Cœurs simples is a kind of the game Dame de Pique that statistics count apart (`counted_as`): a partie of it is
    # found by both names.
    for soiree_id, *games in db.session.execute(own.add_columns(Partie.game, Partie.counted_as)):
        for game in games:
            yield soiree_id, name_of_game(game)
    # A tally counts the lines with one key (`why`) in a partie.
    tallies = own.join(Tally, Tally.partie_id == Partie.id).where(Tally.why.in_(feat_names))
    for soiree_id, why in db.session.execute(tallies.add_columns(Tally.why)):
        yield soiree_id, feat_names[why]
