"""The right that every address requires; `docs/roles.md` has the whole matrix, which is compared with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.full_carnet import UNDER_A_CARNET
from web.role_matrix import DOCUMENT, IN, OUT, RoleMatrix
from werkzeug.exceptions import HTTPException

from scorekeeper.web.core.roles import REQUIRED_RIGHTS, Right

if TYPE_CHECKING:
    from flask import Flask

# The rights a second time, by the purpose of each view: a spectator may only set their own name and leave.
OWN_FORMS = {"people.say_who", "carnet.leave"}
OWNER_ONLY = {
    *("carnet.settings", "carnet.rename", "carnet.code", "carnet.renew"),
    *("carnet.erase", "identity.anonymise"),
    *("people.remove", "people.hand_over", "people.revoke", "people.revoke_all"),
    *("questions.show", "questions.remove"),
}
FOR_WRITING = {
    *("manches.new", "parties.rules", "players.edit", "soirees.new", "soirees.edit"),
    *("regrouping.choose", "regrouping.elsewhere", "seating.seats", "tables.rules"),
    *(
        "people.show",
        "people.invite",
        "people.invitation",
        "stakes.edit",
        "repairs.dealer",
        "repairs.players",
        "replacing.show",
    ),
    *("exchange.show", "exchange.table", "exchange.whole"),
}
OF_A_SOIREE = ("/soirees/", "/parties/")
OUTSIDE = {"calculator", "first", "home", "imports", "install", "joining", "paper", "rules"}
_LINKS = re.compile(r'(?:href|action|formaction|hx-get)="(/c/[^"#?]*)')


@pytest.fixture(scope="module")
def answers(application: Flask) -> RoleMatrix:
    return RoleMatrix(application)


def endpoint_of(application: Flask, method: str, address: str) -> str:
    return str(application.url_map.bind("localhost").match(address, method)[0])


def test_the_table_of_rights_has_exactly_the_views_of_the_app(application: Flask) -> None:
    known = {rule.endpoint for rule in application.url_map.iter_rules()}
    assert known == set(REQUIRED_RIGHTS)
    for rule in application.url_map.iter_rules():
        assert (REQUIRED_RIGHTS[rule.endpoint] > Right.ANYONE) == rule.rule.startswith(UNDER_A_CARNET), rule


@pytest.mark.sweep("requests every address with each role")
def test_each_role_gets_the_addresses_of_its_right_and_no_others(answers: RoleMatrix, application: Flask) -> None:
    for (method, rule, address), row in answers.matrix.items():
        right = REQUIRED_RIGHTS[endpoint_of(application, method, address)]
        if right is Right.ANYONE:
            assert row == IN * len(answers.devices), address
        else:
            # A guest of another soirée may set a name and leave too.
            theirs = IN if right is Right.GUEST and not re.search(r"/(?:soirees|parties)/", rule) else OUT
            assert row == OUT * right + IN * (5 - right) + theirs + OUT * 4, address


@pytest.mark.sweep("requests every address with each role")
def test_the_document_is_the_matrix(answers: RoleMatrix) -> None:
    assert answers.document() == DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.sweep("requests every address with each role")
def test_each_view_requires_the_right_of_its_purpose(answers: RoleMatrix, application: Flask) -> None:
    for method, _, address in answers.matrix:
        endpoint = endpoint_of(application, method, address)
        right = REQUIRED_RIGHTS[endpoint]
        inside = address.removeprefix(answers.owner.carnet)
        if endpoint.split(".")[0] in OUTSIDE:
            assert right is Right.ANYONE, endpoint
        elif endpoint in OWNER_ONLY:
            assert right is Right.OWNER, endpoint
        elif endpoint in OWN_FORMS or endpoint == "people.me":
            assert right is Right.GUEST, endpoint
        elif method == "POST" or endpoint in FOR_WRITING:
            assert right is Right.SCORER, endpoint
        else:
            assert right is (Right.GUEST if inside.startswith(OF_A_SOIREE) else Right.READER), endpoint


@pytest.mark.sweep("requests every address with each role")
@pytest.mark.parametrize("who", ["guest", "reader", "scorer", "owner"])
def test_no_page_links_to_an_address_that_its_reader_may_not_request(
    answers: RoleMatrix, application: Flask, who: str
) -> None:
    adapter = application.url_map.bind("localhost")
    right = {"guest": Right.GUEST, "reader": Right.READER, "scorer": Right.SCORER, "owner": Right.OWNER}[who]
    count = 0
    for (role, address), page in answers.pages.items():
        if role != who or page.status != 200:
            continue
        for link in set(_LINKS.findall(page.html)):
            endpoints = {_match(adapter, link, method) for method in ("GET", "POST")} - {None}
            count += 1
            assert endpoints, (address, link)
            assert any(REQUIRED_RIGHTS[str(endpoint)] <= right for endpoint in endpoints), (address, link)
            if who == "guest" and re.search(r"/(?:soirees|parties)/\d", link):
                own = (f"/soirees/{answers.full.table.soiree_id}", f"/parties/{answers.full.table.partie_id}")
                assert any(one in link for one in own), (address, link)
        if right < Right.SCORER:
            posts = {form.action for form in page.forms if _match(adapter, form.action, "POST")}
            posts = {one for one in posts if one.startswith("/c/")}
            allowed = {f"{answers.owner.carnet}/me", f"{answers.owner.carnet}/leave"}
            assert {one for one in posts if "/desk" not in one} <= allowed, (address, posts)
    assert count > 20


def _match(adapter: object, link: str, method: str) -> str | None:
    try:
        return str(adapter.match(link, method)[0])  # type: ignore[attr-defined]
    except HTTPException:
        return None
