"""The public rulebook and the dispute pages of a partie, each under its house rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.test_lists import queries
from web.visitor import Page, Visitor, plain

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import read_articles, read_book, read_disputed_cases

if TYPE_CHECKING:
    from scorekeeper.games.contract import AnyGame

OWN = [game for game in GAMES.values() if game.package.startswith("scorekeeper.") and game.play]
each_game = pytest.mark.parametrize("game", OWN, ids=lambda game: game.slug)
QUEEN = "quarrels/queen_on_first_trick"
FORBIDDEN = "Interdit : au premier pli, la dame ne tombe pas tant qu’on a autre chose à jeter."
ALLOWED = "Permis : sans trèfle, on jette ce qu’on veut."


def ruling_here(page: Page) -> str:
    """The ruling for this table."""
    found = re.search(r'<p class="table-answer"[^>]*>(.*?)</p>', page.html, re.DOTALL)
    assert found, page.text
    return Page(0, found[1]).text


def answer_of(page: Page) -> tuple[str, str]:
    """The head and the sentence of the answer."""
    head, sentence = (re.search(rf'<\w+ class="{name}">(.*?)</', page.html, re.DOTALL) for name in ("head", "sentence"))
    return Page(0, head[1]).text if head else "", Page(0, sentence[1]).text if sentence else ""


def test_the_dispute_pages_apply_the_rules_of_their_partie_dp_14(visitor: Visitor) -> None:
    table = visitor.set_table(first_trick_points="any")
    assert ruling_here(visitor.get(f"{table.partie}/desk/{QUEEN}")).startswith("Chez vous : Permis")
    asked = visitor.get(f"{table.partie}/desk?q=Peut-on jeter la dame au premier pli ?")
    assert answer_of(asked) == ("Permis.", "Sans trèfle, on jette ce qu’on veut.")
    assert "d’après vos règles" in asked.text
    assert ruling_here(asked).startswith("Chez vous : Permis")


def test_the_answer_comes_first_then_both_sides_and_what_would_make_them_right_dp_14(stranger: Visitor) -> None:
    text = stranger.get(f"/rules/hearts/{QUEEN}").text
    places = [
        text.index(words)
        for words in (
            "Peut-il jeter la dame de pique ?",
            f"D’ordinaire : {FORBIDDEN}",
            f"L’un dit : {FORBIDDEN}",
            f"L’autre : {ALLOWED}",
            "C’est juste si vous jouez « Points au premier pli » : N’importe quelle carte.",
            "Sources :",
        )
    ]
    assert places == sorted(places)


def test_an_answer_without_a_table_names_its_game(stranger: Visitor) -> None:
    page = stranger.get("/rules?q=Peut-on jeter la dame au premier pli ?")
    assert answer_of(page)[0] == "Interdit."
    assert "Article DP-14" in page.text
    assert "d’après les règles habituelles · Dame de Pique" in page.text
    why = re.search(r'href="(/rules/hearts/desk\?q=[^"]*)">Pourquoi', page.html)
    assert why
    assert answer_of(stranger.get(why[1])) == answer_of(page)


def test_the_shared_address_contains_no_name(visitor: Visitor, stranger: Visitor) -> None:
    table = visitor.set_table("Hildegarde", "Luc", "Zoé", "Max", first_trick_points="any")
    page = visitor.get(f"{table.partie}/desk/{QUEEN}")
    shared = f"/rules/hearts/{QUEEN}?first_trick_points=any"
    assert f'href="{shared}"' in page.html
    opened = stranger.get(shared)
    assert ruling_here(opened).startswith("Chez vous : Permis")
    assert "Hildegarde" not in opened.html
    assert visitor.key not in opened.html


@pytest.mark.parametrize(
    "question",
    ["", "   ", "?!…", "🂡🂱🃁", "ремиз", "牌", "a" * 10_000, "%00", "xyzzy qwrtz", "<b>volte</b>", "' OR 1=1 --"],
)
def test_a_question_without_an_answer_shows_advice(stranger: Visitor, visitor: Visitor, question: str) -> None:
    table = visitor.set_table()
    pages = [
        reader.client.get(address, query_string={"q": question}, headers=reader.headers)
        for reader, address in (
            (stranger, "/rules"),
            *((stranger, f"/rules/{game.slug}/desk") for game in OWN),
            (visitor, f"{table.partie}/desk"),
        )
    ]
    for page in pages:
        assert page.status_code == 200
        html = page.get_data(as_text=True)
        assert re.search(
            r'<div id="found".*?(class="notice"|class="advice"|class="rule"|class="row").*?</div>', html, re.DOTALL
        )
        assert "<b>volte</b>" not in html


@pytest.mark.parametrize(
    "address",
    [
        "/rules/bridge/desk",
        "/rules/hearts/desk?limit=beaucoup",
        "/rules/hearts/desk?limit=-5",
        "/rules/hearts/desk?deck=belmont&teams=x",
        "/rules/hearts/moments/bids",
        "/rules/hearts/quarrels/of_the_tarot",
        "/rules/DP-99",
        "/rules/DP-14?first_trick_points=perhaps",
        "/rules/hearts/table?target=500x&limit=%00",
    ],
)
def test_nonsense_in_the_address_is_a_404_with_the_search_box(stranger: Visitor, address: str) -> None:
    page = stranger.get(address)
    assert page.status == 404
    assert 'name="q"' in page.html


@each_game
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_book_has_every_chapter_and_every_article(stranger: Visitor, game: AnyGame, language: str) -> None:
    page = Visitor(stranger.app, language=language).get(f"/rules/{game.slug}/book")
    for chapter in read_book(game.package):
        assert f'href="#{chapter.key}"' in page.html
        assert f'id="{chapter.key}"' in page.html
        assert plain(chapter.texts[language].title) in page.text
    for number, article in read_articles(game.package).items():
        assert f'id="{number}"' in page.html
        assert plain(article.text(language).example) in page.text


@pytest.mark.sweep("visits every page of a rulebook")
@each_game
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_case_has_a_page_and_a_ruling(stranger: Visitor, game: AnyGame, language: str) -> None:
    reader = Visitor(stranger.app, language=language)
    for key, dispute in read_disputed_cases(game.package, "scorekeeper.cards").items():
        address = f"/rules/{game.slug}/quarrels/{key}"
        page = reader.get(address)
        assert plain(dispute.texts[language].question) in page.text
        assert any(plain(answer.texts[language]) in ruling_here(page) for answer in dispute.answers), key


# DP-23: with the jack a volte needs it too. DP-3: with 36 cards another card is led first.
@pytest.mark.parametrize(
    ("options", "moment", "key", "listed"),
    [
        ("jack_of_diamonds=-10", "count", "volte", "what_the_queen_costs"),
        ("deck=36", "first_trick", "another_club_first", "queen_on_first_trick"),
        ("deck=54", "breaking", "heart_or_the_queen", "heart_after_a_joker"),
    ],
)
def test_a_case_that_cannot_arise_is_not_listed_and_its_page_says_so(
    stranger: Visitor, options: str, moment: str, key: str, listed: str
) -> None:
    reader = Visitor(stranger.app, language="en")
    page = reader.get(f"/rules/hearts/moments/{moment}?{options}")
    assert f"/quarrels/{listed}?" in page.html
    assert f"/quarrels/{key}?" not in page.html
    address = f"/rules/hearts/quarrels/{key}?{options}"
    assert "this dispute is not settled in advance for your rules" in ruling_here(reader.get(address))
    assert "ce litige n’est pas réglé d’avance pour vos règles" in ruling_here(stranger.get(address))


def settings_of(page: Page) -> dict[str, str]:
    """The answer for each value of the house rule that decides a dispute."""
    _, _, listed = page.html.partition('<dl class="rule-list">')
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", listed.partition("</dl>")[0], re.DOTALL)
    return {Page(0, value).text: Page(0, answer).text for value, answer in pairs}


@pytest.mark.parametrize(("chosen", "here"), [("", "52 cartes d’ordinaire"), ("?deck=36", "36 cartes, un jeu de jass")])
def test_each_value_of_a_house_rule_has_its_answer_or_none_in_advance_dp_3(
    stranger: Visitor, chosen: str, here: str
) -> None:
    """Only with 36 cards the queen costs 5. Six or eight sit at the two other decks, and four in the case."""
    settings = settings_of(stranger.get(f"/rules/hearts/quarrels/six_of_clubs_leads{chosen}"))
    assert len(settings) == 4
    assert any(value.startswith(here) for value in settings)
    assert [answer.split()[0] for answer in settings.values()] == ["Interdit", "Pas", "Permis", "Pas"]


def test_the_values_of_a_house_rule_that_settle_nothing_are_left_out(stranger: Visitor) -> None:
    """DP-23: with the jack, no kind of volte says whether Zoé, of whose jack the case tells nothing, has one."""
    page = stranger.get("/rules/hearts/quarrels/volte?jack_of_diamonds=-10")
    assert settings_of(page) == {}
    assert "aucune de ces réponses" not in page.text


def test_the_rules_of_a_table_list_every_option_with_its_value(visitor: Visitor) -> None:
    table = visitor.set_table(limit=50, moon="self_minus")
    page = visitor.get(f"{table.partie}/desk/table")
    for words in ("Limite", "50 points", "Volte"):
        assert words in page.text
    own = re.findall(r'<dt class="non-default">\s*(.*?)\s*<a', page.html, re.DOTALL)
    assert len(own) == 2
    public = re.search(r'href="(/rules/hearts/table\?[^"]+)"', page.html)
    assert public
    assert set(public[1].partition("?")[2].split("&amp;")) == {"limit=50", "moon=self_minus"}


@each_game
def test_a_partie_links_to_its_dispute_pages_which_need_few_queries(visitor: Visitor, game: AnyGame) -> None:
    names = ("Anne", "Luc", "Zoé", "Max")[: 2 if 2 in game.table_sizes else 4]
    table = visitor.set_table(*names, game=game.slug)
    assert f'href="{table.partie}/desk"' in visitor.get(table.partie).html
    for page in ("desk", "desk?q=pli", "desk/table"):
        with queries(visitor) as made:
            assert visitor.get(f"{table.partie}/{page}").status == 200
        assert len(made) <= 8
    assert 'type="search"' in visitor.get(f"{table.partie}/desk").html


def test_an_article_shows_how_this_table_plays_it_dp_25(visitor: Visitor) -> None:
    page = visitor.get("/rules/DP-25?limit=75")
    assert re.search(r"Chez vous : .* · 75 points", page.text)
    assert "Chez vous" not in visitor.get("/rules/DP-25").text


def test_an_htmx_search_returns_only_the_results(stranger: Visitor) -> None:
    fragment = stranger.get("/rules/hearts/desk?q=volte", **{"HX-Request": "true"})
    assert 'id="found"' in fragment.html
    assert "<head>" not in fragment.html


@pytest.mark.sweep("visits every page of a rulebook")
@pytest.mark.parametrize(
    "options", [{"deck": "36"}, {"deck": "belmont", "teams": True}, {"limit": 60, "moon": "choice"}]
)
def test_every_link_of_the_public_rulebook_works(visitor: Visitor, options: dict[str, object]) -> None:
    """DP-3: with 36 cards the queen costs 5, a value that no table chooses and no address may contain."""
    names = ("Anne", "Luc", "Zoé", "Max", "Inès", "Paul", "Renée", "Aziz")[: 8 if "teams" in options else 4]
    table = visitor.set_table(*names, **options)
    shared = re.search(r'href="(/rules/hearts/table[^"]*)"', visitor.get(f"{table.partie}/desk/table").html)
    assert shared
    search = shared[1].replace("/table", "/desk").replace("&amp;", "&")
    links = {
        given["href"] for tag, given in visitor.get(search).tags if tag == "a" and "/rules" in given.get("href", "")
    }
    assert len(links) > 10
    assert {link: visitor.get(link).status for link in links if visitor.get(link).status != 200} == {}


@each_game
def test_every_tool_can_be_reset(stranger: Visitor, game: AnyGame) -> None:
    search = stranger.get(f"/rules/{game.slug}/desk")
    tools = [given["href"] for _, given in search.tags if "/tools/" in given.get("href", "")]
    assert tools
    for tool in tools:
        again = re.search(r'href="([^"]*)">Recommencer<', stranger.get(tool).html)
        assert again, tool
        assert stranger.get(again[1].replace("&amp;", "&")).status == 200


def test_a_decision_of_the_table_replaces_the_ruling(visitor: Visitor) -> None:
    table = visitor.set_table(game="spades")
    case = f"{table.partie}/desk/quarrels/forced_to_ruff"
    before = ruling_here(visitor.get(case))
    assert before.startswith("Chez vous : Libre de couper ou non")
    assert visitor.press(case, "/decide", {"answer": "1"}).status == 303
    page = visitor.get(case)
    assert ruling_here(page).startswith("Chez vous : « Couper est obligatoire")
    assert "Sans cette décision : Libre de couper ou non" in page.text
    english = Visitor(visitor.app, language="en")
    english.client, english.key = visitor.client, visitor.key
    assert ruling_here(english.get(case)).startswith("At your table: “Ruffing is required")


def test_a_change_of_the_ending_alone_is_described_dp_25(visitor: Visitor) -> None:
    """16 to Zoé in each manche: 64 ends it at 50 after four, and 192 is not reached before the twelfth."""
    table = visitor.recorded("twelve_manches")
    page = visitor.press(f"{table.partie}/rules", "/rules", {"option-limit": "50"})
    assert "Les points de chaque manche restent, mais la partie se serait arrêtée à une autre." in page.text
    assert "Rien de ce qui est noté ne change" not in page.text


def test_a_case_only_similar_to_the_question_is_not_shown_as_the_ruling_ap_12(stranger: Visitor) -> None:
    """Answers to tap are shown, not the ruling on a case with the opposite answer."""
    reader = Visitor(stranger.app, language="en")
    certain = reader.get(
        "/rules/spades/desk?q=Nobody has ruffed yet. Anne, who holds other suits, leads the ace of spades to the second"
        " trick. May she?"
    )
    assert "Nobody has ruffed yet." in certain.text
    assert "Spade lead not allowed:" in ruling_here(certain)
    similar = reader.get("/rules/spades/desk?q=trumps")
    assert 'class="table-answer"' not in similar.html
    assert "Perhaps:" in similar.text
    assert "Always spades." in similar.text
    assert 1 < len(re.findall(r'class="answer[^"]*" href="/rules/spades/desk\?q=', similar.html)) <= 3


def test_a_question_that_is_not_understood_gets_questions_to_tap(stranger: Visitor) -> None:
    page = Visitor(stranger.app, language="en").get("/rules/spades/desk?q=when does the shop with the spades close")
    assert "I’m not sure I understood. Perhaps:" in page.text
    assert 1 < page.html.count('class="answer" href="/rules/spades/desk?q=') <= 3


def test_the_price_of_a_revoke_is_shown_for_its_table_t_5(visitor: Visitor) -> None:
    table = visitor.set_table(revoke=13)
    assert answer_of(visitor.get(f"{table.partie}/desk?q=prix de la renonce"))[0] == "13."
    page = visitor.get(f"{table.partie}/desk?q=T-4")
    assert "Chez vous : Pénalité pour une renonce · 13 points" in page.text
    topic = visitor.get(f"{table.partie}/desk/articles/T-4")
    assert "Pénalité pour une renonce" in topic.text
    assert "Aucune règle de la maison n’en décide" not in topic.text


def test_an_unusual_price_is_shown_with_the_article_t_5(visitor: Visitor) -> None:
    table = visitor.set_table(revoke=7)
    page = visitor.get(f"{table.partie}/desk?q=prix de la renonce")
    assert 'class="table-answer"' not in page.html
    assert "Chez vous : Pénalité pour une renonce · 7 " in page.text


def test_an_article_is_found_by_its_number_and_an_unknown_number_is_reported(stranger: Visitor) -> None:
    assert ">DP-14</p>" in stranger.get("/rules/hearts/desk?q=dp14").html
    assert "Je ne trouve pas." in stranger.get("/rules/piquet/desk?q=PI-99").text


def test_an_unusual_price_is_not_called_impossible_t_5(visitor: Visitor) -> None:
    """T-5: a revoke may cost any number; no side of the case claims 7, but the article allows it."""
    table = visitor.set_table(revoke=7)
    said = ruling_here(visitor.get(f"{table.partie}/desk/quarrels/revoke_price"))
    assert said.startswith("Chez vous : aucune de ces réponses ne vaut : l’article dit ce qu’il en est.")
