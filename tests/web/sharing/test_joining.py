"""Coming into a carnet by an invitation, being somebody in it, and being put out again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support import instances
from web.people import come, invited
from web.test_lists import MOST_QUERIES, queries
from web.visitor import Page, Visitor, hearts, steady

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Invitation, Role, Soiree
from scorekeeper.record.sharing import accesses, failed_attempts
from scorekeeper.web import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from web.visitor import Table

NOTHING = "Cette invitation n’ouvre rien"
CLOSED = "Ce carnet n’est plus ouvert ici"


def read_link(phone: Visitor, link: str) -> Page:
    return phone.press("/join", "/join", {"link": link})


def walk_in(phone: Visitor, link: str, typed: dict[str, str]) -> Page:
    """Follow a link, and say who comes in."""
    assert read_link(phone, link).location == "/join/who"
    return phone.press("/join/who", "/join/who", typed)


def link_on(owner: Visitor, table: Table, kind: str) -> str:
    """The link that the owner's phone shows after two taps."""
    made = owner.press(f"{owner.carnet}/invite?soiree={table.soiree_id}", "/invite", {"kind": kind})
    found = re.search(r'id="link-told">([^<]+)<', owner.get(str(made.location)).html)
    assert found
    return found[1]


def name_row(page: Page) -> str:
    """The row of the totals that stands out."""
    rows = re.findall(r'<li data-side="\d" class="[^"]*\bown\b[^"]*">(.*?)</li>', page.html, re.DOTALL)
    return Page(0, rows[0]).text if len(rows) == 1 else str(len(rows))


@pytest.mark.parametrize(("kind", "writes", "whole"), [("soiree", 0, 0), ("reader", 0, 1), ("scorer", 1, 1)])
def test_an_invitation_opens_what_it_says(
    visitor: Visitor, stranger: Visitor, kind: str, *, writes: int, whole: int
) -> None:
    table, other = visitor.set_table(), visitor.set_table()
    link = link_on(visitor, table, kind)
    answer = walk_in(stranger, link, {"player": str(table.players["Luc"])})
    latest = other if whole else table
    assert (answer.status, answer.location) == (303, latest.partie)
    page = stranger.get(table.partie)
    assert "Luc (vous)" in name_row(page)
    assert ("/manches/new" in page.html) == bool(writes)
    assert stranger.get(other.partie).status == stranger.get(f"{visitor.carnet}/").status == (200 if whole else 404)
    token = page.form("/language/en").value("csrf_token")
    sent = stranger.post(table.new, {"csrf_token": str(token), "version": "1", **hearts(5, 4, 3, 1, queen=2)})
    assert sent.status == (303 if writes else 404)


def test_the_token_stands_in_no_address_that_a_server_is_sent(visitor: Visitor, stranger: Visitor) -> None:
    table = visitor.set_table()
    made = visitor.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"})
    link = link_on(visitor, table, "soiree")
    address, _, token = link.partition("#")
    assert (address, len(token)) == ("http://localhost/join", 32)
    answer = read_link(stranger, link)
    come_in = stranger.press("/join/who", "/join/who", {"name": "Mamie"})
    for one in (made.location, answer.location, come_in.location):
        assert token not in str(one)
    assert token not in stranger.get(table.partie).html


def test_the_link_shows_on_the_phone_that_made_it_only(visitor: Visitor) -> None:
    table, second = visitor.set_table(), come(visitor, Role.MARQUEUR)
    made = visitor.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"})
    address = str(made.location)
    assert 'class="qr' in visitor.get(address).html
    page = second.get(address)
    assert page.status == 200
    assert 'class="qr' not in page.html
    assert "join#" not in page.html
    assert second.get(table.partie).status == 200


def test_a_scorer_invites_to_watch_and_only_the_owner_to_write(visitor: Visitor) -> None:
    second = come(visitor, Role.MARQUEUR)
    assert 'value="scorer"' not in second.get(f"{visitor.carnet}/invite").html
    assert second.press(f"{visitor.carnet}/invite", "/invite", {"kind": "scorer"}).status == 422
    assert second.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"}).status == 303


@pytest.mark.parametrize("why", ["revoked", "used up", "forged", "truncated", "empty", "soirée over"])
def test_whatever_is_wrong_with_an_invitation_the_answer_is_one_page(
    visitor: Visitor, stranger: Visitor, why: str
) -> None:
    table = visitor.set_table()
    number, token = invited(visitor, soiree_id=table.soiree_id)
    with visitor.app.app_context(), writing():
        invitation = db.session.get_one(Invitation, number)
        if why == "revoked":
            accesses.revoke(invitation)
        elif why == "used up":
            invitation.places = 0
        elif why == "soirée over":
            carnets.delete_soiree(db.session.get_one(Soiree, table.soiree_id))
    sent = {"forged": "A" * 32, "truncated": token[:20], "empty": ""}.get(why, token)
    page = read_link(stranger, f"http://localhost/join#{sent}")
    assert page.status == 404
    assert NOTHING in page.text
    assert "Demandez-en une nouvelle" in page.text
    assert "jeudis" not in page.text
    assert steady(page.html) == steady(read_link(stranger, "nothing like a link").html)


def test_an_invitation_revoked_while_somebody_says_their_name_opens_nothing(
    visitor: Visitor, stranger: Visitor
) -> None:
    number, token = invited(visitor)
    read_link(stranger, f"#{token}")
    page = stranger.get("/join/who")
    with visitor.app.app_context(), writing():
        accesses.revoke(db.session.get_one(Invitation, number))
    answer = stranger.send(page, "/join/who", {"name": "Mamie"})
    assert NOTHING in answer.text
    assert "jeudis" not in answer.text


def test_a_name_that_is_none_is_refused_and_given_back(visitor: Visitor, stranger: Visitor) -> None:
    _, token = invited(visitor)
    page = walk_in(stranger, token, {"name": "M" * 41})
    assert page.status == 422
    assert page.form("/join/who").value("name") == "M" * 41
    assert stranger.press("/join/who", "/join/who", {"player": "999"}).status == 422


def test_a_form_sent_twice_lets_one_phone_in(visitor: Visitor, stranger: Visitor) -> None:
    number, token = invited(visitor)
    read_link(stranger, token)
    page, before = stranger.get("/join/who"), stranger.client.get_cookie("lamarque")
    assert before is not None
    for _ in range(2):
        stranger.client.set_cookie("lamarque", before.value)
        assert stranger.send(page, "/join/who", {"name": "Mamie"}).status == 303
        assert stranger.get(f"{visitor.carnet}/").status == 200
    with visitor.app.app_context():
        assert db.session.query(Access).filter_by(invitation_id=number).count() == 1


def test_who_may_more_already_loses_nothing_by_an_invitation_and_who_may_less_gains(visitor: Visitor) -> None:
    table = visitor.set_table()
    link = link_on(visitor, table, "reader")
    read_link(visitor, link)
    assert visitor.get("/join/who").location == table.partie
    assert visitor.get(f"{visitor.carnet}/settings").status == 200
    guest = come(visitor, table=table)
    walk_in(guest, link, {})
    assert guest.get(f"{visitor.carnet}/").status == 200
    with visitor.app.app_context():
        assert [one.role for one in accesses.phones(visitor.row()).items] == [Role.SPECTATEUR, Role.OWNER]


def test_without_script_the_whole_link_is_pasted(stranger: Visitor) -> None:
    page = stranger.get("/join")
    assert "Collez ici l’adresse" in page.text
    assert page.form("/join").value("link") == ""


def test_a_kept_page_shows_each_reader_their_own_row_and_buttons(visitor: Visitor) -> None:
    table = visitor.set_table()
    readers = {
        name: come(visitor, table=table, comer=accesses.Comer(player_id=table.players[name]))
        for name in ("Anne", "Zoé")
    }
    scorer = come(visitor, Role.MARQUEUR, comer=accesses.Comer(player_id=table.players["Anne"]))
    for _ in range(2):
        for name, phone in readers.items():
            page = phone.get(table.partie)
            assert f"{name} (vous)" in name_row(page)
            assert "/undo" not in page.html
            assert "/manches/new" not in page.html
        assert "Anne (vous)" in name_row(scorer.get(table.partie))
        assert "/manches/new" in scorer.get(table.partie).html
        assert name_row(visitor.get(table.partie)) == "0"


def test_who_has_come_in_is_listed_and_put_out_one_by_one_or_all_at_once(visitor: Visitor) -> None:
    table = visitor.set_table()
    mamie, luc = come(visitor, comer=accesses.Comer("Mamie")), come(visitor, table=table, comer=accesses.Comer("Luc"))
    page = visitor.get(f"{visitor.carnet}/people")
    assert re.search(r"Luc spectateur d’une soirée · \d\d:\d\d", page.text)
    assert re.search(r"Mamie spectateur · \d\d:\d\d", page.text)
    assert visitor.send(page, "/remove").status == 303  # the first listed, who came last
    assert [phone.get(table.partie).status for phone in (luc, mamie)] == [404, 200]
    assert visitor.press(f"{visitor.carnet}/people", "/people/close").status == 303
    assert mamie.get(table.partie).status == 404
    assert visitor.get(table.partie).status == 200


@pytest.mark.parametrize("how", ["invitation revoked", "soirée over", "left"])
def test_who_was_put_out_is_told_so_at_the_next_poll(visitor: Visitor, how: str) -> None:
    table = visitor.set_table()
    guest = come(visitor, table=table)
    poll = f"{table.partie}?known=1"
    assert guest.get(poll).status == 204
    if how == "invitation revoked":
        visitor.press(f"{visitor.carnet}/people", "/revoke")
    elif how == "left":
        with visitor.app.app_context(), writing():
            accesses.leave(visitor.access())
    else:
        with visitor.app.app_context(), writing():
            access = visitor.access()
            access.ends_at = access.created_at
    answer = guest.get(poll, **{"HX-Request": "true", "HX-Boosted": "true"})
    assert answer.status == 404
    assert CLOSED in answer.text
    assert "demandez une nouvelle invitation" in answer.text
    assert guest.get("/").status == 200
    assert Visitor(visitor.app).get(poll).text.count(CLOSED) == 0


def test_leaving_takes_the_carnet_off_this_phone_and_the_phone_off_the_list(visitor: Visitor) -> None:
    mamie = come(visitor, comer=accesses.Comer("Mamie"))
    assert "Mamie" in visitor.get(f"{visitor.carnet}/people").text
    mamie.press(f"{visitor.carnet}/me", "/leave")
    assert mamie.get(f"{visitor.carnet}/").status == 404
    assert "Mamie" not in visitor.get(f"{visitor.carnet}/people").text


def test_the_carnet_is_handed_over(visitor: Visitor) -> None:
    luc = come(visitor, Role.MARQUEUR, comer=accesses.Comer("Luc"))
    assert luc.get(f"{visitor.carnet}/settings").status == 404
    visitor.press(f"{visitor.carnet}/people", "/hand-over")
    assert luc.get(f"{visitor.carnet}/settings").status == 200
    assert visitor.get(f"{visitor.carnet}/settings").status == 404
    assert visitor.get(f"{visitor.carnet}/people").status == 200


def test_one_says_anew_who_one_is(visitor: Visitor) -> None:
    table = visitor.set_table()
    address = f"{visitor.carnet}/me"
    visitor.press(address, "/me", {"player": str(table.players["Zoé"])})
    assert "Zoé (vous)" in name_row(visitor.get(table.partie))
    visitor.press(address, "/me", {"name": "Le patron"})
    assert name_row(visitor.get(table.partie)) == "0"
    assert "Le patron" in visitor.get(address).text


@pytest.mark.sweep("sends a hundred codes")
def test_a_hundred_wrong_codes_are_slowed_down_over_all_workers_and_others_are_answered(
    visitor: Visitor, house: Flask, tmp_path: Path
) -> None:
    code = visitor.get(f"{visitor.carnet}/code").html.split("<code>")[1].split("</code>")[0]
    own = house.config
    other_worker = create_app(
        {
            "DATABASE_URL": own["SQLALCHEMY_DATABASE_URI"],
            "SECRET_KEY": own["SECRET_KEY"],
            "INSTANCE": instances.with_caches(tmp_path),
        }
    )
    guesser, there, honest = Visitor(house), Visitor(other_worker), Visitor(house)
    there.client.environ_base["REMOTE_ADDR"] = guesser.client.environ_base["REMOTE_ADDR"]
    page = guesser.get("/open")
    statuses = [guesser.send(page, "/open", {"code": f"{number:016}"}).status for number in range(100)]
    assert statuses == [422] * failed_attempts.MOST + [429] * (100 - failed_attempts.MOST)
    assert there.press("/open", "/open", {"code": code}).status == 429
    assert there.press("/join", "/join", {"link": "A" * 32}).status == 429
    refused = guesser.press("/open", "/open", {"code": code})
    assert "Trop d’essais : réessayez dans 10 min." in refused.refusal()
    assert honest.press("/open", "/open", {"code": code}).status == 303


def test_a_proxy_on_this_computer_says_who_asks_and_no_other_does(visitor: Visitor) -> None:
    del visitor.client.environ_base["REMOTE_ADDR"]
    page = visitor.get("/join")

    def send(local: str, said: str) -> int:
        visitor.client.environ_base["REMOTE_ADDR"] = local
        sent = page.form("/join").sent({"link": "A" * 32})
        return visitor.post("/join", sent, **{"X-Forwarded-For": said}).status

    for number in range(failed_attempts.MOST):
        assert send("127.0.0.1", f"198.51.100.{number}, 203.0.113.9") == 404
    assert send("127.0.0.1", "203.0.113.9") == 429
    assert send("203.0.113.9", "198.51.100.77") == 429
    assert send("127.0.0.1", "203.0.113.10") == 404
    assert send("2001:db8:0:7::1", "") == 404


@pytest.mark.parametrize("address", ["people", "invite", "me", "people/partie"])
def test_these_pages_cost_few_queries(visitor: Visitor, address: str) -> None:
    table = visitor.set_table()
    phone = come(visitor, Role.MARQUEUR, comer=accesses.Comer(player_id=table.players["Luc"]))
    for _ in range(12):
        come(visitor, table=table, comer=accesses.Comer(player_id=table.players["Zoé"]))
    asked = table.partie if address.endswith("partie") else f"{visitor.carnet}/{address}"
    phone.get(asked)
    with queries(visitor) as made:
        assert phone.get(asked).status == 200
    assert len(made) <= MOST_QUERIES
    assert sum("FROM access" in one and "JOIN carnet" in one for one in made) == 1


def test_a_guest_goes_along_when_the_soiree_is_put_to_another(visitor: Visitor, stranger: Visitor) -> None:
    table, other = visitor.set_table(), visitor.set_table()
    link = link_on(visitor, table, "soiree")
    guest, elsewhere = come(visitor, table=table), come(visitor, table=visitor.set_table())
    before = guest.get(table.partie).status, guest.get(table.soiree).status, guest.get(other.partie).status
    assert before == (200, 200, 404)
    visitor.press(f"{other.soiree}/join", "/join", {"soiree": str(table.soiree_id)})
    assert guest.get(table.partie).status == guest.get(other.partie).status == 200
    for address in (table.soiree, f"{table.soiree}?known=1.1.1.1.0", f"{table.soiree}/screen"):
        screen = "/screen" if address.endswith("/screen") else ""
        for phone in (guest, visitor):
            answer = phone.get(address)
            assert (answer.status, answer.location) == (303, f"{other.soiree}{screen}")
        assert elsewhere.get(address).status == stranger.get(address).status == 404
    assert walk_in(stranger, link, {}).location == other.partie
    read_link(guest, link)
    assert guest.get("/join/who").status == 302
