"""The sign of each player: the same on the sheet, in charts, on the big screen and in the list of players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from record.evening import bid_and_made, taken

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.database import db
from scorekeeper.record.models import Player

if TYPE_CHECKING:
    from web.visitor import Visitor

NINE = ("Anne", "Luc", "Zoé", "Maxence", "Inès", "Paul", "Rose", "Tom", "Yves")


def fill(visitor: Visitor, *names: str) -> dict[str, Player]:
    """Add these players to the carnet, in this order."""
    with visitor.writing():
        return {name: carnets.add_player(visitor.row(), name) for name in names}


def in_standings(visitor: Visitor, address: str) -> dict[str, int]:
    found = re.findall(r'<span class="name m(\d)"><bdi[^>]*>([^<]+)</bdi>', visitor.get(address).html)
    return {name: int(sign) for sign, name in found}


def in_sheet(visitor: Visitor, address: str) -> dict[str, int]:
    found = re.findall(r'<span class="cell m(\d)">\s*<bdi[^>]*>([^<]+)</bdi>', visitor.get(address).html)
    return {name: int(sign) for sign, name in found}


def on_screen(visitor: Visitor, address: str) -> dict[str, int]:
    found = re.findall(r'<th scope="col" class="m(\d)"><bdi[^>]*>([^<]+)</bdi>', visitor.get(address).html)
    return {name: int(sign) for sign, name in found}


def in_chart(visitor: Visitor, address: str) -> dict[str, int]:
    lines = re.findall(r'<g class="m(\d)[^"]*">(.*?)</g>', visitor.get(address).html, re.DOTALL)
    return {re.findall(r"<text[^>]*>(?:. )?([^<]+)</text>", line)[-1].strip(): int(sign) for sign, line in lines}


def test_a_player_has_one_sign_on_the_sheet_in_curves_and_on_the_big_screen(visitor: Visitor) -> None:
    table, *_ = visitor.recorded_parties("nine_players")
    expected = {"Zoé": 2, "Tom": 7, "Anne": 0, "Inès": 4}
    for found in (
        in_standings(visitor, table.partie),
        in_sheet(visitor, table.partie),
        in_chart(visitor, table.partie),
        in_chart(visitor, table.soiree),
        in_standings(visitor, f"{table.soiree}/screen"),
        on_screen(visitor, f"{table.soiree}/screen"),
        in_chart(visitor, f"{table.soiree}/screen"),
    ):
        assert found == expected
    assert expected.items() <= in_standings(visitor, f"{visitor.carnet}/players").items()


def test_the_ninth_player_of_a_carnet_gives_way_in_a_partie_with_the_first(visitor: Visitor) -> None:
    _, with_anne, without = visitor.recorded_parties("nine_players")
    assert in_sheet(visitor, with_anne.partie) == {"Yves": 3, "Anne": 0, "Luc": 1, "Zoé": 2}
    assert in_sheet(visitor, without.partie) == {"Yves": 0, "Luc": 1, "Zoé": 2, "Inès": 4}


def test_a_team_has_the_sign_of_its_first_player(visitor: Visitor) -> None:
    fill(visitor, *NINE)
    table = visitor.set_table("Rose", "Luc", "Anne", "Tom", game="spades")
    visitor.record_directly(table, bid_and_made([4, 3, 1, 4], 6))
    html = visitor.get(table.partie).html
    assert re.findall(r'<span class="cell m(\d)">', html) == ["6", "1"]
    assert re.findall(
        r'class="cell m6"><bdi[^>]*>Rose</bdi>\s*<span class="and">&amp;</span>\s*<bdi[^>]*>Anne</bdi>', html
    )


def test_a_merge_changes_a_cached_page_too(visitor: Visitor) -> None:
    """Luc, merged into Anne, no longer comes before Zoé."""
    players = fill(visitor, "Anne", "Luc", "Zoé", "Inès", "Paul")
    table = visitor.set_table("Anne", "Zoé", "Inès", "Paul")
    visitor.record_directly(table, taken(5, 4, 3, 1, queen=2))
    assert in_sheet(visitor, table.partie) == {"Anne": 0, "Zoé": 2, "Inès": 3, "Paul": 4}
    with visitor.writing():
        rows = (db.session.merge(players[name]) for name in ("Anne", "Luc"))
        merges.merge_players(*rows, visitor.access())
    assert in_sheet(visitor, table.partie) == {"Anne": 0, "Zoé": 1, "Inès": 2, "Paul": 3}
