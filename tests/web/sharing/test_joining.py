"""Invitations to a carnet: accepting one, choosing a name, leaving, and revocation."""

from __future__ import annotations

import datetime as dt
import re
import secrets
from typing import TYPE_CHECKING

import pytest
from support import instances
from web.people import invited, join_carnet
from web.test_lists import MOST_QUERIES, queries
from web.transfer.test_exchange import export_carnet, send
from web.visitor import HAND, Page, Visitor, steady

from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Invitation, Role
from scorekeeper.record.sharing import accesses, attempts
from scorekeeper.web import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from web.visitor import Table

NOTHING = "Cette invitation ne marche pas"
CLOSED = "Ce carnet n’est plus ouvert ici"


def read_link(guest: Visitor, link: str) -> Page:
    return guest.press("/join", "/join", {"link": link})


def accept(guest: Visitor, link: str, typed: dict[str, str]) -> Page:
    """Follow a link, and accept the invitation with the choice of a name."""
    assert read_link(guest, link).location == "/join/who"
    return guest.press("/join/who", "/join/who", typed)


def invitation_link(owner: Visitor, table: Table, kind: str) -> str:
    """Create an invitation, and return the link that its page shows."""
    made = owner.press(f"{owner.carnet}/invite?soiree={table.soiree_id}", "/invite", {"kind": kind})
    found = re.search(r'id="link-told">([^<]+)<', owner.get(str(made.location)).html)
    assert found
    return found[1]


def name_row(page: Page) -> str:
    """The text of the highlighted row of the totals, or the number of highlighted rows."""
    rows = re.findall(r'<li data-side="\d" class="[^"]*\bown\b[^"]*">(.*?)</li>', page.html, re.DOTALL)
    return Page(0, rows[0]).text if len(rows) == 1 else str(len(rows))


@pytest.mark.parametrize(("kind", "writes", "whole"), [("soiree", 0, 0), ("reader", 0, 1), ("scorer", 1, 1)])
def test_an_invitation_grants_its_role(
    visitor: Visitor, stranger: Visitor, kind: str, *, writes: int, whole: int
) -> None:
    table, other = visitor.set_table(), visitor.set_table()
    link = invitation_link(visitor, table, kind)
    answer = accept(stranger, link, {"player": str(table.players["Luc"])})
    latest = other if whole else table
    assert (answer.status, answer.location) == (303, latest.partie)
    page = stranger.get(table.partie)
    assert "Luc (vous)" in name_row(page)
    assert ("/manches/new" in page.html) == bool(writes)
    assert stranger.get(other.partie).status == stranger.get(f"{visitor.carnet}/").status == (200 if whole else 404)
    token = page.form("/language/en").value("csrf_token")
    sent = stranger.post(table.new, {"csrf_token": str(token), "version": "1", **HAND})
    assert sent.status == (303 if writes else 404)


def test_the_token_is_in_no_address_sent_to_the_server(visitor: Visitor, stranger: Visitor) -> None:
    table = visitor.set_table()
    made = visitor.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"})
    link = invitation_link(visitor, table, "soiree")
    address, _, token = link.partition("#")
    assert (address, len(token)) == ("http://localhost/join", 32)
    answer = read_link(stranger, link)
    come_in = stranger.press("/join/who", "/join/who", {"name": "Mamie"})
    for one in (made.location, answer.location, come_in.location):
        assert token not in str(one)
    assert token not in stranger.get(table.partie).html


def test_the_link_is_shown_to_its_creator_only(visitor: Visitor) -> None:
    table, second = visitor.set_table(), join_carnet(visitor, Role.MARQUEUR)
    made = visitor.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"})
    address = str(made.location)
    assert 'class="qr' in visitor.get(address).html
    page = second.get(address)
    assert page.status == 200
    assert 'class="qr' not in page.html
    assert "join#" not in page.html
    assert second.get(table.partie).status == 200


def test_a_scorer_can_invite_readers_only(visitor: Visitor) -> None:
    second = join_carnet(visitor, Role.MARQUEUR)
    assert 'value="scorer"' not in second.get(f"{visitor.carnet}/invite").html
    assert second.press(f"{visitor.carnet}/invite", "/invite", {"kind": "scorer"}).status == 422
    assert second.press(f"{visitor.carnet}/invite", "/invite", {"kind": "reader"}).status == 303


def test_every_invalid_invitation_has_the_same_answer(visitor: Visitor, stranger: Visitor) -> None:
    number, token = invited(visitor)
    with visitor.writing():
        accesses.revoke(db.session.get_one(Invitation, number))
    unknown = steady(read_link(stranger, "nothing like a link").html)
    for sent in (token, "A" * 32, token[:20], ""):
        page = read_link(stranger, f"http://localhost/join#{sent}")
        assert page.status == 404
        assert NOTHING in page.text
        assert "Demandez-en une nouvelle" in page.text
        assert "jeudis" not in page.text
        assert steady(page.html) == unknown


def test_an_invitation_revoked_during_the_choice_of_a_name_grants_nothing(visitor: Visitor, stranger: Visitor) -> None:
    number, token = invited(visitor)
    read_link(stranger, f"#{token}")
    page = stranger.get("/join/who")
    with visitor.writing():
        accesses.revoke(db.session.get_one(Invitation, number))
    answer = stranger.send(page, "/join/who", {"name": "Mamie"})
    assert NOTHING in answer.text
    assert "jeudis" not in answer.text


def test_an_invalid_name_is_refused_with_its_input(visitor: Visitor, stranger: Visitor) -> None:
    _, token = invited(visitor)
    page = accept(stranger, token, {"name": "M" * 41})
    assert page.status == 422
    assert page.form("/join/who").value("name") == "M" * 41
    assert stranger.press("/join/who", "/join/who", {"player": "999"}).status == 422


def test_a_form_sent_twice_creates_one_access(visitor: Visitor, stranger: Visitor) -> None:
    number, token = invited(visitor)
    read_link(stranger, token)
    page, before = stranger.get("/join/who"), stranger.client.get_cookie(stranger.cookie_name)
    assert before is not None
    for _ in range(2):
        stranger.client.set_cookie(stranger.cookie_name, before.value)
        assert stranger.send(page, "/join/who", {"name": "Mamie"}).status == 303
        assert stranger.get(f"{visitor.carnet}/").status == 200
    with visitor.app.app_context():
        assert db.session.query(Access).filter_by(invitation_id=number).count() == 1


def test_an_invitation_never_reduces_an_access(visitor: Visitor) -> None:
    table = visitor.set_table()
    link = invitation_link(visitor, table, "reader")
    read_link(visitor, link)
    assert visitor.get("/join/who").location == table.partie
    assert visitor.get(f"{visitor.carnet}/settings").status == 200
    guest = join_carnet(visitor, table=table)
    accept(guest, link, {})
    assert guest.get(f"{visitor.carnet}/").status == 200
    with visitor.app.app_context():
        assert [one.role for one in accesses.list_accesses(visitor.row()).items] == [Role.SPECTATEUR, Role.OWNER]


def test_without_scripts_the_link_can_be_pasted(stranger: Visitor) -> None:
    page = stranger.get("/join")
    assert "Collez ici l’adresse" in page.text
    assert page.form("/join").value("link") == ""


def test_a_cached_page_has_the_row_and_buttons_of_each_reader(visitor: Visitor) -> None:
    table = visitor.set_table()
    readers = {
        name: join_carnet(visitor, table=table, joiner=accesses.Joiner(player_id=table.players[name]))
        for name in ("Anne", "Zoé")
    }
    scorer = join_carnet(visitor, Role.MARQUEUR, joiner=accesses.Joiner(player_id=table.players["Anne"]))
    for _ in range(2):
        for name, reader in readers.items():
            page = reader.get(table.partie)
            assert f"{name} (vous)" in name_row(page)
            assert "/undo" not in page.html
            assert "/manches/new" not in page.html
        assert "Anne (vous)" in name_row(scorer.get(table.partie))
        assert "/manches/new" in scorer.get(table.partie).html
        assert name_row(visitor.get(table.partie)) == "0"


def test_accesses_are_listed_and_revoked_one_by_one_or_all_at_once(visitor: Visitor) -> None:
    table = visitor.set_table()
    mamie, luc = (
        join_carnet(visitor, joiner=accesses.Joiner("Mamie")),
        join_carnet(visitor, table=table, joiner=accesses.Joiner("Luc")),
    )
    page = visitor.get(f"{visitor.carnet}/people")
    assert re.search(r"Luc spectateur d’une soirée · \d\d:\d\d", page.text)
    assert re.search(r"Mamie spectateur · \d\d:\d\d", page.text)
    assert visitor.send(page, "/remove").status == 303  # the first in the list is the latest
    assert [reader.get(table.partie).status for reader in (luc, mamie)] == [404, 200]
    assert visitor.press(f"{visitor.carnet}/people", "/people/close").status == 303
    assert mamie.get(table.partie).status == 404
    assert visitor.get(table.partie).status == 200


def test_a_revoked_access_closes_the_page_at_the_next_poll(visitor: Visitor) -> None:
    table = visitor.set_table()
    guest = join_carnet(visitor, table=table)
    poll = f"{table.partie}?known=1"
    assert guest.get(poll).status == 204
    visitor.press(f"{visitor.carnet}/people", "/revoke")
    answer = guest.get(poll, **{"HX-Request": "true", "HX-Boosted": "true"})
    assert answer.status == 404
    assert CLOSED in answer.text
    assert "demandez une nouvelle invitation" in answer.text
    assert guest.get("/").status == 200
    assert Visitor(visitor.app).get(poll).text.count(CLOSED) == 0


def test_leaving_removes_the_carnet_and_the_access(visitor: Visitor) -> None:
    mamie = join_carnet(visitor, joiner=accesses.Joiner("Mamie"))
    assert "Mamie" in visitor.get(f"{visitor.carnet}/people").text
    mamie.press(f"{visitor.carnet}/me", "/leave")
    assert mamie.get(f"{visitor.carnet}/").status == 404
    assert "Mamie" not in visitor.get(f"{visitor.carnet}/people").text


def test_another_access_becomes_the_owner(visitor: Visitor) -> None:
    luc = join_carnet(visitor, Role.MARQUEUR, joiner=accesses.Joiner("Luc"))
    assert luc.get(f"{visitor.carnet}/settings").status == 404
    visitor.press(f"{visitor.carnet}/people", "/hand-over")
    assert luc.get(f"{visitor.carnet}/settings").status == 200
    assert visitor.get(f"{visitor.carnet}/settings").status == 404
    assert visitor.get(f"{visitor.carnet}/people").status == 200


def test_the_name_of_an_access_can_be_changed(visitor: Visitor) -> None:
    table = visitor.set_table()
    address = f"{visitor.carnet}/me"
    visitor.press(address, "/me", {"player": str(table.players["Zoé"])})
    assert "Zoé (vous)" in name_row(visitor.get(table.partie))
    visitor.press(address, "/me", {"name": "Le patron"})
    assert name_row(visitor.get(table.partie)) == "0"
    assert "Le patron" in visitor.get(address).text


@pytest.mark.sweep("sends a hundred codes")
def test_wrong_codes_are_limited_over_all_workers_for_their_address_only(
    visitor: Visitor, application: Flask, tmp_path: Path
) -> None:
    code = visitor.get(f"{visitor.carnet}/code").html.split("<code>")[1].split("</code>")[0]
    config = application.config
    other_worker = create_app(
        {
            "DATABASE_URL": config["SQLALCHEMY_DATABASE_URI"],
            "SECRET_KEY": config["SECRET_KEY"],
            "INSTANCE": instances.with_caches(tmp_path),
        }
    )
    guesser, elsewhere, neighbour = Visitor(application), Visitor(other_worker), Visitor(application)
    for one, address in ((guesser, "2001:db8:0:7::1"), (elsewhere, "2001:db8:0:7::2"), (neighbour, "2001:db8:0:8::1")):
        one.client.environ_base["REMOTE_ADDR"] = address
    page = guesser.get("/open")
    statuses = [guesser.send(page, "/open", {"code": f"{number:016}"}).status for number in range(30)]
    assert statuses == [422] * 10 + [429] * 20
    refused = elsewhere.press("/join", "/join", {"link": "A" * 32})
    assert refused.status == 429
    assert "Trop d’essais : réessayez dans 10 min." in refused.refusal()
    assert neighbour.press("/open", "/open", {"code": "0" * 16}).status == 422
    assert elsewhere.press("/open", "/open", {"code": code}).status == 303


def test_a_refused_attempt_says_when_to_try_again(stranger: Visitor) -> None:
    page = stranger.get("/join")
    fields = page.form("/join").sent({"link": "A" * 32})
    answers = [stranger.client.post("/join", data=fields, headers=stranger.headers) for _ in range(11)]
    assert [one.status_code for one in answers] == [404] * 10 + [429]
    assert 590 <= int(answers[-1].headers["Retry-After"]) <= 600


def test_carnets_made_from_one_network_are_limited(application: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts.Counted.NEW_CARNET, "_value_", (dt.timedelta(hours=1), (2, 3)))

    def made(address: str) -> int:
        visitor = Visitor(application)
        visitor.client.environ_base["REMOTE_ADDR"] = address
        return visitor.press("/carnets", "/carnets", {"name": "Chez nous"}).status

    first, second, third = "198.51.100.1", "198.51.100.2", "198.51.100.3"
    assert [made(one) for one in (first, first, first, second, third)] == [303, 303, 429, 303, 429]
    assert [made("127.0.0.1") for _ in range(4)] == [303] * 4


def test_a_browser_is_told_when_its_cookie_is_full(visitor: Visitor) -> None:
    """Of 4,096 bytes a browser keeps nothing."""
    with visitor.client.session_transaction() as session:
        session["carnets"] |= {secrets.token_urlsafe(12): [number, 1] for number in range(1000, 1110)}
    longest, answer = 0, visitor.press("/carnets", "/carnets", {"name": "Un de plus"})
    while answer.status == 303:
        longest = max(map(len, visitor.client.get("/carnets").request.headers["Cookie"].split("; ")))
        answer = visitor.press("/carnets", "/carnets", {"name": "Un de plus"})
    assert "Ce navigateur ne peut garder plus de carnets" in answer.refusal()
    assert longest < 3900
    page = send(visitor, export_carnet(visitor))
    assert page.status == 422
    assert "Le carnet est importé." not in page.text


@pytest.mark.parametrize("address", ["people", "invite", "me", "people/partie"])
def test_these_pages_need_few_queries(visitor: Visitor, address: str) -> None:
    table = visitor.set_table()
    reader = join_carnet(visitor, Role.MARQUEUR, joiner=accesses.Joiner(player_id=table.players["Luc"]))
    for _ in range(12):
        join_carnet(visitor, table=table, joiner=accesses.Joiner(player_id=table.players["Zoé"]))
    asked = table.partie if address.endswith("partie") else f"{visitor.carnet}/{address}"
    reader.get(asked)
    with queries(visitor) as made:
        assert reader.get(asked).status == 200
    assert len(made) <= MOST_QUERIES
    assert sum("FROM access" in one and "JOIN carnet" in one for one in made) == 1


def test_the_way_back_from_an_invitation_is_to_the_partie(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{visitor.carnet}/invite?partie={table.partie_id}")
    assert f'class="back" href="{table.partie}"' in page.html
    made = visitor.send(page, "/invite", {"kind": "soiree"})
    assert f'class="back" href="{table.partie}"' in visitor.get(str(made.location)).html
    assert "Les parties du" in page.text
    assert visitor.get(f"{visitor.carnet}/invite?partie=999999999").status == 404


def test_a_guest_of_a_joined_soiree_sees_the_other(visitor: Visitor, stranger: Visitor) -> None:
    table, other = visitor.set_table(), visitor.set_table()
    link = invitation_link(visitor, table, "soiree")
    guest, elsewhere = join_carnet(visitor, table=table), join_carnet(visitor, table=visitor.set_table())
    before = guest.get(table.partie).status, guest.get(table.soiree).status, guest.get(other.partie).status
    assert before == (200, 200, 404)
    visitor.press(f"{other.soiree}/join", "/join", {"soiree": str(table.soiree_id)})
    assert guest.get(table.partie).status == guest.get(other.partie).status == 200
    for address in (table.soiree, f"{table.soiree}?known=1.1.1.1.0", f"{table.soiree}/screen"):
        screen = "/screen" if address.endswith("/screen") else ""
        for reader in (guest, visitor):
            answer = reader.get(address)
            assert (answer.status, answer.location) == (303, f"{other.soiree}{screen}")
        assert elsewhere.get(address).status == stranger.get(address).status == 404
    assert accept(stranger, link, {}).location == other.partie
    read_link(guest, link)
    assert guest.get("/join/who").status == 302
