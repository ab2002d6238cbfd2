"""Amounts of money, formatted for the current language and parsed."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from babel.numbers import format_decimal
from flask_babel import get_locale

from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.language import current_language

_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)
_NO_BREAK = "\u00a0"


def format_amount(cents: int, sign: str) -> str:
    """Format an amount: « 3,20 € », « 1 € » in French; `€3.20`, `1 CHF` in English."""
    pattern = "#,##0.00" if cents % 100 else "#,##0"
    figure = str(format_decimal(Decimal(cents) / 100, pattern, locale=get_locale()))
    is_symbol = all(unicodedata.category(letter) == "Sc" for letter in sign)  # Sc: € or $, not CHF
    return f"{sign}{figure}" if is_symbol and current_language() == "en" else f"{figure}{_NO_BREAK}{sign}"


def format_field_value(cents: int) -> str:
    """Format an amount as the value of a form field: `0,10`."""
    figure = f"{cents // 100}.{cents % 100:02}"
    return figure.replace(".", ",") if current_language() == "fr" else figure


def parse_cents(text: str) -> int:
    """Parse a typed amount, with a comma or a point, to cents. Raises `RefusedError` for anything else."""
    match = _AMOUNT.fullmatch("".join(text.split()))
    if match is None:
        sentence = _("« %(typed)s » n’est pas un montant : tapez par exemple 0,10.", typed=text.strip()[:20])
        raise RefusedError("not_understood", field="amount", sentence=sentence)
    whole, decimals = match.groups()
    return int(whole) * 100 + int((decimals or "").ljust(2, "0"))
