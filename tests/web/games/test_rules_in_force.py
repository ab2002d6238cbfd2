"""The names in texts of the rulebook: none is that of a player of the table."""

from __future__ import annotations

import pytest
from web.visitor import Visitor

from scorekeeper.web.games.rules_in_force import replace_example_names

TEXT = "Anne joue, puis Luc, Zoé et Max ; Annette n’est pas d’Anne."


@pytest.mark.parametrize(
    ("players", "text"),
    [
        ((), TEXT),
        (("Marie", "Jean", "", "Maxence", "Zo"), TEXT),
        (("Anne", "Jean"), "Alice joue, puis Luc, Zoé et Max ; Annette n’est pas d’Alice."),
        (("ANNE", "paul"), "Alice joue, puis Luc, Zoé et Max ; Annette n’est pas d’Alice."),
        (("Zoe", "rémi"), "Anne joue, puis Luc, Jeanne et Max ; Annette n’est pas d’Anne."),
        (("zoé", "Max"), "Anne joue, puis Luc, Jeanne et Rémi ; Annette n’est pas d’Anne."),
        (("Luc Martin", "Marie-Alice"), "Anne joue, puis Paul, Zoé et Max ; Annette n’est pas d’Anne."),
        (("Luc", "Paul", "Bruno"), "Anne joue, puis Marc, Zoé et Max ; Annette n’est pas d’Anne."),
        (("Anne", "Alice", "Marc", "Élise"), "A joue, puis Luc, Zoé et Max ; Annette n’est pas d’A."),
    ],
)
def test_each_name_of_a_player_is_the_first_free_one_of_its_place_else_a_letter(
    players: tuple[str, ...], text: str
) -> None:
    assert replace_example_names(players, TEXT) == text


@pytest.mark.parametrize(
    ("language", "question"), [("fr", "la dame au premier pli"), ("en", "can I throw the queen on the first trick")]
)
def test_an_answer_names_nobody_at_the_table(visitor: Visitor, language: str, question: str) -> None:
    table = visitor.set_table("Zoe", "ÉLISE", "Bob", "Luc")
    reader = Visitor(visitor.app, language)
    reader.client, reader.key = visitor.client, visitor.key
    page = reader.get(f"{table.partie}/desk?q={question}")
    assert "DP-14" in page.text
    assert "Paul" in page.text
    assert not {"Luc", "Zoé", "Zoe", "Élise", "ÉLISE"} & {*page.text.replace("’", " ").split()}
