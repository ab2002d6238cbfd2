"""A recorded manche written in the judge format gives the same verdicts and facts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from partie.acts import BY_HAND, CONTEXTS, DEALERS, LEADERS, PLAYS, SPADES, SWEEP
from record.table import EVERY_GAME, set_table, table_with
from support.deals import DEALER, ELDER, recorded

from scorekeeper.games.arbiter import Arbiter
from scorekeeper.games.shape import ImpossibleFactsError
from scorekeeper.partie.decide import entry
from scorekeeper.partie.decide.sheet import without_cards
from scorekeeper.record.formats.judge import judge_input, judge_line
from scorekeeper.record.partie.scored_partie import score_partie

if TYPE_CHECKING:
    from record.evening import Evening

    from scorekeeper.record.models import Manche

every_game = pytest.mark.parametrize("slug", EVERY_GAME)


def transcript(manche: Manche) -> dict[str, Any]:
    scored = score_partie(manche.partie)
    return judge_input(scored, scored.manches.index(manche))


def judged_again(manche: Manche) -> dict[str, Any]:
    """Judge the transcript, written as text and read back."""
    answer = judge_line(json.dumps(transcript(manche)))
    assert "error" not in answer, answer
    return answer


def verdicts(manche: Manche) -> list[dict[str, Any]]:
    """Return the verdicts of the record's own arbiter, in the judge format."""
    scored = score_partie(manche.partie)
    arbiter = scored.arbiter_of(scored.manches.index(manche))
    assert arbiter is not None
    irregular = _records(arbiter)
    return [
        {
            "seat": one.seat,
            "card": one.card.code,
            "ruling": one.ruling.value,
            "articles": [*one.articles],
            "claims": [
                {"seat": claim.seat, "holds_none_of": [card.code for card in claim.holds_none_of]}
                for claim in one.claims
            ],
            "exposes": [*one.exposes],
            "suspects": [*one.suspects],
            "proves": [*one.proves],
            "exposed_now": irregular[index],
        }
        for index, one in enumerate(arbiter.verdicts)
    ]


def _records(arbiter: Arbiter) -> list[list[int]]:
    """Play a manche again, and return the irregular plays after each card."""
    again, records = Arbiter(arbiter.rules, arbiter.verdicts[0].turn.seat, arbiter.hands), []
    for one in arbiter.verdicts:
        again.play(one.card.code)
        records.append(sorted(again.irregular))
    return records


@every_game
def test_the_transcript_gives_the_same_verdicts_and_facts_t_7(evening: Evening, slug: str) -> None:
    manche = evening.recorded(f"{slug}_by_cards").manches[-1]
    answer = judged_again(manche)
    assert answer["verdicts"] == verdicts(manche)
    assert answer["facts"] == without_cards(manche.facts)
    assert [verdict["card"] for verdict in answer["verdicts"]] == PLAYS[slug]


@every_game
def test_the_transcript_has_the_table_the_deal_and_the_cards(evening: Evening, slug: str) -> None:
    manche = evening.recorded(f"{slug}_by_cards").manches[-1]
    facts = {"hearts": {}, "spades": {"bids": SPADES["bids"]}, "piquet": {"declarations": CONTEXTS["piquet"]}}
    assert transcript(manche) == {
        "game": slug,
        "options": manche.partie.options,
        "seats": 2 if slug == "piquet" else 4,
        "dealer": DEALERS[slug],
        "leader": LEADERS[slug],
        "hands": None,
        "plays": PLAYS[slug],
        **facts[slug],
    }


def test_the_transcript_gives_the_same_irregular_plays_t_4(evening: Evening) -> None:
    """Seat 1 discards a diamond on clubs in the first trick, and plays a club in the second."""
    table = set_table(evening, "hearts")
    table.lay(0, ["2C", "KD", "3C", "AC", "5C", "4C", "6C"])
    (manche,) = evening.record(table.partie, BY_HAND["hearts"])
    answer = judged_again(manche)
    assert answer["verdicts"] == verdicts(manche)
    assert [answer["verdicts"][-1][key] for key in ("exposes", "proves", "exposed_now")] == [[1], [1], [1]]


@every_game
def test_the_transcript_of_an_incomplete_manche_expects_the_next_card(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 9)
    (manche,) = evening.record(table.partie, BY_HAND[slug])
    answer = judged_again(manche)
    assert answer["verdicts"] == verdicts(manche)
    arbiter = score_partie(manche.partie).arbiter_of(0)
    assert arbiter is not None
    assert (answer["facts"], answer["next"]["seat"]) == (None, arbiter.seat)


@pytest.mark.parametrize("slug", ["hearts", "spades"])
def test_the_transcript_has_hands_laid_open(evening: Evening, slug: str) -> None:
    table = table_with(evening, slug, 8)
    hand = recorded(slug)[0]["hands"][2]
    table.act(entry.lay_open, 2, [card for card in hand if card not in PLAYS[slug][:8]])
    table.lay(LEADERS[slug], PLAYS[slug])
    manche = table.record()
    hands = transcript(manche)["hands"]
    assert [None if one is None else sorted(one) for one in hands] == [None, None, sorted(hand), None]
    answer = judged_again(manche)
    assert answer["verdicts"] == verdicts(manche)
    assert {one["ruling"] for one in answer["verdicts"] if one["seat"] == 2} == {"allowed"}


@pytest.mark.parametrize("hands", [[ELDER, DEALER], [ELDER, None]], ids=["both", "one"])
def test_the_transcript_has_the_hands_of_a_coup_and_their_declarations_pi_12(
    evening: Evening, hands: list[list[str] | None]
) -> None:
    table = set_table(evening, "piquet")
    evening.set_context(table.partie, {"hands": hands})
    table.lay(0, PLAYS["piquet"])
    manche = table.record()
    assert transcript(manche)["hands"] == hands
    answer = judged_again(manche)
    assert answer["verdicts"] == verdicts(manche)
    assert answer["facts"] == without_cards(manche.facts)


def test_the_transcript_has_declarations_and_answers_pi_13(evening: Evening) -> None:
    table = set_table(evening, "piquet")
    point = {"point": {"cards": 5, "pips": 49}}
    context = {"declared": [point, {"sets": [{"rank": "10", "size": 4}]}], "answers": {"point": "good"}}
    evening.set_context(table.partie, context)
    table.lay(0, PLAYS["piquet"])
    manche = table.record()
    declarations = transcript(manche)["declarations"]
    assert {name: declarations[name] for name in ("elder", "answers")} == {"elder": 0, "answers": {"point": "good"}}
    assert declarations["declared"][0]["point"] == point["point"]
    assert judged_again(manche)["facts"] == without_cards(manche.facts)


def test_the_transcript_has_the_choice_for_a_volte_dp_22(evening: Evening) -> None:
    table = set_table(evening, "hearts", moon="choice")
    table.lay(0, SWEEP)
    manche = table.record(moon="self_minus")
    assert judged_again(manche)["facts"] == without_cards(manche.facts)
    assert manche.facts["moon"] == "self_minus"


def test_the_transcript_gives_the_same_low_cards_of_a_coup_pi_18(evening: Evening) -> None:
    manche = table_with(evening, "piquet", low_card_points="above_nine").record()
    facts = judged_again(manche)["facts"]
    assert facts["low"] == manche.facts["low"]
    assert facts["low"][4] == [True, True]


def test_the_transcript_has_no_penalties_t_5(evening: Evening) -> None:
    agreed = [{"side": 1, "points": 10, "reason": "renonce"}]
    for slug in EVERY_GAME:
        manche = table_with(evening, slug).record(penalties=agreed)
        assert manche.facts["penalties"] == agreed
        assert "renonce" not in json.dumps(transcript(manche))
        facts = {name: value for name, value in without_cards(manche.facts).items() if name != "penalties"}
        assert judged_again(manche)["facts"] == facts


@every_game
def test_the_transcript_has_no_dealer_if_he_no_longer_fits_the_leader(evening: Evening, slug: str) -> None:
    """The leader stays; the dealer of the sheet is omitted if another player would lead after him."""
    first, manche = evening.recorded(f"{slug}_by_cards").manches
    before = verdicts(manche)
    evening.delete(first)
    line = transcript(manche)
    assert (line["leader"], line["dealer"]) == (LEADERS[slug], 2 if slug == "hearts" else None)
    assert judged_again(manche)["verdicts"] == before


def test_a_manche_without_cards_has_no_transcript(evening: Evening) -> None:
    table = set_table(evening, "hearts")
    (manche,) = evening.record(table.partie, BY_HAND["hearts"])
    with pytest.raises(ImpossibleFactsError, match="no_cards in plays"):
        transcript(manche)
