"""The payments that settle debts, and the formatting and parsing of amounts."""

from __future__ import annotations

from collections import Counter

import pytest
from flask import Flask
from flask_babel import Babel, force_locale
from hypothesis import given, settings
from hypothesis import strategies as st
from support.selection import examples

from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.history.debts import Payment, payment_texts, settle_balances
from scorekeeper.web.history.debts.money import format_amount, parse_amount


def settle(balances: dict[int, int]) -> dict[int, int]:
    """Apply the payments to the balances; each payment is positive and between two players."""
    after: Counter[int] = Counter(balances)
    for payment in settle_balances(balances):
        assert payment.cents > 0
        assert payment.giver != payment.taker
        after[payment.giver] += payment.cents
        after[payment.taker] -= payment.cents
    return dict(after)


def balanced(people: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Generate small balances that add up to zero, so that groups of players often cancel out."""
    few = st.lists(st.integers(-4, 4), min_size=people - 1, max_size=people - 1)
    return few.map(lambda cents: (*cents, -sum(cents)))


@settings(max_examples=examples(20))
@given(st.integers(2, 14).flatmap(balanced))
def test_payments_settle_every_balance(balances: tuple[int, ...]) -> None:
    assert set(settle(dict(enumerate(balances))).values()) == {0}
    assert len(settle_balances(dict(enumerate(balances)))) <= len(balances) - 1


def test_the_largest_debt_pays_the_largest_credit_first() -> None:
    """The debt of 7 pays 5, then 2 of the credit of 3; the debt of 5 pays 4, then the last 1."""
    assert settle_balances({1: 5, 2: 4, 3: 3, 4: -7, 5: -5}) == [
        Payment(4, 1, 5),
        Payment(5, 2, 4),
        Payment(4, 3, 2),
        Payment(5, 3, 1),
    ]
    assert settle_balances({1: 0, 2: 0}) == []


@pytest.fixture(scope="module")
def babel() -> Flask:
    """A Flask app with Babel only."""
    app = Flask(__name__)
    Babel(app)
    return app


@pytest.mark.parametrize(
    ("cents", "sign", "french", "english"),
    [
        (320, "€", "3,20 €", "€3.20"),
        (100, "€", "1 €", "€1"),
        (5, "€", "0,05 €", "€0.05"),
        (123_450, "CHF", "1 234,50 CHF", "1,234.50 CHF"),
        (50, "$", "0,50 $", "$0.50"),
    ],
)
def test_an_amount_is_formatted_by_language(babel: Flask, cents: int, sign: str, french: str, english: str) -> None:
    for locale, expected in (("fr_FR", french), ("en_GB", english)):
        with babel.test_request_context(), force_locale(locale):
            assert format_amount(cents, sign).replace("\u202f", " ").replace("\u00a0", " ") == expected


def test_every_payment_names_its_giver(babel: Flask) -> None:
    names = {1: "Zoé", 2: "Luc", 3: "Anne"}
    made = [Payment(2, 1, 320), Payment(3, 1, 100), Payment(2, 3, 5)]
    with babel.test_request_context(), force_locale("fr_FR"):
        texts = [
            (text.giver, text.amount.replace("\u00a0", " "), text.taker) for text in payment_texts(made, names, "€")
        ]
    assert texts == [("Luc", "3,20 €", "Zoé"), ("Luc", "0,05 €", "Anne"), ("Anne", "1 €", "Zoé")]


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("0,10", (10, "")),
        ("0.1", (10, "")),
        (" 2 ", (200, "")),
        ("1 000,05", (100_005, "")),
        ("£0.10", (10, "£")),
        ("0,10 €", (10, "€")),
        ("CHF 1", (100, "CHF")),
        ("0,50 Fr", (50, "Fr")),
    ],
)
def test_an_amount_is_parsed_with_a_comma_or_a_point_and_its_currency(typed: str, amount: tuple[int, str]) -> None:
    assert parse_amount(typed) == amount


INVALID = ["", "-1", "\u22121", "1,234", "1e3", "²", "٣", "dix", "9" * 30, "\x00", "£", "£1€", "(1", "1%", "euro 1"]


@pytest.mark.parametrize("typed", INVALID)
def test_an_invalid_amount_is_refused(babel: Flask, typed: str) -> None:
    with babel.test_request_context(), pytest.raises(RefusedError) as caught:
        parse_amount(typed)
    assert caught.value.field == "amount"
