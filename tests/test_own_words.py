"""The project explains the rules in its own words: no eight consecutive words come from a source document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.source_runs import HASHES, hashed, runs, words

ROOT = Path(__file__).parents[1]
TEXTS = (
    "scorekeeper/**/*.toml",
    "scorekeeper/**/*.po",
    "scorekeeper/**/*.py",
    "templates/**/*.html",
    "docs/*.md",
    "*.md",
)
TEMPLATE_SIGNS = re.compile(r"<[^>]*>|{%.*?%}|{#.*?#}", re.DOTALL)


@pytest.fixture(scope="module")
def source_runs() -> frozenset[str]:
    return frozenset(HASHES.read_text(encoding="utf-8").split())


def texts(pattern: str) -> Iterator[tuple[Path, str]]:
    for path in ROOT.glob(pattern):
        text = path.read_text(encoding="utf-8")
        yield path, TEMPLATE_SIGNS.sub(" ", text) if path.suffix == ".html" else text


@pytest.mark.sweep("reads every text of the project")
@pytest.mark.parametrize("pattern", TEXTS)
def test_no_eight_consecutive_words_come_from_a_source(pattern: str, source_runs: frozenset[str]) -> None:
    """In French and English: rulebook, catalogue, sentences of the code, pages and documents."""
    found = list(texts(pattern))
    assert found
    assert [(path.name, run) for path, text in found for run in runs(text) if hashed(run) in source_runs] == []


def test_a_copied_run_is_found_despite_other_punctuation() -> None:
    source = {hashed(run) for run in runs("À l’été, la fée prit au bois dix œufs frais.")}
    copied = "la FÉE prit au <b>bois</b> : dix\n« œufs » frais"
    assert [run for run in runs(TEMPLATE_SIGNS.sub(" ", copied)) if hashed(run) in source] == [
        "la fee prit au bois dix oeufs frais"
    ]


def test_all_sources_are_hashed(source_runs: frozenset[str]) -> None:
    """Five documents of about eight thousand words."""
    assert len(source_runs) > 8000
    assert {len(one) for one in source_runs} == {12}


def test_a_run_is_eight_words_not_all_numbers() -> None:
    assert words("L’Œuvre d’à-côté : 10 ♥") == ["l", "oeuvre", "d", "a", "cote", "10"]
    assert list(runs("un deux trois quatre cinq six sept")) == []
    assert list(runs("2 3 4 5 6 7 8 9 10")) == []
    assert list(runs("2 3 4 5 6 7 8 9 as")) == ["3 4 5 6 7 8 9 as"]
