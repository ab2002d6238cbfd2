"""What stands in the lists of a file beside its parties: each thing checked by itself, then among the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.record.decisions import WORDS_LENGTH
from scorekeeper.record.exchange.faults import blaming
from scorekeeper.record.exchange.format import DECISION, LONGEST_LIST, MERGE, PLAYER, PRESET, REGROUPING, SOIREE, STAKE
from scorekeeper.record.exchange.partie import MOST_VERSIONS
from scorekeeper.record.exchange.place import Place
from scorekeeper.record.models import StakePer
from scorekeeper.record.names import PLAYER_LENGTH, TITLE_LENGTH, fold
from scorekeeper.record.stakes import MOST_CENTS, SIGN_LENGTH

Row = dict[str, Any]
_ARTICLE = re.compile(r"[A-Z]{1,3}-[0-9]{1,3}")
_QUARREL = re.compile(r"[a-z0-9_]{1,80}")
_PER = {per.value: per for per in StakePer}


def read_player(place: Place) -> Row:
    """Somebody who plays."""
    given = place.fields(PLAYER)
    name = given["name"].name(PLAYER_LENGTH)
    return {
        "name": name,
        "folded": fold(name),
        "retired_at": given["retired_at"].moment_or_none(),
        "created_at": given["created_at"].moment(),
    }


def read_preset(place: Place) -> Row:
    """House rules under a name, as their game reads them."""
    given = place.fields(PRESET)
    game = GAMES[given["game"].one_of(GAMES)]
    seats = given["seats"].whole(min(game.table_sizes), max(game.table_sizes))
    options = given["options"].plain_object()
    with blaming(given["options"].path, game.slug):
        game.read_options(options, seats)
    return {"game": game.slug, "name": given["name"].name(PLAYER_LENGTH), "seats": seats, "options": options}


def read_soiree(place: Place) -> Row:
    """A soirée, with what it is played for."""
    given = place.fields(SOIREE)
    return {
        "held_on": given["held_on"].day(),
        "place": given["place"].name(TITLE_LENGTH, required=False),
        "notes": given["notes"].note(),
        "version": given["version"].whole(1, MOST_VERSIONS),
        "created_at": given["created_at"].moment(),
        "deleted_at": given["deleted_at"].moment_or_none(),
        "stake": None if given["stake"].value is None else _stake(given["stake"]),
    }


def _stake(place: Place) -> Row:
    given = place.fields(STAKE)
    return {
        "per": _PER[given["per"].one_of(_PER)],
        "cents": given["cents"].whole(1, MOST_CENTS),
        "sign": given["sign"].name(SIGN_LENGTH),
    }


def read_regrouping(place: Place, soirees: int, parties: int) -> Row:
    """Parties that went from one of so many soirées to another."""
    given = place.fields(REGROUPING)
    source, target = given["source"].whole(1, soirees), given["target"].whole(1, soirees)
    if source == target:
        given["target"].refuse("same_soiree")
    return {
        "source": source,
        "target": target,
        "whole": given["whole"].yes_or_no(),
        "parties": [item.whole(1, parties) for item in given["parties"].items()],
        "place": given["place"].name(TITLE_LENGTH, required=False),
        "notes": given["notes"].note(),
        "at": given["at"].moment(),
        "undone_at": given["undone_at"].moment_or_none(),
    }


def read_merge(place: Place, players: int, tables: Sequence[int]) -> Row:
    """Somebody who became one of so many players; `tables` are the seats that each partie has."""
    given = place.fields(MERGE)
    within = given["within"]
    return {
        "player": given["player"].whole(1, players),
        "within": None if within.value is None else within.whole(1, LONGEST_LIST),
        "name": given["name"].name(PLAYER_LENGTH),
        "retired_at": given["retired_at"].moment_or_none(),
        "created_at": given["created_at"].moment(),
        "seats": [_seat(item, tables) for item in given["seats"].items()],
        "at": given["at"].moment(),
    }


def _seat(place: Place, tables: Sequence[int]) -> tuple[int, int]:
    """A partie, and one of the seats it has."""
    partie, number = place.pair()
    at = partie.whole(1, len(tables))
    return at, number.whole(0, tables[at - 1] - 1)


def read_decision(place: Place, parties: int) -> Row:
    """What a table decided in one of so many parties."""
    given = place.fields(DECISION)
    if not _ARTICLE.fullmatch(given["article"].text()):
        given["article"].refuse("not_known", value=given["article"].text()[:20])
    quarrel = given["quarrel"].value
    if quarrel is not None and not _QUARREL.fullmatch(given["quarrel"].text()):
        given["quarrel"].refuse("not_known", value=given["quarrel"].text()[:20])
    return {
        "partie": given["partie"].whole(1, parties),
        "article": given["article"].text(),
        "quarrel": quarrel,
        "words": given["words"].name(WORDS_LENGTH),
        "at": given["at"].moment(),
        "deleted_at": given["deleted_at"].moment_or_none(),
    }


def refuse_namesakes(place: Place, players: Sequence[Row]) -> None:
    """Refuse two players of one name."""
    known: set[str] = set()
    for row in players:
        if row["folded"] in known:
            place.refuse("name_twice", name=row["name"])
        known.add(row["folded"])


def refuse_same_presets(place: Place, presets: Sequence[Row]) -> None:
    """Refuse two house rules of one name for the same table."""
    known: set[tuple[object, ...]] = set()
    for row in presets:
        key = row["game"], row["seats"], fold(row["name"])
        if key in known:
            place.refuse("name_twice", name=row["name"])
        known.add(key)


def refuse_tangled(place: Place, merges: Sequence[Row]) -> None:
    """Refuse a merge that came within none of these, an earlier one, or one of another player."""
    for number, (item, row) in enumerate(zip(place.items(), merges, strict=True), start=1):
        if row["within"] is None:
            continue
        within = Place(row["within"], f"{item.path}.within")
        around = merges[within.whole(1, len(merges)) - 1]
        if row["within"] <= number:
            within.refuse("not_in_order")
        if around["player"] != row["player"]:
            within.refuse("other_player")
