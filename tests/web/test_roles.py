"""Who may ask what, over every address of the house; `docs/roles.md` has the whole matrix."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.role_matrix import IN, OUT, PRINTED, Crowd
from web.walk import UNDER_A_CARNET
from werkzeug.exceptions import HTTPException

from scorekeeper.web.roles import LEAST, Right

if TYPE_CHECKING:
    from flask import Flask

# Written down a second time, by what each is for: whoever only watches writes nothing but their own name and good-bye.
OWN_FORMS = {"people.say_who", "carnet.leave"}
OWNER_S = {
    *("carnet.settings", "carnet.rename", "carnet.code", "carnet.renew"),
    *("carnet.erase", "identity.anonymise"),
    *("people.remove", "people.hand_over", "people.revoke", "people.revoke_all"),
}
FOR_WRITING = {
    *("manches.new", "parties.rules", "players.edit", "soirees.new", "soirees.edit"),
    *("regrouping.choose", "regrouping.elsewhere", "seating.seats", "tables.rules"),
    *("people.show", "people.invite", "people.invitation", "stakes.edit"),
    *("exchange.show", "exchange.table", "exchange.whole"),
}
OF_A_SOIREE = ("/soirees/", "/parties/")
OUTSIDE = {"calculator", "first", "home", "imports", "install", "joining", "paper", "rules"}
_LINKS = re.compile(r'(?:href|action|formaction|hx-get)="(/c/[^"#?]*)')


@pytest.fixture(scope="module")
def crowd(house: Flask) -> Crowd:
    return Crowd(house)


def endpoint_of(house: Flask, method: str, address: str) -> str:
    return str(house.url_map.bind("localhost").match(address, method)[0])


def test_every_view_stands_in_the_table_and_nothing_else_does(house: Flask) -> None:
    known = {rule.endpoint for rule in house.url_map.iter_rules()}
    assert known == set(LEAST)
    for rule in house.url_map.iter_rules():
        assert (LEAST[rule.endpoint] > Right.ANYBODY) == rule.rule.startswith(UNDER_A_CARNET), rule


@pytest.mark.sweep("asks for every address as each sort of person")
def test_everybody_gets_what_the_table_says_and_no_more(crowd: Crowd, house: Flask) -> None:
    for (method, rule, address), row in crowd.matrix.items():
        asks = LEAST[endpoint_of(house, method, address)]
        if asks is Right.ANYBODY:
            assert row == IN * len(crowd.phones), address
        else:
            # A guest of another soirée has a name and a way out too.
            theirs = IN if asks is Right.GUEST and not re.search(r"/(?:soirees|parties)/", rule) else OUT
            assert row == OUT * asks + IN * (5 - asks) + theirs + OUT * 4, address


@pytest.mark.sweep("asks for every address as each sort of person")
def test_the_matrix_is_printed_as_it_is(crowd: Crowd) -> None:
    assert PRINTED.read_text(encoding="utf-8") == crowd.told(), "make roles prints it anew"


@pytest.mark.sweep("asks for every address as each sort of person")
def test_the_table_says_what_each_view_is_for(crowd: Crowd, house: Flask) -> None:
    for method, _, address in crowd.matrix:
        endpoint = endpoint_of(house, method, address)
        asks = LEAST[endpoint]
        inside = address.removeprefix(crowd.owner.carnet)
        if endpoint.split(".")[0] in OUTSIDE:
            assert asks is Right.ANYBODY, endpoint
        elif endpoint in OWNER_S:
            assert asks is Right.OWNER, endpoint
        elif endpoint in OWN_FORMS or endpoint == "people.me":
            assert asks is Right.GUEST, endpoint
        elif method == "POST" or endpoint in FOR_WRITING:
            assert asks is Right.SCORER, endpoint
        else:
            assert asks is (Right.GUEST if inside.startswith(OF_A_SOIREE) else Right.READER), endpoint


@pytest.mark.sweep("asks for every address as each sort of person")
@pytest.mark.parametrize("who", ["guest", "reader", "scorer", "owner"])
def test_no_page_offers_what_its_reader_may_not_do(crowd: Crowd, house: Flask, who: str) -> None:
    adapter = house.url_map.bind("localhost")
    right = {"guest": Right.GUEST, "reader": Right.READER, "scorer": Right.SCORER, "owner": Right.OWNER}[who]
    met = 0
    for (asking, address), page in crowd.pages.items():
        if asking != who or page.status != 200:
            continue
        for link in set(_LINKS.findall(page.html)):
            asked = {_match(adapter, link, method) for method in ("GET", "POST")} - {None}
            met += 1
            assert asked, (address, link)
            assert any(LEAST[str(endpoint)] <= right for endpoint in asked), (address, link)
            if who == "guest" and re.search(r"/(?:soirees|parties)/\d", link):
                own = (f"/soirees/{crowd.full.table.soiree_id}", f"/parties/{crowd.full.table.partie_id}")
                assert any(one in link for one in own), (address, link)
        if right < Right.SCORER:
            posts = {form.action for form in page.forms if _match(adapter, form.action, "POST")}
            posts = {one for one in posts if one.startswith("/c/")}
            kept = {f"{crowd.owner.carnet}/me", f"{crowd.owner.carnet}/leave"}
            assert {one for one in posts if "/desk" not in one} <= kept, (address, posts)
    assert met > 20


def _match(adapter: object, link: str, method: str) -> str | None:
    try:
        return str(adapter.match(link, method)[0])  # type: ignore[attr-defined]
    except HTTPException:
        return None
