"""A browser without access gets a 404 for every address of a carnet, by every method."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from web.full_carnet import UNDER_A_CARNET, Full, addresses, furnish
from web.visitor import Visitor, refused, steady

from scorekeeper.record.database import db
from scorekeeper.record.models import Access
from scorekeeper.record.sharing.recovery_code import code_digest

pytestmark = pytest.mark.sweep("visits every page")


@pytest.fixture
def full(visitor: Visitor) -> Full:
    return furnish(visitor)


def under_a_carnet(visitor: Visitor, full: Full, method: str) -> list[str]:
    return [address for rule, address in addresses(visitor.app, method, full.ids) if rule.startswith(UNDER_A_CARNET)]


def set_access(visitor: Visitor, **changed: object) -> None:
    with visitor.writing() as session:
        access = session.scalars(select(Access).where(Access.carnet_id == visitor.row().id).order_by(Access.id)).first()
        assert access is not None
        for name, value in changed.items():
            setattr(access, name, value)


def test_the_full_carnet_has_an_id_for_every_address(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    assert len(under_a_carnet(visitor, full, "GET")) >= 14
    assert len(under_a_carnet(visitor, full, "POST")) >= 25
    rules = [rule for method in ("GET", "POST") for rule, _ in addresses(visitor.app, method, full.ids)]
    for name in full.ids:
        assert any(f"{name}>" in rule for rule in rules), name


def test_the_owner_reads_every_address(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    for address in under_a_carnet(visitor, full, "GET"):
        # A former address leads to the page of today.
        assert visitor.get(address).status in {200, 302}, address


@pytest.mark.parametrize("with_other", [False, True], ids=["no carnet", "another carnet"])
def test_a_stranger_sees_nothing_of_a_carnet(
    stranger: Visitor, full_carnet: tuple[Visitor, Full], *, with_other: bool
) -> None:
    visitor, full = full_carnet
    if with_other:
        stranger.open_carnet()
    token = stranger.get("/carnets").form("/carnets").value("csrf_token")
    pages = [stranger.get(address) for address in under_a_carnet(visitor, full, "GET")]
    for address in under_a_carnet(visitor, full, "POST"):
        pages.append(stranger.post(address, {"csrf_token": token, "version": "5", "name": "Luc"}))
        pages.append(stranger.post(address, {"version": "5"}))
    for page in pages:
        assert page.status == 404
        assert "Anne" not in page.text
        assert "Rien à cette adresse" in page.text


def test_an_inaccessible_carnet_is_answered_like_an_unknown_one(
    stranger: Visitor, full_carnet: tuple[Visitor, Full]
) -> None:
    visitor, full = full_carnet
    token = stranger.get("/carnets").form("/carnets").value("csrf_token")
    for method in ("GET", "POST"):
        for address in under_a_carnet(visitor, full, method):
            other = address.replace(visitor.key, "x" * len(visitor.key))
            if method == "GET":
                one, two = stranger.get(address), stranger.get(other)
            else:
                one, two = (stranger.post(path, {"csrf_token": token}) for path in (address, other))
            assert one.status == two.status == 404
            assert steady(one.html.replace(visitor.key, "")) == steady(two.html.replace("x" * len(visitor.key), ""))
            if method == "POST":
                answers = [stranger.client.post(path, json={}).status_code for path in (address, other)]
                assert answers[0] == answers[1]


def test_rows_of_a_carnet_are_not_found_under_another(visitor: Visitor, stranger: Visitor, full: Full) -> None:
    other = stranger.open_carnet()
    token = other.get(other.carnet + "/players").form("/players").value("csrf_token")
    foreign = {**full.ids, "carnet_key": other.key}
    seen = 0
    for method in ("GET", "POST"):
        for rule, address in addresses(visitor.app, method, foreign):
            if not rule.startswith(UNDER_A_CARNET) or "_id>" not in rule:
                continue
            seen += 1
            page = other.get(address) if method == "GET" else other.post(address, {"csrf_token": token, "version": "5"})
            assert page.status == 404, address
    assert seen > 20
    assert visitor.totals(full.table) == [(5, 4, 16, 1), (5, 4, 19, 24)]


def test_rows_of_another_partie_are_not_found_under_one_s_own(stranger: Visitor, full: Full) -> None:
    other = stranger.open_carnet()
    mine = other.with_manche()
    token = other.get(mine.partie).form("/undo").value("csrf_token")
    manche, preset = full.ids["manche_id"], full.ids["preset_id"]
    assert other.get(f"{mine.partie}/manches/{manche}").status == 404
    for path in (
        f"{mine.partie}/manches/{manche}",
        f"{mine.partie}/manches/{manche}/delete",
        f"{mine.soiree}/presets/{preset}/delete",
    ):
        assert other.post(path, {"csrf_token": token, "version": "2"}).status == 404, path
    seats = [str(player) for player in full.table.players.values()]
    page = other.post(f"{mine.soiree}/rules", {"csrf_token": token, "game": "hearts", "seat": seats, "dealer": "0"})
    refused(page, "n’est pas de ce carnet")
    assert "Anne" not in other.get(f"{mine.soiree}/table?seat={seats[0]}").form("/table").fields
    page = other.get(f"{mine.soiree}/rules?" + "&".join(f"seat={seat}" for seat in seats))
    assert "Maxence" not in page.main()


def test_a_revoked_access_opens_nothing(visitor: Visitor, full: Full) -> None:
    page = visitor.get(full.table.partie)
    set_access(visitor, generation=2)
    for address in under_a_carnet(visitor, full, "GET"):
        assert visitor.get(address).status == 404
    assert visitor.send(page, "/undo").status == 404
    assert "Les jeudis" not in visitor.get("/carnets").text
    assert "Bienvenue" in visitor.get("/").html


def test_a_revoked_device_gets_no_access_by_sending_its_first_form_again(stranger: Visitor) -> None:
    first = stranger.get("/carnets")
    answer = stranger.send(first, "/carnets", {"name": "Les jeudis"})
    assert answer.location is not None
    stranger.key = answer.location.split("/")[2]
    assert stranger.get(stranger.carnet + "/").status == 200
    set_access(stranger, generation=2)
    assert stranger.get(stranger.carnet + "/").status == 404
    stranger.send(first, "/carnets", {"name": "Les jeudis"})
    assert stranger.get(stranger.carnet + "/").status == 404


def test_a_cookie_with_another_signature_opens_nothing(visitor: Visitor, full: Full) -> None:
    cookie = visitor.client.get_cookie(visitor.cookie_name)
    assert cookie is not None
    payload, *rest = cookie.value.rsplit(".", 2)
    for forged in (payload, f"{payload}.{rest[0]}.AAAA", "", "x" * 4000, ".".join([payload[:-2][::-1], *rest])):
        browser = Visitor(visitor.app)
        browser.client.set_cookie(browser.cookie_name, forged)
        assert browser.get(full.table.partie).status == 404
        assert browser.get("/").status == 200


def test_the_cookie_is_hidden_from_scripts_and_other_sites(visitor: Visitor) -> None:
    answer = visitor.client.get("/carnets")
    cookies = answer.headers.getlist("Set-Cookie")
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie for cookie in cookies)
    assert cookies
    secure = visitor.app.test_client().get("/carnets", base_url="https://lamarque.example")
    assert "Secure" in secure.headers["Set-Cookie"]


def test_the_first_page_lists_several_carnets(stranger: Visitor) -> None:
    first = stranger.open_carnet("Les jeudis").carnet
    assert stranger.get("/").location == f"{first}/"
    second = stranger.open_carnet("Les dimanches").carnet
    page = stranger.get("/")
    assert (page.status, "Les jeudis" in page.text, "Les dimanches" in page.text) == (200, True, True)
    assert {stranger.get(f"{one}/").status for one in (first, second)} == {200}


def test_a_carnet_is_not_erased_by_leaving_it(visitor: Visitor) -> None:
    code = visitor.get(f"{visitor.carnet}/code").html
    visitor.press(f"{visitor.carnet}/me", "/leave")
    assert "n’est plus ouvert sur ce téléphone" in visitor.get("/").text
    assert visitor.get(f"{visitor.carnet}/").status == 404
    typed = code.split("<code>")[1].split("</code>")[0]
    assert visitor.press("/open", "/open", {"code": typed}).location == f"{visitor.carnet}/"
    assert visitor.get(f"{visitor.carnet}/").status == 200


def test_the_code_opens_the_carnet_on_another_device(visitor: Visitor, stranger: Visitor) -> None:
    table = visitor.set_table()
    code = visitor.get(f"{visitor.carnet}/code").html.split("<code>")[1].split("</code>")[0]
    assert len(code.split("-")) == 4
    wrong = stranger.press("/open", "/open", {"code": "0000-0000-0000-0000"})
    refused(wrong, "Aucun carnet n’a ce code")
    assert wrong.form("/open").value("code") == "0000-0000-0000-0000"
    opened = stranger.press("/open", "/open", {"code": code.lower().replace("-", " ")})
    assert (opened.status, opened.location) == (303, f"{visitor.carnet}/")
    stranger.key = visitor.key
    assert stranger.record(table).status == 303
    (manche,) = visitor.manche_ids(table)
    assert "un autre téléphone" in visitor.get(f"{table.partie}/manches/{manche}").text
    assert "ce téléphone" in stranger.get(f"{table.partie}/manches/{manche}").text
    visitor.press(f"{visitor.carnet}/settings", "/code")
    third = Visitor(visitor.app)
    assert third.press("/open", "/open", {"code": code}).status == 422
    assert stranger.get(table.partie).status == 200
    with visitor.app.app_context():
        assert db.session.query(Access).filter_by(carnet_id=visitor.row().id).count() == 2


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.example", "Host": "cards.example"}, 403),
        ({"Origin": "http://["}, 400),
        # A proxy that passes on « localhost » hides the name that the browser used, and some hide the port.
        ({"Origin": "https://evil.example"}, 400),
        ({"Origin": "http://localhost:9999"}, 400),
        ({"Origin": "null"}, 400),
    ],
    ids=str,
)
def test_a_form_of_another_site_is_not_offered_again(stranger: Visitor, headers: dict[str, str], status: int) -> None:
    page = stranger.post("/open", {"code": "0123 4567 89AB CDEF"}, **headers)
    assert page.status == status
    assert "envoyé par un autre site" in page.text
    assert "0123" not in page.html
    assert not any(form.action.endswith("/open") for form in page.forms)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
        {"Origin": "http://[fd00::1]:8000", "Host": "[fd00::1]:8000"},
    ],
    ids=str,
)
def test_a_form_of_the_app_without_a_valid_token_is_offered_again(stranger: Visitor, headers: dict[str, str]) -> None:
    page = stranger.post("/open", {"code": "0123 4567 89AB CDEF"}, **headers)
    assert page.status == 400
    assert page.form("/open").value("code") == "0123 4567 89AB CDEF"


def test_the_cookie_is_sent_again_once_a_month_and_no_more_often(visitor: Visitor) -> None:
    """A browser deletes a cookie after 400 days, so a cookie in use must be set again before."""
    table = visitor.set_table()

    def sent() -> int:
        return len(visitor.client.get(table.partie, headers=visitor.headers).headers.getlist("Set-Cookie"))

    visitor.get(table.partie)
    assert sent() == 0
    with visitor.client.session_transaction() as session:
        session["month"] = "2020-01"
    assert [sent(), sent()] == [1, 0]


def test_an_old_code_opens_the_carnet_until_it_is_renewed(visitor: Visitor, stranger: Visitor) -> None:
    """A code from before codes were derived cannot be shown; it is valid until its owner requests a new one."""
    old = "A0B1C2D3E4F5G6H7"
    with visitor.writing():
        visitor.row().code_digest = code_digest(old)
    page = visitor.get(f"{visitor.carnet}/code")
    assert page.status == 200
    assert "il ne peut plus s’afficher" in page.text
    assert stranger.press("/open", "/open", {"code": old}).location == f"{visitor.carnet}/"
    assert visitor.press(f"{visitor.carnet}/code", "/code").location == f"{visitor.carnet}/code"
    new = visitor.get(f"{visitor.carnet}/code").html.split("<code>")[1].split("</code>")[0]
    third = Visitor(visitor.app)
    assert third.press("/open", "/open", {"code": old}).status == 422
    assert third.press("/open", "/open", {"code": new}).location == f"{visitor.carnet}/"
