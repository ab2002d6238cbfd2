"""Parties of which only the points are known: shown, listed, counted, taken along, and not written to."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select
from web.test_exchange import bring, exported
from web.visitor import Visitor

from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Soiree

# A carnet exported when a page still took old scores: Dame de Pique, Atout Pique in teams, one coup of Piquet.
OLD = (Path(__file__).parents[1] / "data" / "old_scores.json").read_bytes()


@pytest.fixture
def reader(visitor: Visitor) -> Visitor:
    """Someone who has brought the file in."""
    bring(visitor, OLD)
    return visitor


def address(reader: Visitor, game: str = "hearts") -> str:
    with reader.app.app_context():
        own = (
            select(Partie.id).join(Soiree).where(Soiree.carnet_id == reader.row().id, Partie.game == game, Partie.paper)
        )
        return f"{reader.carnet}/parties/{db.session.scalars(own).one()}"


def test_the_file_of_before_comes_in_and_goes_out_equal(reader: Visitor) -> None:
    assert exported(reader) == OLD


@pytest.mark.parametrize(
    ("game", "ranking", "sheet"),
    [
        # 5 + 26 + 3, 4 + 26 + 10 and 17 + 0 + 13: the lowest wins.
        ("hearts", "1 Zoé 30 2 Anne 34 3 Luc 40", "1 5 4 17 2 26 26 0 3 3 10 13 = 34 40 30"),
    ],
)
def test_a_partie_shows_its_points(reader: Visitor, game: str, ranking: str, sheet: str) -> None:
    page = reader.get(address(reader, game))
    assert "seuls les points sont connus" in page.text
    assert ranking in page.text
    assert sheet in page.text


def test_it_is_listed_with_its_winner_and_counted_for_its_game(reader: Visitor) -> None:
    carnet = reader.get(f"{reader.carnet}/").text
    assert "12 dim. Dame de Pique Anne , Luc , Zoé Victoire : Zoé" in carnet
    page = reader.get(address(reader))
    back = next(given["href"] for _, given in page.tags if given.get("class") == "back")
    listed = reader.get(back).text
    assert "dimanche 12 mai 2019" in listed
    assert "Gagnée par Zoé" in listed
    statistics = reader.get(f"{reader.carnet}/statistics?game=hearts").text
    assert "Zoé 1 1 100 % 1,0 30,0 Anne 1 0 0 % 2,0 34,0 Luc 1 0 0 % 3,0 40,0" in statistics


def test_what_only_a_played_partie_has_is_nowhere_to_be_found(reader: Visitor) -> None:
    for page in ("/rules", "/cards", "/desk", "/manches/new", "/score.jsonl"):
        assert reader.get(address(reader) + page).status == 404, page


def test_it_is_put_away_and_brought_back(reader: Visitor) -> None:
    partie = address(reader)
    away = reader.press(partie, "/delete")
    assert away.status == 303
    assert reader.get(partie).status == 404
    assert reader.press(away.location or "", "/restore").location == partie
    assert reader.get(partie).status == 200


def test_it_goes_to_another_soiree(reader: Visitor) -> None:
    table = reader.set_table()
    assert reader.press(f"{address(reader)}/move", "/move", {"soiree": str(table.soiree_id)}).status == 303
    assert "Zoé 30" in reader.get(table.soiree).text
