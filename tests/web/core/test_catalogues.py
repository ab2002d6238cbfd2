"""The catalogues have every sentence of the app, in both languages, with the same placeholders."""

from __future__ import annotations

import importlib.util
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

pytestmark = pytest.mark.sweep("reads every sentence")

SCRIPT = Path(__file__).parents[3] / ".ci" / "catalogues.py"
LANGUAGES = ("fr", "en")
PLURALS = {"fr": "(n > 1)", "en": "(n != 1)"}
# Sentences that are equal in both languages.
ALIKE = {
    "Article",
    "Date",
    "Invitation",
    "Menu",
    "Note",
    "note",
    "Points",
    "Sources",
    "Table",
    "jokers",
    "Total",
    "%(side)s %(points)s, total %(total)s",
}
# Words of Piquet that are French in every language.
ALIKE |= {"Point", "Carte blanche", "carte blanche", "Quatorze", "quatorze", "tierce", "capot"}
ALIKE |= {"Pics", "Repics", "Capots", "Cartes blanches"}
PLACE = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]")


@pytest.fixture(scope="module")
def catalogues() -> Any:  # noqa: ANN401 - a script, read as a module
    spec = importlib.util.spec_from_file_location("catalogues", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def catalogue_of(catalogues: Any, language: str) -> Catalog:  # noqa: ANN401 - likewise
    """Return the catalogues: English from its file, French as the build makes it."""
    if language == "en":
        return read_po(io.BytesIO(catalogues.ENGLISH.read_bytes()), locale="en")
    made: Catalog = catalogues.french(catalogues.extracted())
    return made


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the forms of a sentence and of its translation."""
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    words = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return ids, words


def placeholders(sentence: str) -> list[str]:
    return sorted(PLACE.findall(sentence))


def test_nothing_is_missing_or_out_of_date(catalogues: Any, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN401
    status = catalogues.main(["--check"])
    assert capsys.readouterr().out == ""
    assert status == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_missing_or_doubtful(catalogues: Any, language: str) -> None:  # noqa: ANN401
    catalogue = catalogue_of(catalogues, language)
    assert len(catalogue) > 100
    for message in catalogue:
        if message.id:
            assert not message.fuzzy, message.id
            assert all(forms(message)[1]), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_same_placeholders(catalogues: Any, language: str) -> None:  # noqa: ANN401
    for message in catalogue_of(catalogues, language):
        if not message.id:
            continue
        ids, words = forms(message)
        assert len(ids) == len(words), message.id
        for one in words:
            # A singular may have « one » for its number; every other placeholder must be the same.
            assert set(placeholders(one)) <= {place for each in ids for place in placeholders(each)}, message.id
        assert placeholders(words[-1]) == placeholders(ids[-1]), message.id


def test_no_english_sentence_was_left_in_french(catalogues: Any) -> None:  # noqa: ANN401
    same = {ids[0] for ids, words in map(forms, catalogue_of(catalogues, "en")) if ids[0] and ids[0] == words[0]}
    worded = {one for one in same if re.search(r"\w", PLACE.sub("", one))}
    names = {str(pages.text.NAME) for pages in PAGES.values()}
    assert {one for one in worded if not re.fullmatch(r"(−?\d+|%\(num\)d) points?", one)} - ALIKE - names == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogues_match_their_sources(catalogues: Any, language: str) -> None:  # noqa: ANN401
    path: Path = catalogues.TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo"
    assert path.exists(), "make compiles them before the suite"
    with path.open("rb") as file:
        catalogue = read_mo(file)
    compiled = dict(forms(message) for message in catalogue if message.id)
    assert catalogue.plural_expr == PLURALS[language]
    assert compiled == dict(forms(message) for message in catalogue_of(catalogues, language) if message.id)


@pytest.mark.parametrize(
    ("typed", "spaced"),
    [
        ("Qui a pris la dame ?", "Qui a pris la dame\u202f?"),
        ("Il y a « Zoé » : oui", "Il y a «\u00a0Zoé\u00a0»\u00a0: oui"),
        ("Fini ; non !", "Fini\u202f; non\u202f!"),
        ("Tierce n° 2", "Tierce n°\u00a02"),
        ("12:30", "12:30"),
    ],
)
def test_french_gets_its_no_break_spaces(catalogues: Any, typed: str, spaced: str) -> None:  # noqa: ANN401
    assert catalogues.typography(typed) == spaced
