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
        (("Anne", "Jean"), "Alice joue, puis Paul, Jeanne et Rémi ; Annette n’est pas d’Alice."),
        (("ANNE", "paul"), "Élise joue, puis Marc, Claire et Bruno ; Annette n’est pas d’Élise."),
        (("Zoe", "rémi"), "Élise joue, puis Marc, Claire et Bruno ; Annette n’est pas d’Élise."),
        (("zoé", "Remi"), "Élise joue, puis Marc, Claire et Bruno ; Annette n’est pas d’Élise."),
        (("Luc Martin", "Marie-Alice"), "Élise joue, puis Marc, Claire et Bruno ; Annette n’est pas d’Élise."),
        (("Luc", "Alice", "Bruno"), "Anne joue, puis Paul, Zoé et Max ; Annette n’est pas d’Anne."),
        (("Anne", "Alice", "Marc", "Élise"), "A joue, puis Luc, Zoé et Max ; Annette n’est pas d’A."),
    ],
)
def test_the_first_set_with_nobody_seated_is_used(players: tuple[str, ...], text: str) -> None:
    """Where each set has a seated player, each name is the first of its place that is free, else a letter."""
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
