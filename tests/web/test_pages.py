"""Rules for every page: headers, nothing inline, no content of other sites, whole for a browser, a part for htmx."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.full_carnet import Full, addresses
from web.visitor import HAND, Page, Visitor, hearts, plain, points, read, steady

from scorekeeper.games import GAMES
from scorekeeper.games.contract import plain_value
from scorekeeper.games.rulebook import read_house_rules
from scorekeeper.web.rules.rulebook import all_articles

if TYPE_CHECKING:
    from scorekeeper.games.contract import AnyGame

DOWNLOADS = {
    "/c/<carnet_key>/exchange/carnet.json",
    "/c/<carnet_key>/exchange/scores.csv",
    "/c/<carnet_key>/parties/<id:partie_id>/score.jsonl",
    "/c/<carnet_key>/parties/<id:partie_id>/judge.jsonl",
}
# The addresses of former pages.
MOVED = {"/c/<carnet_key>/statistics", "/c/<carnet_key>/months", "/c/<carnet_key>/months/<month>"}
ELSEWHERE = {
    "/",
    "/up",
    "/ready",
    "/robots.txt",
    "/.well-known/security.txt",
    "/begin/<slug>",
    "/manifest.webmanifest",
    "/worker.js",
    *DOWNLOADS,
    *MOVED,
}
LINKS = ("href", "src", "action", "formaction", "hx-get", "hx-post", "data", "poster", "manifest")


def readable(visitor: Visitor, full: Full) -> list[str]:
    """Return the addresses of every page, some of them in several states."""
    found = [address for rule, address in addresses(visitor.app, "GET", full.ids) if rule not in ELSEWHERE]
    table, cards = full.table, f"{full.cards.partie}/cards"
    return [
        *found,
        f"{table.partie}?order=seats",
        f"{table.soiree}/table?{table.seats}",
        f"{table.soiree}/rules?{table.seats}",
        f"{table.soiree}/rules?{table.seats}&preset=own-{full.ids['preset_id']}",
        full.cards.partie,
        cards,
        f"{cards}?hand=0",
        f"{cards}?card=9C",
        f"{table.partie}/manches/{full.ids['manche_id']}/tricks?trick=1",
        "/open?code=ABC",
        "/rules/T-5",
        "/nulle/part",
    ]


def refused(visitor: Visitor, full: Full) -> list[Page]:
    """Return the answers to forms that are refused, incomplete, stale, or without a token."""
    table = full.table
    page = visitor.get(table.partie)
    return [
        visitor.send(page, "/manches/new", {"H-0": "<script>", "note": '"><b onclick=x>'}),
        visitor.send(page, "/manches/new", points(26, 0, 0, 0)),
        visitor.send(page, "/manches/new", {**hearts(5, 4, queen=2), "volte": "1"}),
        visitor.send(page, "/manches/new", {**HAND, "version": "1"}),
        visitor.send(page, "/manches/new", {"csrf_token": "x", "note": '"><style>'}),
        visitor.press(f"{visitor.carnet}/players", "/players", {"name": "anne"}),
        visitor.press(f"{table.partie}/rules", "/rules", {"option-limit": "<i>"}),
        visitor.press("/open", "/open", {"code": "<script>alert(1)</script>"}),
        visitor.press(f"{full.cards.partie}/cards", "/cards", {"card": '"><script>'}),
        visitor.press(f"{full.cards.partie}/cards", "/cards", {"card": "AC", "version": "1"}),
        visitor.press(f"{full.cards.partie}/cards?hand=0", "/hand", {"hand": ["AS", '"><i>']}),
    ]


def assert_pure(page: Page, where: str) -> None:
    for tag, given in page.tags:
        assert tag != "style", where
        assert "style" not in given, f"{where}: {tag}"
        assert not [name for name in given if name.startswith(("on", "hx-on"))], f"{where}: {tag} {given}"
        if tag == "script":
            assert given["src"].startswith("/static/"), where
        for name in LINKS:
            target = given.get(name, "/")
            assert target.startswith("#") or re.match(r"/(?![/\\])", target), f"{where}: {tag} {name}={target}"
    assert not re.search(r"<script[^>]*>[^<]", page.html), where


@pytest.mark.sweep("visits every page")
def test_no_page_has_inline_code_or_content_of_other_sites(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    for address in readable(visitor, full):
        page = visitor.get(address)
        assert page.status in {200, 404}, address
        assert_pure(page, address)
    for page in refused(visitor, full):
        assert page.status in {400, 409, 422}
        assert_pure(page, page.text)


@pytest.mark.sweep("visits every page")
def test_every_answer_has_the_security_headers(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    transcript = f"{full.table.partie}/score.jsonl"
    answers = [visitor.client.get(address) for address in ["/", transcript, *readable(visitor, full)]]
    answers += [visitor.client.post("/carnets"), visitor.client.post("/carnets", data={"x": "y"})]
    answers += [visitor.client.put("/carnets"), visitor.client.get("/carnets", headers={"HX-Request": "true"})]
    for answer in answers:
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in str(policy)
        assert "http" not in str(policy)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        # A browser may cache a page if it revalidates it, but not a page with a recovery code or an invitation.
        secret = answer.request.path.endswith("/code") or "/invitations/" in answer.request.path
        shown = "no-store" if secret else "private, no-cache"
        assert answer.headers["Cache-Control"] == shown
        assert {"Cookie", "Accept-Language", "HX-Request"} <= {one.strip() for one in answer.headers["Vary"].split(",")}


@pytest.mark.sweep("visits every page")
def test_every_page_is_one_document_with_one_title_and_one_heading(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    for address in readable(visitor, full):
        page = visitor.get(address)
        tags = [tag for tag, _ in page.tags]
        assert page.html.lstrip().startswith("<!doctype html>"), address
        for one in ("html", "head", "title", "body", "main", "h1"):
            assert tags.count(one) == 1, f"{address}: {one}"
        assert page.tags[0] == ("html", {"lang": "fr"})
        described = [
            given["content"] for tag, given in page.tags if tag == "meta" and given.get("name") == "description"
        ]
        assert len(described) == 1, address
        assert len(described[0]) > len("La Marque"), address
        ids = [given["id"] for _, given in page.tags if "id" in given]
        assert len(ids) == len(set(ids)), address


@pytest.mark.sweep("visits every page")
def test_htmx_gets_a_fragment_with_the_markup_of_the_page(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    for address in readable(visitor, full):
        whole = visitor.get(address)
        middle = visitor.get(address, **{"HX-Request": "true", "HX-Boosted": "true"})
        part = visitor.get(address, **{"HX-Request": "true"})
        again = visitor.get(address, **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
        assert {whole.status, middle.status, part.status, again.status} <= {200, 404}
        for fragment in (middle, part):
            assert "<html" not in fragment.html
            assert "<head>" not in fragment.html
        assert '<div id="page"' in middle.html
        assert "<main" not in part.html
        assert whole.main() == middle.main() == again.main(), address
        assert steady(part.html) in whole.main(), address


def test_a_refused_form_answers_htmx_with_a_fragment_and_leaves_the_address(full_carnet: tuple[Visitor, Full]) -> None:
    visitor, full = full_carnet
    form = visitor.get(full.table.partie).form("/manches/new")
    typed = form.sent({**hearts(5, 4, 1, 0, queen=2)})
    headers = {"HX-Request": "true", "HX-Boosted": "true", **visitor.headers}
    answer = visitor.client.post(full.table.new, data=typed, headers=headers)
    assert answer.status_code == 422
    assert answer.headers["HX-Push-Url"] == "false"
    assert "<html" not in answer.get_data(as_text=True)
    assert "Il manque 3 cœurs" in read(answer).refusal()


@pytest.mark.parametrize(
    "path",
    [
        "/nulle/part",
        "/c/",
        "/c/%00/",
        "/rules/DP-99",
        "/rules/..%2F..%2Fetc%2Fpasswd",
        "/static/x/marque.css",
        "/static/../pyproject.toml",
        "/.git/config",
        "/é",
    ],
)
def test_the_page_of_an_unknown_address_links_to_the_first_page(visitor: Visitor, path: str) -> None:
    answer = visitor.client.get(path, headers=visitor.headers, follow_redirects=True)
    assert answer.status_code == 404
    assert 'href="/"' in answer.get_data(as_text=True)
    assert "Rien à cette adresse" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "one", ["0", "999999999", "99999999999999999999", "-1", "1.5", "1%00", "01", "x", "²", "%20", "1;", "true", "1'"]
)
def test_an_invalid_id_is_not_found(full_carnet: tuple[Visitor, Full], one: str) -> None:
    visitor, full = full_carnet
    for path in (
        f"players/{one}",
        f"soirees/{one}",
        f"soirees/{one}/table",
        f"soirees/{one}/rules",
        f"parties/{one}",
        f"parties/{one}/rules",
        f"parties/{full.ids['partie_id']}/manches/{one}",
    ):
        assert visitor.get(f"{visitor.carnet}/{path}").status == 404, path


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_an_unsupported_method_has_its_own_page(full_carnet: tuple[Visitor, Full], method: str) -> None:
    visitor, full = full_carnet
    answer = visitor.client.open(full.table.partie, method=method, headers=visitor.headers)
    assert answer.status_code == 405
    assert "Retour à l’accueil" in answer.get_data(as_text=True)


def tidy(words: str) -> str:
    """Remove the spaces that a link adds inside brackets."""
    return re.sub(r"\(\s+|\s+\)", lambda found: found[0].strip(), " ".join(words.split()))


@pytest.mark.sweep("visits every article")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_article_is_a_page_in_both_languages(stranger: Visitor, language: str) -> None:
    reader = Visitor(stranger.app, language=language)
    book = all_articles()
    assert {f"DP-{number}" for number in [*range(1, 12), *range(17, 27)]} <= set(book)
    assert "T-5" in book
    for number, article in book.items():
        page = reader.get(f"/rules/{number}")
        text = article.texts[language]
        assert page.status == 200
        assert page.tags[0] == ("html", {"lang": language})
        for words in (number, text.title, text.rule_parts[0][:40]):
            assert tidy(words) in tidy(page.text), number
        for source in article.sources:
            assert " ".join(source.titles[language].split()) in page.text


@pytest.mark.parametrize(
    ("number", "listed"),
    [
        ("DP-16", ["La dame ouvre les cœurs Non d’ordinaire Oui", "Cœur plutôt que la dame Non d’ordinaire Oui"]),
        (
            "T-5",
            [
                "Dame de Pique Pénalité pour une renonce Rien, elle est seulement inscrite d’ordinaire",
                "13 points 26 points ou un autre nombre",
                "Atout Pique Pénalité pour une renonce Rien, elle est seulement inscrite d’ordinaire",
                "Contrat chuté Trois plis à l’autre équipe",
                "Piquet Pénalité pour une renonce Rien, elle est seulement inscrite d’ordinaire",
                "10 points 30 points ou un autre nombre",
            ],
        ),
        ("AP-22", ["Plancher Pas de plancher d’ordinaire 200 points sous zéro ou un autre nombre"]),
        (
            "PI-21",
            [
                "Pli gagné sur sa propre entame Deux points, l’entame et le pli d’ordinaire",
                "Un seul point, celui de l’entame",
                "Dernier pli d’un capot Il garde son point de plus d’ordinaire Il compte comme les autres",
            ],
        ),
    ],
)
def test_an_article_lists_its_house_rules(stranger: Visitor, number: str, listed: list[str]) -> None:
    assert " ".join(["Règles de la maison", *listed]) in stranger.get(f"/rules/{number}").text


@pytest.mark.parametrize("number", ["DP-7", "AP-2", "PI-3", "T-2"])
def test_an_article_without_house_rules_has_no_list_of_them(stranger: Visitor, number: str) -> None:
    assert "Règles de la maison" not in stranger.get(f"/rules/{number}").text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_house_rule_is_under_its_article_with_its_default_first(stranger: Visitor, game: AnyGame) -> None:
    texts = read_house_rules(game.package)["fr"].options
    for option in game.options:
        label, usual = texts[option.name].label, texts[option.name].value(plain_value(option.values[0]))
        assert plain(f"{label} {usual} d’ordinaire") in stranger.get(f"/rules/{option.article}").text


def test_every_option_of_the_rules_links_to_its_article(visitor: Visitor) -> None:
    table = visitor.set_table()
    partie = visitor.get(f"{table.partie}/rules")
    for game in GAMES.values():
        seats = table.seats if 4 in game.table_sizes else "&".join(table.seats.split("&")[: min(game.table_sizes)])
        start = visitor.get(f"{table.soiree}/rules?{seats}&game={game.slug}")
        usual = {option.name: plain_value(option.values[0]) for option in game.options}
        texts = read_house_rules(game.package)["fr"].options
        for page in (start, partie) if game.slug == "hearts" else (start,):
            for option in game.options:
                if not option.has_effect({**usual, "format": "target_single"}):  # four play without jokers
                    assert f'name="option-{option.name}"' not in page.html
                    continue
                assert f'name="option-{option.name}"' in page.html
                assert f'href="/rules/{option.article}"' in page.html
                assert plain(texts[option.name].label) in page.text
                assert plain(texts[option.name].line) in page.text


def test_every_line_of_a_score_links_to_its_article(visitor: Visitor) -> None:
    page = visitor.unfold(visitor.recorded("penalty_and_jack").partie)
    for number in ("DP-17", "DP-19", "DP-23", "T-5"):
        assert f'href="/rules/{number}"' in page.html
        assert visitor.get(f"/rules/{number}").status == 200
