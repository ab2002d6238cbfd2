"""Two devices that enter cards, a tap sent twice, a stale form: each card is played once, and none is lost."""

from __future__ import annotations

import pytest
from web.people import join_carnet
from web.playing import plays, second_device, stored_cards
from web.table.test_cards_refused import dealt
from web.visitor import Visitor

from scorekeeper.record.models import Role

pytestmark = pytest.mark.game("hearts")


def test_two_devices_with_the_same_card_play_it_once(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    other = join_carnet(visitor, Role.MARQUEUR)
    mine, theirs = visitor.get(table.cards), other.get(table.cards)
    assert visitor.send(mine, "/cards", {"card": "3C"}).status == 303
    late = other.send(theirs, "/cards", {"card": "3C"})
    assert late.status == 409
    assert "Un autre téléphone a noté entre-temps" in late.refusal()
    assert "À Maxence de jouer" in late.text
    assert "Zoé 3 de trèfle 3♣" in late.text
    assert plays(visitor, table) == ["2C", "AC", "3C"]


def test_a_card_of_another_tab_is_not_from_another_phone(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    first, second = visitor.get(table.cards), visitor.get(table.cards)
    visitor.send(first, "/cards", {"card": "3C"})
    assert "Un autre onglet a noté entre-temps" in visitor.send(second, "/cards", {"card": "4C"}).refusal()


def test_a_card_tapped_after_another_device_has_discarded_the_cards_is_not_played(visitor: Visitor) -> None:
    table = dealt(visitor, "AC")
    page = visitor.get(table.cards)
    second_device(visitor).press(table.cards, "/away")
    late = visitor.send(page, "/cards", {"card": "3C"})
    assert (late.status, bool(late.refusal())) == (409, True)
    assert stored_cards(visitor, table) is None
