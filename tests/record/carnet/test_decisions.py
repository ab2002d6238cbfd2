"""Decisions of a table where no house rule applies: log, find, list, delete and restore them."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from scorekeeper.record.carnet import carnets, decisions
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Decision, Partie
from scorekeeper.record.refusals import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from record.evening import Evening

RENONCE = "La manche est annulée"


def decide(evening: Evening, partie: Partie, words: str, article: str = "DP-12", dispute: str | None = None) -> None:
    with writing():
        decisions.log_decision(partie, article, dispute, words, evening.access)


def words(found: Sequence[Decision]) -> list[str]:
    return [one.words for one in found]


def test_a_decision_is_stored_with_its_carnet_partie_article_day_and_access(evening: Evening) -> None:
    partie = evening.partie()
    decide(evening, partie, "  La manche   est annulée ", dispute="revoke")
    db.session.expire_all()
    (one,) = decisions.latest_on_article(evening.carnet, "DP-12")
    assert (one.carnet_id, one.partie_id, one.access_id) == (evening.carnet.id, partie.id, evening.access.id)
    assert (one.article, one.quarrel, one.words, one.deleted_at) == ("DP-12", "revoke", RENONCE, None)
    assert dt.datetime.now(dt.UTC) - one.at < dt.timedelta(minutes=1)


def test_a_decision_is_no_change_of_the_sheet(evening: Evening) -> None:
    """A manche recorded concurrently from another device is not refused as stale."""
    partie = evening.partie()
    before = partie.version
    decide(evening, partie, RENONCE)
    assert db.session.get_one(Partie, partie.id, populate_existing=True).version == before


def test_at_most_three_decisions_are_found_newest_first(evening: Evening) -> None:
    partie = evening.partie()
    for text in ("un", "deux", "trois", "quatre"):
        decide(evening, partie, text)
    assert words(decisions.latest_on_article(evening.carnet, "DP-12")) == ["quatre", "trois", "deux"]


def test_a_disputed_case_finds_the_decisions_on_it_and_on_its_article_only(evening: Evening) -> None:
    partie = evening.partie()
    decide(evening, partie, "de l’article")
    decide(evening, partie, "du litige", dispute="revoke")
    decide(evening, partie, "d’un autre litige", dispute="must_play_higher")
    decide(evening, partie, "d’un autre article", article="DP-13")
    on_dispute = decisions.latest_on_dispute(evening.carnet, "hearts", "DP-12", "revoke")
    assert words(on_dispute) == ["du litige", "de l’article"]
    assert len(decisions.latest_on_article(evening.carnet, "DP-12")) == 3


def test_a_disputed_case_of_another_game_with_the_same_key_is_another(evening: Evening) -> None:
    decide(evening, evening.partie(), "à la dame", article="T-5", dispute="same")
    decide(evening, evening.partie(game="spades"), "à l’atout", article="T-5", dispute="same")
    assert words(decisions.latest_on_dispute(evening.carnet, "spades", "T-5", "same")) == ["à l’atout"]


def test_decisions_are_not_found_in_another_carnet(evening: Evening) -> None:
    decide(evening, evening.partie(), RENONCE)
    with writing():
        other: Access = carnets.create_carnet("Les dimanches")
    assert decisions.latest_on_article(other.carnet, "DP-12") == []
    assert decisions.latest_decisions(other.carnet) == []


def test_a_decision_is_deleted_and_restored(evening: Evening) -> None:
    decide(evening, evening.partie(), RENONCE)
    (one,) = decisions.latest_on_article(evening.carnet, "DP-12")
    for _ in range(2):
        with writing():
            decisions.delete_decision(one)
    assert decisions.latest_on_article(evening.carnet, "DP-12") == []
    with writing():
        decisions.restore_decision(one)
    assert words(decisions.latest_on_article(evening.carnet, "DP-12")) == [RENONCE]


def test_the_latest_decisions_are_listed(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MOST_LISTED", 2)
    partie = evening.partie()
    with writing():
        for number in range(3):
            decisions.log_decision(partie, "DP-12", None, str(number), None)
    assert words(decisions.latest_decisions(evening.carnet)) == ["2", "1"]


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "words_missing"), ("  \u3164 ", "words_missing"), ("x" * 201, "name_long"), ("a\x00b", "name_characters")],
)
def test_text_that_is_empty_too_long_or_hidden_is_refused(evening: Evening, text: str, key: str) -> None:
    partie = evening.partie()
    with pytest.raises(RefusedError, match=key), writing():
        decisions.log_decision(partie, "DP-12", None, text, evening.access)
    assert decisions.latest_decisions(evening.carnet) == []
