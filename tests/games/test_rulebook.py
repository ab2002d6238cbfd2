"""The rulebook data is complete, well set in both languages, and refused when broken."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.deals import for_every

from scorekeeper.games import GAMES
from scorekeeper.games.rulebook import (
    LANGUAGES,
    Article,
    Mark,
    RulebookError,
    Text,
    parse_articles,
    parse_house_rules,
    read_articles,
)

HEARTS = read_articles("scorekeeper.games.hearts")
SPADES = read_articles("scorekeeper.games.spades")
PIQUET = read_articles("scorekeeper.games.piquet")
CARDS = read_articles("scorekeeper.cards")
EVERY_ARTICLE = [
    *(article for game in GAMES.values() for article in read_articles(game.package).values()),
    *CARDS.values(),
]
every_article = for_every({article.number: article for article in EVERY_ARTICLE})

NO_BREAK, NARROW = "\u00a0", "\u202f"
FRENCH_MISPRINTS = {
    "a straight apostrophe or quote": r"['\"]",
    "a colon without its no-break space": rf"(?<!{NO_BREAK}):",
    "a semicolon, ! or ? without its narrow space": rf"(?<!{NARROW})[;!?]",
    "an opening guillemet without its no-break space": rf"«(?!{NO_BREAK})",
    "a closing guillemet without its no-break space": rf"(?<!{NO_BREAK})»",
    "English quotes": r"[“”]",
    "a hyphen for a minus sign": r"(?<![A-Z])-\d",
    "an English card name": r"\b[QKJ][♠♥♦♣]",
    "three dots for an ellipsis": r"\.\.\.",
    "two spaces running": r"\s\s",
}
ENGLISH_MISPRINTS = {
    "a straight apostrophe or quote": r"['\"]",
    "a space before punctuation": r"\s[:;!?,.]",
    "French guillemets": r"[«»]",
    "a hyphen for a minus sign": r"(?<![A-Z])-\d",
    "a French card name": r"\b[VDR][♠♥♦♣]",
    "three dots for an ellipsis": r"\.\.\.",
    "two spaces running": r"\s\s",
}


def numbered(prefix: str, first: int, last: int) -> list[str]:
    return [f"{prefix}-{n}" for n in range(first, last + 1)]


def entry(**changes: object) -> dict[str, object]:
    text = {"title": "Un titre", "rule": "Une règle.", "example": "Un cas.", "note": "Une note."}
    return {"sources": ["A"], "options": [], "marks": [], "fr": dict(text), "en": dict(text)} | changes


def parsed(article: object, sources: object = None) -> Article:
    known = {"A": {"fr": "Une fiche", "en": "A sheet"}} if sources is None else sources
    assert isinstance(known, dict)
    return parse_articles({"XX-1": article}, known)["XX-1"]


def printed(language: str) -> Iterator[tuple[str, str]]:
    for article in EVERY_ARTICLE:
        text = article.text(language)
        yield from ((article.number, words) for words in (text.title, text.rule, text.example, text.note or ""))
        yield from ((f"source {source.letter}", source.titles[language]) for source in article.sources)


def test_the_hearts_rulebook_has_its_twenty_nine_articles_in_order() -> None:
    assert list(HEARTS) == numbered("DP", 1, 29)


def test_the_spades_rulebook_has_its_twenty_five_articles_in_order() -> None:
    assert list(SPADES) == numbered("AP", 1, 25)


def test_the_piquet_rulebook_has_its_thirty_nine_articles_in_order() -> None:
    assert list(PIQUET) == numbered("PI", 1, 39)


def test_the_shared_rulebook_has_its_eight_articles_in_order() -> None:
    assert list(CARDS) == numbered("T", 1, 8)


def test_each_article_carries_the_number_it_is_filed_under() -> None:
    assert all(number == article.number for number, article in (HEARTS | SPADES | PIQUET | CARDS).items())


@every_article
def test_an_article_has_a_title_a_rule_and_an_example_in_both_languages(article: Article) -> None:
    assert set(article.texts) == {"fr", "en"}
    assert all(text.title.strip() and text.rule.strip() and text.example.strip() for text in article.texts.values())


@every_article
def test_an_article_has_a_note_in_both_languages_or_in_neither(article: Article) -> None:
    assert (article.texts["fr"].note is None) == (article.texts["en"].note is None)


@every_article
def test_an_article_without_a_source_says_that_it_is_a_choice_or_goes_beyond(article: Article) -> None:
    assert article.sources or article.marks & {Mark.AMBIGUOUS, Mark.BEYOND}, "mark it ambiguous or beyond"


@every_article
def test_an_article_is_marked_as_an_option_exactly_when_it_names_one(article: Article) -> None:
    assert (Mark.OPTION in article.marks) == bool(article.options)


def test_the_sources_are_cited_by_the_titles_shown_to_users() -> None:
    cited = [*HEARTS.values(), *SPADES.values(), *PIQUET.values()]
    titles = {source.letter: source.titles["fr"] for article in cited for source in article.sources}
    assert titles == {
        "A": f"«{NO_BREAK}La Dame de Pique{NO_BREAK}», fiche de règle",
        "B": f"«{NO_BREAK}Règle de la dame de pique{NO_BREAK}»",
        "C": f"Wikipédia, «{NO_BREAK}Dame de pique (jeu){NO_BREAK}»",
        "D": f"Board Game Arena, «{NO_BREAK}Atout Pique{NO_BREAK}»",
        "E": f"«{NO_BREAK}Le Piquet, Jeu de cartes{NO_BREAK}»",
    }


@pytest.mark.parametrize("misprint", FRENCH_MISPRINTS)
def test_the_french_is_set_as_french_is_printed(misprint: str) -> None:
    assert [where for where, words in printed("fr") if re.search(FRENCH_MISPRINTS[misprint], words)] == []


@pytest.mark.parametrize("misprint", ENGLISH_MISPRINTS)
def test_the_english_is_set_as_english_is_printed(misprint: str) -> None:
    assert [where for where, words in printed("en") if re.search(ENGLISH_MISPRINTS[misprint], words)] == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_rule_takes_one_to_four_sentences(language: str) -> None:
    lengths = {a.number: len(re.findall(r"[.!?](?=\s|$)", a.text(language).rule)) for a in EVERY_ARTICLE}
    assert {number: n for number, n in lengths.items() if not 1 <= n <= 4} == {}


@pytest.mark.parametrize(
    ("rule", "opening", "rest"),
    [
        pytest.param("Un pli. Deux plis !", "Un pli. Deux plis !", "", id="a short rule"),
        pytest.param(f"{'mot ' * 38}mot. Un. Deux.", f"{'mot ' * 38}mot. Un.", "Deux.", id="40 words"),
        pytest.param(f"{'mot ' * 45}mot. Deux.", f"{'mot ' * 45}mot.", "Deux.", id="a long first sentence"),
        pytest.param(f"{'mot ' * 50}mot (T-3. et 2,5).", f"{'mot ' * 50}mot (T-3. et 2,5).", "", id="one sentence"),
    ],
)
def test_a_rule_opens_with_at_most_forty_words(rule: str, opening: str, rest: str) -> None:
    assert Text("", rule, "", None).rule_parts == (opening, rest)


@every_article
def test_the_parts_of_a_rule_are_the_rule(article: Article) -> None:
    for text in article.texts.values():
        assert " ".join(filter(None, text.rule_parts)) == text.rule


def test_a_language_the_rulebook_does_not_have_falls_back_to_french() -> None:
    article = parsed(entry(fr={"title": "La volte", "rule": "Tout prendre.", "example": "26 à 0."}))
    assert article.text("de") == Text("La volte", "Tout prendre.", "26 à 0.", None)


def test_a_well_formed_article_has_its_sources_options_and_marks() -> None:
    article = parsed(entry(options=["moon"], marks=["option", "beyond"]))
    assert [source.titles["en"] for source in article.sources] == ["A sheet"]
    assert article.options == ("moon",)
    assert article.marks == {Mark.OPTION, Mark.BEYOND}


TITLE_ONLY = {"title": "Un titre"}
NO_EXAMPLE = {"title": "Un titre", "rule": "Une règle."}
NO_NOTE = {**NO_EXAMPLE, "example": "Un cas."}
BROKEN = {
    "an undeclared source": entry(sources=["Z"]),
    "an unknown mark": entry(marks=["doubtful"]),
    "no list of sources": {key: value for key, value in entry().items() if key != "sources"},
    "no list of options": {key: value for key, value in entry().items() if key != "options"},
    "no list of marks": {key: value for key, value in entry().items() if key != "marks"},
    "options that are not a list": entry(options="moon"),
    "no English": {key: value for key, value in entry().items() if key != "en"},
    "no French": {key: value for key, value in entry().items() if key != "fr"},
    "a language that is not a table": entry(en="A rule."),
    "no rule": entry(fr=TITLE_ONLY),
    "no example": entry(fr=NO_EXAMPLE),
    "an empty title": entry(en=NO_NOTE | {"title": " "}),
    "a note that is not words": entry(en=NO_NOTE | {"note": 3}),
    "an article that is not a table": "Une règle.",
    **{
        f"no note under the mark {mark}": entry(marks=[mark], en=NO_NOTE)
        for mark in (
            "ambiguous",
            "difference",
            "error",
            "beyond",
        )
    },
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_article_is_refused_by_its_number(broken: object) -> None:
    with pytest.raises(RulebookError, match="XX-1"):
        parsed(broken)


def test_an_option_alone_needs_no_note() -> None:
    assert parsed(entry(marks=["option"], fr=NO_NOTE)).text("fr").note is None


@pytest.mark.parametrize("titles", [{"fr": "Une fiche"}, {"en": "A sheet"}, "Une fiche"], ids=str)
def test_a_source_without_a_title_in_both_languages_is_refused_by_its_letter(titles: object) -> None:
    with pytest.raises(RulebookError, match="A"):
        parsed(entry(), {"A": titles})


HOUSE_RULES: dict[str, Any] = {
    "options": {
        "limit": {
            "fr": {"label": "Limite", "line": "Où l’on s’arrête."},
            "en": {"label": "Limit", "line": "Where it ends."},
            "values": {"100": {"fr": "100 points", "en": "100 points"}, "null": {"fr": "Aucune", "en": "None"}},
        }
    },
    "presets": {"court": {"fr": {"name": "Courte", "line": "Vite."}, "en": {"name": "Short", "line": "Quick."}}},
}


def test_house_rules_are_read_by_language() -> None:
    french, english = (parse_house_rules(HOUSE_RULES)[language] for language in LANGUAGES)
    assert (french.options["limit"].label, english.options["limit"].line) == ("Limite", "Where it ends.")
    assert (french.presets["court"].name, english.presets["court"].line) == ("Courte", "Quick.")


def test_a_value_without_a_text_is_shown_as_json() -> None:
    limit = parse_house_rules(HOUSE_RULES)["fr"].options["limit"]
    assert [limit.value(value) for value in (100, None, 80)] == ["100 points", "Aucune", "80"]


@pytest.mark.parametrize("part", ["options", "presets"])
def test_missing_house_rules_are_named(part: str) -> None:
    with pytest.raises(RulebookError, match=part):
        parse_house_rules({name: entries for name, entries in HOUSE_RULES.items() if name != part})


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ({"fr": {"label": "Limite", "line": "…"}, "values": {}}, "en.options.limit"),
        ({**HOUSE_RULES["options"]["limit"], "values": {"100": {"fr": "100 points"}}}, "en.options.limit.values.100"),
        ({**HOUSE_RULES["options"]["limit"], "fr": {"label": " ", "line": "…"}}, "fr.options.limit.label"),
    ],
)
def test_a_house_rule_without_its_text_is_named(entry: dict[str, Any], where: str) -> None:
    with pytest.raises(RulebookError, match=where):
        parse_house_rules({**HOUSE_RULES, "options": {"limit": entry}})
