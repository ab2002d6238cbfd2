"""Questions with numbers on the rules page: the computed answer, and links for a missing number."""

from __future__ import annotations

import re
from html import unescape

from web.visitor import Visitor


def test_a_question_with_numbers_is_answered_with_the_score(stranger: Visitor) -> None:
    page = stranger.get("/rules/spades/desk?q=on a dit 6 et fait 9")
    assert "63. Contrat réussi (contrat +60, plis en plus +3)" in page.text


def test_a_missing_number_is_a_row_of_links_that_answer(stranger: Visitor) -> None:
    page = stranger.get("/rules/spades/desk?q=on a dit 6")
    assert "Combien de plis faits ?" in page.text
    links = re.findall(r'<a class="chip" href="([^"]*)">(\d+)</a>', page.html)
    assert 0 < len(links) <= 8
    address, tricks = links[0]
    points = "−60" if int(tricks) < 6 else "60"
    assert f"{points}. Contrat" in stranger.get(unescape(address)).text
