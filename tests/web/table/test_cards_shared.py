"""Two devices that enter cards, a tap sent twice, a stale form: each card is played once, and none is lost."""

from __future__ import annotations

import pytest
from web.people import join_carnet
from web.playing import lay_out, play, plays, recorded, second_device, stored_cards, version
from web.table.test_cards_refused import cards, dealt
from web.visitor import Visitor, hearts

from scorekeeper.record.models import Role

pytestmark = pytest.mark.game("hearts")


def test_two_devices_with_the_same_card_play_it_once(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    other = join_carnet(visitor, Role.MARQUEUR)
    mine, theirs = visitor.get(cards(table)), other.get(cards(table))
    assert visitor.send(mine, "/cards", {"card": "3C"}).status == 303
    late = other.send(theirs, "/cards", {"card": "3C"})
    assert late.status == 409
    assert "Un autre téléphone a noté entre-temps" in late.refusal()
    assert "À Maxence de jouer" in late.text
    assert "Zoé 3 de trèfle 3♣" in late.text
    assert plays(visitor, table) == ["2C", "AC", "3C"]


def test_a_card_of_another_tab_is_not_from_another_phone(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    first, second = visitor.get(cards(table)), visitor.get(cards(table))
    visitor.send(first, "/cards", {"card": "3C"})
    assert "Un autre onglet a noté entre-temps" in visitor.send(second, "/cards", {"card": "4C"}).refusal()


def test_a_double_tap_plays_one_card(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    form = visitor.get(cards(table)).form("/cards")
    typed = form.sent({"card": "3C"})
    first, second = visitor.post(form.action, typed), visitor.post(form.action, typed)
    assert first.status == second.status == 303
    assert first.location == second.location == cards(table)
    assert plays(visitor, table) == ["2C", "AC", "3C"]


def test_two_devices_that_start_with_different_leaders_start_once(visitor: Visitor) -> None:
    table = visitor.set_table()
    other = second_device(visitor)
    mine, theirs = visitor.get(cards(table)), other.get(cards(table))
    visitor.send(mine, "/cards", {"leader": "0"})
    late = other.send(theirs, "/cards", {"leader": "3"})
    assert late.status == 409
    assert "À Luc de jouer" in late.text
    assert stored_cards(visitor, table) == {"leader": 0, "plays": ["2C"]}


@pytest.mark.parametrize("change", ["recorded", "undone", "rules", "deleted", "taken back", "discarded", "abandoned"])
def test_a_card_tapped_after_another_device_has_written_is_not_played(visitor: Visitor, change: str) -> None:
    deal = recorded("hearts", 2)
    table = visitor.set_table(dealer=(deal["dealer"] - 1) % 4)
    visitor.record(table, hearts(5, 4, 3, 1, queen=2))
    done = len(deal["plays"]) if change in {"recorded", "undone"} else 20
    lay_out(visitor, table, deal["leader"], deal["plays"][: done - (done == len(deal["plays"]))])
    form = visitor.get(cards(table)).form("/cards")
    typed = form.sent({"card": deal["plays"][-1]})
    other = second_device(visitor)
    if done == len(deal["plays"]):
        play(other, table, deal["plays"][-1:])
    if change in {"recorded", "undone"}:
        assert other.press(cards(table), "/record").status == 303
    if change == "undone":
        assert other.press(table.partie, "/undo").status == 303
    if change == "rules":
        assert other.press(f"{table.partie}/rules", "/rules", {"option-limit": "75"}).status == 303
    if change == "deleted":
        (first,) = visitor.manche_ids(table)
        assert other.press(f"{table.partie}/manches/{first}", "/delete").status == 303
    if change == "taken back":
        other.press(cards(table), "/back")
    if change == "discarded":
        other.press(cards(table), "/away")
    if change == "abandoned":
        other.press(table.partie, "/abandon")
    before, at, totals = stored_cards(visitor, table), version(visitor, table), visitor.totals(table)
    late = visitor.post(form.action, typed)
    assert late.status == 409, late.text
    assert late.refusal()
    assert (stored_cards(visitor, table), version(visitor, table), visitor.totals(table)) == (before, at, totals)
    assert visitor.get(table.partie).status == 200
