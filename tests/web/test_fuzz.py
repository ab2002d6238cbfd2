"""Random requests: the answer is never an error of the server, and always a page."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.selection import examples
from web.full_carnet import Full, addresses, furnish
from web.visitor import Table, Visitor
from werkzeug.datastructures import MultiDict

from scorekeeper.games import GAMES
from scorekeeper.record.database import db
from scorekeeper.record.models import Access, Carnet, Partie, Role, Soiree

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

pytestmark = pytest.mark.sweep("sends junk to every address")

SERVER_ERROR = 500
FIELDS = [
    *(f"H-{seat}" for seat in range(4)),
    *(f"points-{side}" for side in range(4)),
    *(f"option-{option.name}" for game in GAMES.values() for option in game.options),
    *("QS", "by", "moon", "volte", "note", "penalty_side", "penalty_points", "penalty_reason"),
    *("version", "request_id", "revokes", "price"),
    *(f"{kind}-{seat}" for kind in ("tricks", "nil", "bid") for seat in range(4)),
    *("bid", "back", "exact"),
    *("switch", "said", "volte_sure", "go", "choose"),
    *("cut", "cut-0", "cut-1", "trick", "call", "elder"),
    *("card", "leader", "since", "stand", "hand", "false", "cards"),
    *("answer", "words", "play", "rule"),
    *("notes", "soiree", "around"),
    *("kind", "player", "link"),
    *("per", "amount", "sign", "other", "lines"),
    *(
        "name",
        "code",
        "held_on",
        "place",
        "seat",
        "game",
        "preset",
        "preset_name",
        "dealer",
        "dealer_by_first",
        "next",
        "unknown",
    ),
]
NASTY = [
    *("", " ", "0", "1", "2", "3", "5", "13", "14", "26", "-1", "−5", "1,5", "1e3", "0x1", "²", "٣", "NaN"),
    *("Infinity", "1e999", "null", "true", "[]", "{}", '"\\ud800"', '"36"', "9" * 30, "-" + "9" * 30, "+5", "--5"),
    *("points", "taken", "choice", "self_minus", "others_plus", "any", "none", "off", "draw", "hearts", "belmont"),
    *("spades", "nil", "blind_nil"),
    *("2026-11-21", "2026-02-30", "0000-00-00", "9999-12-31", "\x00", "a\x00b", "\r\n", "\u202e", "\ufeff", "\u3164"),
    *("%s", "%(name)s", "{{ 7*7 }}", "<script>", "' OR 1=1 --", "../..", "http://[", "//evil", "🦊" * 50, "x" * 3000),
]
# The fields of a coup of Piquet, and the values of its buttons.
COUP = [
    *("by", "play", "carte_blanche", "point", "point_cards", "runs", "run_lengths", "sets", "set_cards", "fault"),
    *("last", "elder_run", "elder_points", "trick", "low", "back", "call", "switch"),
    *(f"answer-{name}" for name in ("point", "sequences", "sets")),
    *(f"{name}-{seat}" for name in ("tricks", "trick_points", "point", "pips", "sets") for seat in range(2)),
    *(f"card-{code}" for code in ("AS", "KS", "7D")),
    *(f"{name}-{seat}-{index}" for name in ("run", "top") for seat in range(2) for index in range(4)),
    *(f"{name}-{number}" for name in ("trick", "low") for number in range(12)),
]
ANSWERS = [
    *(
        "scored",
        "declared",
        "hands",
        "counts",
        "called",
        "check",
        "good",
        "not_good",
        "equal",
        "lead",
        "win",
        "8",
        "12",
    ),
    *(
        "3.1",
        "3.2",
        "8.1",
        "9.9",
        "3.",
        ".3",
        "A.4",
        "K.3",
        "K.4",
        "10.3",
        "8.4",
        "A",
        "K",
        "10",
        "9",
        "AS",
        "KS",
        "2S",
    ),
    *("AS 7H", "10H", "7C", "void:PI-32", "void:", "void:PI-1", "loses_partie:0", "loses_partie:9", "short_hand:1"),
    *("false_declaration:0", "false_declaration:", ":", "::", "7"),
]
# The fields of the page of the cards, and the values of its buttons.
CARD_FIELDS = [
    "card",
    "leader",
    "seat",
    "since",
    "stand",
    "price",
    "revokes",
    "hand",
    "moon",
    "false",
    "note",
    "penalty_points",
    "trick",
]
CODES = [
    "2C",
    "AC",
    "QS",
    "7H",
    "10D",
    "KS",
    "AS",
    "X1",
    "1C",
    "10",
    "♣",
    "AS AS",
    "2c",
    "-1",
    "0",
    "1",
    "4",
    "51",
    "52",
]
PLACES = ["", "/hand", "/back", "/record", "/away"]
# The tools of the rules, and the arguments of their addresses.
TOOLS = ["cards", "trick", "card", "pile", "irregularities", "what-if", "x"]
QUERY_FIELDS = [
    *("card", "fell", "hand", "leader", "dealer", "seats", "seat", "later", "said", "last", "manche", "if", "switch"),
    *("team", "tricks", "bid-0", "bid-2", "nil-0", "nil-2", "deck", "teams", "moon", "joker_tie", "first_trick_spades"),
]
values = st.one_of(st.sampled_from(NASTY), st.text(max_size=12), st.integers().map(str))
saying = st.one_of(st.sampled_from(ANSWERS), values)
coups = st.dictionaries(st.sampled_from(COUP), st.one_of(saying, st.lists(saying, max_size=14)), max_size=14)
forms = st.dictionaries(st.sampled_from(FIELDS), st.one_of(values, st.lists(values, max_size=3)), max_size=10)
tapped = st.one_of(st.sampled_from(CODES), values)
taps = st.dictionaries(st.sampled_from(CARD_FIELDS), st.one_of(tapped, st.lists(tapped, max_size=14)), max_size=6)
many = settings(max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])


class Fuzzed:
    """A carnet with rows of every kind, restored after every request."""

    def __init__(self, app: Flask) -> None:
        self.visitor = Visitor(app).open_carnet()
        self.full: Full = furnish(self.visitor)
        page = self.visitor.get(self.full.table.partie)
        self.token = page.form("/undo").value("csrf_token")
        cookie = self.visitor.client.get_cookie(self.visitor.cookie_name)
        assert cookie is not None
        self.cookie = cookie.value
        with app.app_context():
            self.own = db.session.query(Access.id).filter_by(carnet_id=self.visitor.row().id).order_by(Access.id)[0][0]
        self.posts = [address for _, address in addresses(app, "POST", self.full.ids)]
        self.gets = [address for _, address in addresses(app, "GET", self.full.ids)]

    def revive(self, table: Table | None = None) -> int:
        """Restore what was deleted, and return the version of the partie: the first one, or that of `table`."""
        self.visitor.client.set_cookie(self.visitor.cookie_name, self.cookie)
        with self.visitor.writing():
            table = table or self.full.table
            partie = db.session.get_one(Partie, table.partie_id)
            soiree = db.session.get_one(Soiree, table.soiree_id)
            partie.deleted_at = partie.abandoned_at = soiree.deleted_at = None
            own = db.session.get_one(Access, self.own)
            own.role, own.generation, own.gone_at = Role.OWNER, 1, None
            return partie.version

    def post(self, address: str, **request: Any) -> TestResponse:  # noqa: ANN401 - what a client may send
        headers = {**self.visitor.headers, "X-CSRFToken": self.token or ""}
        return self.visitor.client.post(address, headers=headers, **request)


@pytest.fixture(scope="module")
def fuzzed(application: Flask) -> Fuzzed:
    return Fuzzed(application)


def assert_answered(answer: TestResponse, address: str) -> None:
    """Assert that the answer is a page of the app or a redirect, not an error of the server or of the framework."""
    assert answer.status_code < SERVER_ERROR, address
    assert answer.status_code in {200, 302, 303, 400, 404, 405, 409, 411, 413, 422, 429}, address
    if answer.status_code >= 400:
        assert answer.mimetype == "text/html"
        assert "La Marque" in answer.get_data(as_text=True), address
    if answer.status_code == 303:
        assert answer.headers["Location"].startswith("/")


@many
@given(typed=forms, chance=st.randoms(use_true_random=False), fresh=st.booleans())
@example(typed={"volte": "²"}, chance=random.Random(1), fresh=True)
@example(typed={"next": "http://["}, chance=random.Random(1), fresh=True)
@example(typed={"option-moon": '"\\ud800"'}, chance=random.Random(1), fresh=True)
@example(typed={"penalty_reason": "a\x00b", "penalty_points": "5"}, chance=random.Random(1), fresh=True)
def test_no_form_causes_a_server_error(
    fuzzed: Fuzzed, typed: dict[str, Any], chance: random.Random, *, fresh: bool
) -> None:
    for address in chance.sample(fuzzed.posts, 6):
        version = fuzzed.revive()
        whole = {**typed, "version": str(version), "request_id": chance.random()} if fresh else typed
        assert_answered(fuzzed.post(address, data=whole), address)


@many
@given(st.sampled_from(NASTY), st.sampled_from(["bid", "seat", "back", "exact", "tricks-0", "nil-1"]), values)
@example("²", "bid", "3")
@example("²", "seat", "3")
@example("2", "exact", "3")
def test_no_bid_and_no_result_causes_a_server_error(fuzzed: Fuzzed, value: str, name: str, bid: str) -> None:
    table = fuzzed.full.spades
    for address in (f"{table.partie}/begin", table.new):
        version = fuzzed.revive(table)
        typed = {"bid": bid, name: value, "version": str(version), "request_id": f"{version} {name}"}
        assert_answered(fuzzed.post(address, data=typed), address)
        assert fuzzed.visitor.get(table.partie).status == 200


@many
@given(typed=coups, started=st.booleans())
@example(typed={"trick": "²"}, started=True)
@example(typed={"by": "rien", "play": "rien"}, started=False)
@example(typed={"by": "../hearts/_facts"}, started=True)
@example(typed={"by": "hands", "card-AS": ["0"] * 300, "card-KS": "²", "switch": "check"}, started=False)
@example(typed={"by": "declared", "run-0-0": "²", "top-0-0": "?", "switch": "check"}, started=False)
@example(typed={"by": "declared", "run-0-0": "99999999999", "point-0": "999999999"}, started=True)
@example(typed={"run_lengths": ["8.99"], "runs": "0", "set_cards": ["A.²"], "sets": "7"}, started=True)
@example(typed={"play": "called", **{f"trick-{number}": "²" for number in range(12)}}, started=True)
def test_no_coup_causes_a_server_error(fuzzed: Fuzzed, typed: dict[str, Any], *, started: bool) -> None:
    """Sent as a result, as the start of a coup, and during one; the page can be read after each."""
    table = fuzzed.full.piquet
    if not started:
        version = fuzzed.revive(table)
        fuzzed.post(f"{table.partie}/undo", data={"version": str(version), "request_id": f"undo {version}"})
    for address in (f"{table.partie}/begin", table.new):
        version = fuzzed.revive(table)
        whole = {**typed, "version": str(version), "request_id": f"{version} {address}"}
        assert_answered(fuzzed.post(address, data=whole), address)
        for page in ("", "?entry=open&announce=1"):
            assert fuzzed.visitor.get(f"{table.partie}{page}").status == 200


@many
@given(
    taps,
    st.sampled_from(["cards", "spades", "piquet"]),
    st.lists(st.sampled_from(["AS", "7S", "KS", "2C"]), max_size=4),
    st.permutations(PLACES).map(lambda places: places[:2]),
)
@example({"card": "²", "seat": "²", "leader": "²"}, "cards", [], PLACES)
@example({"since": "²", "card": "\u202e", "hand": ["\x00"] * 13, "seat": "0"}, "cards", ["2C"], PLACES)
@example({"hand": ["AC"] * 300, "seat": "3"}, "cards", ["2C", "AS"], PLACES)
@example({"false": "²", "moon": "²", "penalty_points": "²"}, "piquet", ["AS", "7S"], PLACES)
@example({"leader": "1", "card": "2C", "seat": "1"}, "spades", [], PLACES)
def test_no_card_causes_a_server_error(
    fuzzed: Fuzzed, typed: dict[str, Any], which: str, down: list[str], places: list[str]
) -> None:
    """Sent to the addresses of the cards, before and after some are played; the page can be read after each."""
    table: Table = getattr(fuzzed.full, which)
    for place in places:
        version = fuzzed.revive(table)
        for number, code in enumerate(down):
            laid = {
                "card": code,
                "leader": "0",
                "stand": "1",
                "version": str(version),
                "request_id": f"{version} {number}",
            }
            assert_answered(fuzzed.post(f"{table.partie}/cards", data=laid), code)
            version = fuzzed.revive(table)
        address = f"{table.partie}/cards{place}"
        whole = {**typed, "version": str(version), "request_id": f"{version} {address}"}
        assert_answered(fuzzed.post(address, data=whole), address)
        assert fuzzed.visitor.get(table.partie).status == 200
        query = [("entry", "open"), *((name, str(value)) for name, value in typed.items())]
        for page in (f"{table.partie}/cards", table.partie):
            assert_answered(fuzzed.visitor.client.get(page, query_string=query), page)


@many
@given(typed=coups, depth=st.sampled_from([{}, {"by": "declared"}, {"by": "hands"}, {"play": "called"}]))
def test_no_correction_of_a_coup_causes_a_server_error(
    fuzzed: Fuzzed, typed: dict[str, Any], depth: dict[str, str]
) -> None:
    table = fuzzed.visitor.set_table("Anne", "Luc", game="piquet")
    assert fuzzed.visitor.record(table, {"tricks-0": "5", "last": "1"}).status == 303
    (only,) = fuzzed.visitor.manche_ids(table)
    address = f"{table.partie}/manches/{only}"
    version = fuzzed.revive(table)
    sent = {"tricks-0": "5", "last": "1", **depth, **typed, "version": str(version), "request_id": f"{table.partie_id}"}
    assert_answered(fuzzed.post(address, data=sent), address)
    for page in (address, table.partie):
        assert fuzzed.visitor.get(page).status == 200


@many
@given(
    query=st.lists(
        st.tuples(
            st.sampled_from(["hand-0", "hand-1", "card-AS", "card-QS", "carte_blanche", "repic", "elder"]), saying
        )
    ),
    whole=st.booleans(),
)
@example(query=[("hand-0", "²"), ("carte_blanche", "²"), ("repic", "\x00")], whole=True)
def test_no_request_of_the_calculator_causes_a_server_error(
    fuzzed: Fuzzed, query: list[tuple[str, str]], *, whole: bool
) -> None:
    """Random cards, after a whole hand or alone."""
    hand = [("hand-0", f"{rank}{suit}") for rank in ("A", "K", "9") for suit in "SHCD"] if whole else []
    answer = fuzzed.visitor.client.get("/calculator/piquet", query_string=[*hand, *query])
    assert answer.status_code == 200


@many
@given(
    query=st.lists(st.tuples(st.sampled_from(QUERY_FIELDS), tapped), max_size=8),
    chance=st.randoms(use_true_random=False),
)
@example(query=[("card", "A" * 3000), ("seats", "8"), ("deck", "belmont"), ("teams", "true")], chance=random.Random(1))
@example(query=[("fell", "2C.2C.♣"), ("hand", "²"), ("said", "yny")], chance=random.Random(1))
@example(query=[("tricks", "13"), ("bid-0", "blind_nil"), ("bid-2", "\x00"), ("nil-0", "²")], chance=random.Random(1))
def test_no_request_of_a_tool_causes_a_server_error(
    fuzzed: Fuzzed, query: list[tuple[str, str]], chance: random.Random
) -> None:
    fuzzed.revive()
    tables = [f"{table.partie}/desk" for table in (fuzzed.full.table, fuzzed.full.piquet, fuzzed.full.cards)]
    for start in (*tables, *(f"/rules/{slug}" for slug in GAMES)):
        address = f"{start}/tools/{chance.choice(TOOLS)}"
        answer = fuzzed.visitor.client.get(address, query_string=query, headers=fuzzed.visitor.headers)
        assert answer.status_code in {200, 302, 404}, (address, query)


@many
@given(typed=st.one_of(forms, coups))
@example(typed={"switch": "hands", "card-AS": ["0", "1"]})
@example(typed={"volte": "0", "H-0": "²"})
def test_no_what_if_causes_a_server_error_or_writes(fuzzed: Fuzzed, typed: dict[str, Any]) -> None:
    version = fuzzed.revive()
    coup = fuzzed.visitor.set_table("Anne", "Luc", game="piquet")
    assert fuzzed.visitor.record(coup, {"tricks-0": "5", "last": "1"}).status == 303
    for table in (fuzzed.full.table, coup):
        for manche in fuzzed.visitor.manche_ids(table):
            query = [("manche", str(manche)), ("if", "1"), *MultiDict(typed).items(multi=True)]
            address = f"{table.partie}/desk/tools/what-if"
            answer = fuzzed.visitor.client.get(address, query_string=query, headers=fuzzed.visitor.headers)
            assert answer.status_code in {200, 404}, typed
    assert fuzzed.revive() == version


@many
@given(st.sampled_from(NASTY + ANSWERS), st.sampled_from(NASTY + ANSWERS), st.sampled_from([*NASTY, "read", "draw"]))
def test_no_cut_causes_a_server_error(fuzzed: Fuzzed, one: str, other: str, cut: str) -> None:
    table = fuzzed.full.piquet
    page = fuzzed.visitor.get(f"{table.soiree}/rules?{table.seats}&game=piquet")
    sent = page.form("/rules").sent({"cut": cut, "cut-0": one, "cut-1": other})
    assert_answered(fuzzed.post(f"{table.soiree}/rules", data=sent), table.soiree)


@many
@given(st.sampled_from(NASTY), st.sampled_from(FIELDS))
def test_no_wrong_field_of_any_form_causes_a_server_error(fuzzed: Fuzzed, value: str, name: str) -> None:
    version = fuzzed.revive()
    for address in (fuzzed.full.table.new, f"{fuzzed.full.table.partie}/rules", f"{fuzzed.full.table.soiree}/rules"):
        page = fuzzed.visitor.get(f"{address}?{fuzzed.full.table.seats}")
        ending = address.rsplit("/", 1)[1]
        if not any(form.action.endswith(ending) for form in page.forms):
            continue
        whole = page.form(ending).sent({"version": str(version), name: value})
        assert_answered(fuzzed.post(address, data=whole), address)


@many
@given(
    st.lists(st.tuples(st.sampled_from([*FIELDS, "order", "correct"]), values), max_size=5),
    st.randoms(use_true_random=False),
)
def test_no_query_causes_a_server_error(fuzzed: Fuzzed, query: list[tuple[str, str]], chance: random.Random) -> None:
    fuzzed.revive()
    for address in chance.sample(fuzzed.gets, 5):
        answer = fuzzed.visitor.client.get(address, query_string=query, headers=fuzzed.visitor.headers)
        assert_answered(answer, address)


@many
@given(
    st.binary(max_size=200),
    st.sampled_from(
        [
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-16",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "multipart/form-data; boundary=" + "x" * 300,
            "application/json",
            "text/plain",
            "",
            "é/\x7f",
        ]
    ),
)
@example(b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAnne', "multipart/form-data; boundary=x")
@example(b"--x\r\nContent-Disposition: form-data\r\n\r\nAnne\r\n--x--\r\n", "multipart/form-data; boundary=x")
@example(b"name=%00&name=%ff%fe&%=%&H-0=%ED%A0%80", "application/x-www-form-urlencoded")
def test_no_bytes_cause_a_server_error(fuzzed: Fuzzed, body: bytes, kind: str) -> None:
    fuzzed.revive()
    for address in (fuzzed.full.table.new, f"{fuzzed.visitor.carnet}/players", "/open", "/language/fr"):
        assert_answered(fuzzed.post(address, data=body, content_type=kind), address)


@many
@given(st.text(st.characters(codec="utf-8", exclude_characters="?#"), max_size=40))
def test_no_address_causes_a_server_error(fuzzed: Fuzzed, path: str) -> None:
    fuzzed.revive()
    for start in ("/", f"{fuzzed.visitor.carnet}/", f"{fuzzed.full.table.partie}/", "/rules/"):
        address = f"{start}{path}".replace("//", "/")
        answer = fuzzed.visitor.client.get(address, headers=fuzzed.visitor.headers)
        assert answer.status_code in {200, 302, 308, 404, 405}, address


def test_the_carnet_is_intact_after_the_fuzzing(fuzzed: Fuzzed) -> None:
    """The carnet exists, is closed to strangers, and every page of it can be read."""
    fuzzed.revive()
    for address in fuzzed.gets:
        # A manche whose cards were removed or corrected has no replay.
        allowed = {200, 404} if address.endswith(("/tricks", "/judge.jsonl")) else {200, 302, 303}
        assert fuzzed.visitor.get(address).status in allowed, address
    with fuzzed.visitor.app.app_context():
        carnet = db.session.query(Carnet).filter_by(key=fuzzed.visitor.key).one()
        assert db.session.query(Access).filter_by(carnet_id=carnet.id).count() >= 1
    assert Visitor(fuzzed.visitor.app).get(fuzzed.full.table.partie).status == 404
