"""Cards together with declarations, changes of rules, corrections, versions, and deleted and restored manches."""

from __future__ import annotations

from support import piquet as referee
from web.games.piquet.test_cards import codes, coup_where, declare, scored
from web.playing import bid, lay_out, play, plays, recorded, stored_cards, version
from web.visitor import Page, Table, Typed, Visitor

POINT: Typed = {"point": "0", "point_cards": "5"}


def tricks_of(visitor: Visitor, table: Table) -> Page:
    """Return the replay of the first manche of the sheet."""
    return visitor.get(f"{table.partie}/manches/{visitor.manche_ids(table)[0]}/tricks")


# The context comes first


def test_no_card_is_played_before_the_bids_ap_3(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades", dealer=3)
    bid(visitor, table, 3)
    page = visitor.get(table.partie)
    before = version(visitor, table)
    answer = visitor.send(page, "/begin", {"card": "2C", "bid": None}, to=table.cards)
    assert answer.location == f"{table.partie}?entry=open"
    assert stored_cards(visitor, table) is None
    assert version(visitor, table) == before
    assert visitor.get(table.cards).location == f"{table.partie}?entry=open"


def test_a_bid_undone_during_the_cards_is_required_again_and_the_cards_stay_ap_3(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades", dealer=3)
    page = visitor.get(f"{table.partie}?entry=open")
    bid(visitor, table, 3, 3, 3, 3)
    play(visitor, table, ["2C", "3C"])
    sent = page.form("/begin").sent({"back": "1", "bid": None, "version": str(version(visitor, table))})
    visitor.post(f"{table.partie}/begin", sent)
    assert plays(visitor, table) == ["2C", "3C"]
    assert visitor.get(table.cards).location == f"{table.partie}?entry=open"
    bid(visitor, table, 4)
    assert "À Zoé de jouer" in visitor.get(table.cards).text


def test_no_card_is_played_while_tricks_are_called_pi_19(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet", dealer=1)
    visitor.call(table, POINT)
    page = visitor.get(table.partie)
    answer = visitor.send(page, "/begin", {"card": "AS"}, to=table.cards)
    assert answer.location == f"{table.partie}?entry=open"
    assert stored_cards(visitor, table) is None


def test_tricks_cannot_be_called_once_cards_are_played_pi_19(visitor: Visitor) -> None:
    """Every page that would call the tricks leads to the cards, which show who took each."""
    table = declare(visitor, POINT)
    play(visitor, table, ["AS", "7S", "KS"])
    page = visitor.get(f"{table.partie}?entry=open")
    assert "Compter pli par pli" not in page.text
    assert "Reprendre le dernier pli" not in page.text
    for typed in ({"call": "1"}, {"back": "1"}):
        page = visitor.get(f"{table.partie}?entry=open")
        assert visitor.send(page, "/manches/new", typed, to=f"{table.partie}/begin").status == 303
        assert "À Luc de jouer" in visitor.get(table.cards).text
    assert plays(visitor, table) == ["AS", "7S", "KS"]


def test_declarations_are_corrected_during_the_cards_pi_13(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, {})
    play(visitor, table, codes(coup)[:3])
    page = visitor.get(f"{table.partie}?entry=open")
    assert ("cards", "1") in [button[:2] for button in page.form("/manches/new").buttons]
    answer = visitor.send(page, "/manches/new", {"cards": "1", **scored(coup)}, to=f"{table.partie}/begin")
    assert answer.location == table.cards
    assert plays(visitor, table) == codes(coup)[:3]
    lay_out(visitor, table, 0, codes(coup))
    visitor.press(table.cards, "/record")
    assert visitor.totals(table) == [referee.totals(referee.coup_score(coup, referee.DEFAULTS))]


def test_a_hand_is_laid_open_before_the_first_card(visitor: Visitor) -> None:
    coup = coup_where("plain")
    table = declare(visitor, POINT)
    answer = visitor.press(f"{table.cards}?hand=0", "/hand", {"hand": list(coup.hands[0])})
    assert answer.location == table.cards
    assert "Anne main ouverte" in visitor.get(table.cards).text
    short = declare(visitor, POINT)
    assert visitor.press(f"{short.cards}?hand=0", "/hand", {"hand": ["AS"]}).status == 422
    assert stored_cards(visitor, short) is None


# Manches deleted, restored, corrected


def test_a_correction_of_declarations_keeps_the_played_cards_pi_8(visitor: Visitor) -> None:
    """Only the carte blanche changes, ten points more for Anne; the cards still show who took each trick."""
    coup = coup_where("plain")
    table = declare(visitor, scored(coup))
    lay_out(visitor, table, 0, codes(coup))
    visitor.press(table.cards, "/record")
    before = visitor.totals(table)[0]
    manche = visitor.manche(table)
    assert visitor.press(manche, manche, {"carte_blanche": "0"}).status == 303
    assert visitor.totals(table)[0][0] >= before[0] + 10
    assert "Pli 1 sur 12" in tricks_of(visitor, table).text
    assert visitor.press(manche, manche, {"trick-0": str(1 - coup.winners[0])}).status == 303
    assert tricks_of(visitor, table).status == 404


def test_the_form_by_hand_is_filled_in_from_the_cards_t_7(visitor: Visitor) -> None:
    deal = recorded("hearts", 1)
    table = visitor.set_table(dealer=deal["dealer"])
    lay_out(visitor, table, deal["leader"], deal["plays"])
    assert visitor.press(f"{table.partie}?entry=open", "/manches/new").status == 303
    assert visitor.totals(table) == [tuple(deal["points"])]
    assert "Pli 1 sur 13" in tricks_of(visitor, table).text
