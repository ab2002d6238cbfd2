"""Names in Hebrew or Arabic inside sentences: the figures after them stay after them."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.core.i18n import ngettext
from scorekeeper.web.text.values import join_words, name_with_times

HEBREW, ARABIC = "יונתן", "خالد"
FIRST_STRONG, POP = "\u2068", "\u2069"

pytestmark = pytest.mark.usefixtures("french")


def test_names_from_right_to_left_are_isolated_in_sentences() -> None:
    assert _("%(who)s, %(count)s fois", who=HEBREW, count=15) == f"{FIRST_STRONG}{HEBREW}{POP}, 15 fois"
    assert ngettext("%(num)d point, %(who)s", "", 1, who=ARABIC) == f"1 point, {FIRST_STRONG}{ARABIC}{POP}"
    assert _("%(who)s mènent.", who=f"{HEBREW} & Luc") == f"{FIRST_STRONG}{HEBREW}{POP} & Luc mènent."
    assert name_with_times(HEBREW, 2) == f"{FIRST_STRONG}{HEBREW}{POP} (2)"
    assert join_words([HEBREW, "Luc", "Zoé"]) == f"{FIRST_STRONG}{HEBREW}{POP}, Luc et Zoé"


def test_other_texts_stay_as_they_are() -> None:
    """A latin name, markup with elements of its own, and names that are isolated already."""
    isolated = join_words(["Luc", HEBREW])
    for text in "Zoé", Markup("<bdi>יונתן</bdi>"), isolated:
        assert _("%(who)s mène.", who=text) == f"{text} mène."
