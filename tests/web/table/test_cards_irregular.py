"""A card that breaks a rule: shown first with its article, accepted or taken back (T-5); and hands laid open.

Anne leads to the first trick: Luc, Zoé and Maxence follow.
"""

from __future__ import annotations

import pytest
from web.playing import lead, play, plays, tap, version
from web.table.test_cards_refused import assert_untouched, dealt
from web.visitor import Page, Typed, Visitor, refused

pytestmark = pytest.mark.game("hearts")


def test_a_forbidden_card_is_shown_first_and_nothing_is_recorded_t_5(visitor: Visitor) -> None:
    """Luc claimed to have no clubs: his 6♣ at the second trick proves the K♦ irregular (DP-12, T-4)."""
    down = ["2C", "KD", "3C", "AC", "5C", "4C"]
    table = dealt(visitor, *down[1:])
    before = version(visitor, table)
    answer = tap(visitor, table, "6C")
    assert (answer.status, answer.location) == (303, f"{table.cards}?card=6C")
    assert_untouched(visitor, table, down, before)
    page = visitor.get(answer.location or "")
    for sentence in (
        "Luc avait du trèfle R♦ Luc roi de carreau pli 1, sur trèfle 6♣ Luc 6 de trèfle pli 2 Au pli 1",
        "Au pli 1, Luc a jeté le R♦ : plus de trèfle. Et au pli 2, Luc joue le 6♣.",
        "Article DP-12 Article T-4 Article T-5",
        "Erreur de saisie ce n’était pas 6♣ ce n’était pas R♦ au pli 1 On reprend au pli 1 5 cartes reviennent en main",
        "On continue sans pénalité",
    ):
        assert sentence in page.text, sentence
    assert_untouched(visitor, table, down, before)
    assert "À Luc de jouer" in visitor.get(table.cards).text


def form_with(page: Page, name: str) -> Typed:
    form = next(one for one in page.forms if one.value(name) is not None)
    return form.sent({})


def test_an_accepted_forbidden_card_stays_recorded_t_5(visitor: Visitor) -> None:
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    page = visitor.get(tap(visitor, table, "6C").location or "")
    answer = visitor.post(table.cards, form_with(page, "stand"))
    assert (answer.status, answer.location) == (303, table.cards)
    assert plays(visitor, table)[-1] == "6C"
    text = visitor.get(table.cards).text
    assert "Relevé par l’arbitre Au pli 1, Luc a jeté le R♦" in text
    assert "À Zoé de jouer" in text
    play(visitor, table, ["7C"])
    assert "Relevé par l’arbitre Au pli 1, Luc a jeté le R♦" in visitor.get(table.cards).text


def test_going_back_to_the_irregular_trick_takes_back_every_card_since_t_6(visitor: Visitor) -> None:
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    page = visitor.get(tap(visitor, table, "6C").location or "")
    answer = visitor.post(f"{table.cards}/back", form_with(page, "since"))
    assert (answer.status, answer.location) == (303, table.cards)
    assert plays(visitor, table) == ["2C"]
    text = visitor.get(table.cards).text
    assert "À Luc de jouer Pli 1" in text
    assert "Luc rien de sûr" in text


def test_an_earlier_card_entered_wrongly_is_replaced_t_6(visitor: Visitor) -> None:
    """Luc's K♦ was the K♣ after all; his 6♣ is then recorded, unless the first card is still no club."""
    table = dealt(visitor, "KD", "3C", "AC", "5C", "4C")
    page = visitor.get(f"{table.cards}?card=6C&instead_of=1")
    assert "Qu’a joué Luc au pli 1 ? À la place de R♦ ; les autres cartes restent." in page.text
    assert visitor.send(page, "/cards", {"card": "QD"}).location == f"{table.cards}?card=6C"
    assert plays(visitor, table) == ["2C", "QD", "3C", "AC", "5C", "4C"]
    page = visitor.get(f"{table.cards}?card=6C&instead_of=1")
    assert visitor.send(page, "/cards", {"card": "KC"}).location == table.cards
    assert plays(visitor, table) == ["2C", "KC", "3C", "AC", "5C", "4C", "6C"]
    assert "Relevé par l’arbitre" not in visitor.get(table.cards).text


def test_a_card_that_would_take_the_trick_does_not_replace_another_t_6(visitor: Visitor) -> None:
    """With the J♣ in place of Maxence's A♣, Luc's Q♣ takes the trick, and the next cards would be those of others."""
    table = dealt(visitor, "QC", "3C", "AC", "5C", "4C")
    page = visitor.get(f"{table.cards}?instead_of=3")
    answer = visitor.send(page, "/cards", {"card": "JC"})
    refused(answer, "Avec cette carte, un autre prend le pli")
    assert plays(visitor, table) == ["2C", "QC", "3C", "AC", "5C", "4C"]


@pytest.mark.parametrize("index", ["9", "-1", "x"])
def test_a_card_that_was_not_played_is_not_replaced(visitor: Visitor, index: str) -> None:
    table = dealt(visitor, "KC")
    assert "Qu’a joué" not in visitor.get(f"{table.cards}?instead_of={index}").text
    page = visitor.get(f"{table.cards}?instead_of=1")
    assert visitor.send(page, "/cards", {"card": "3C", "instead_of": index}).status == 422
    assert plays(visitor, table) == ["2C", "KC"]


def test_a_lead_other_than_the_required_card_is_forbidden_dp_11(visitor: Visitor) -> None:
    table = visitor.set_table()
    lead(visitor, table, 0, None)
    page = visitor.get(tap(visitor, table, "KC").location or "")
    assert "Anne : le 2♣ entame R♣ Anne roi de trèfle pli 1 Article DP-11 Article T-5" in page.text
    assert "Reprendre la carte erreur de saisie, ou Anne en joue une autre On continue sans pénalité" in page.text
    assert "On reprend au pli" not in page.text
    visitor.post(table.cards, form_with(page, "stand"))
    assert plays(visitor, table) == ["KC"]


def test_a_card_that_shows_an_irregularity_names_the_suspects_t_4(visitor: Visitor) -> None:
    """Luc, Zoé and Maxence throw diamonds on the 2♣, so Anne has every club; one of the three lied, it is unknown who.

    Anne plays the K♠ to the second trick, which she leads: a thirteenth club is then somewhere among the three.
    """
    table = dealt(visitor, "2D", "3D", "4D")
    answer = tap(visitor, table, "KS")
    assert answer.location == f"{table.cards}?card=KS"
    page = visitor.get(answer.location)
    assert "Quelqu’un s’est trompé : Luc, Zoé ou Maxence 2♦ Luc 2 de carreau pli 1, sur trèfle 3♦ Zoé" in page.text
    assert page.text.count("Si tout le reste est vrai, au moins une de ces cartes était interdite") == 1
    for sentence in ("2♦ de Luc au pli 1", "3♦ de Zoé au pli 1", "4♦ de Maxence au pli 1", "Article T-4 Article T-5"):
        assert sentence in page.text, sentence
    assert "On reprend au pli 1" in page.text
    assert all(f"ce n’était pas {card} au pli 1" in page.text for card in ("2♦", "3♦", "4♦"))
    visitor.post(table.cards, form_with(page, "stand"))
    assert "Relevé par l’arbitre Si tout le reste est vrai, au moins une de ces cartes" in visitor.get(table.cards).text


# A hand laid open

SPADES = [f"{rank}S" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]


def test_an_impossible_hand_is_not_laid_open_t_1(visitor: Visitor) -> None:
    """Luc has played the A♣, so he has twelve cards."""
    table = dealt(visitor, "AC")
    before = version(visitor, table)
    answer = visitor.press(f"{table.cards}?hand=1", "/hand", {"hand": SPADES[:11]})
    refused(answer, "La main ouverte pour Luc compte 11 cartes, il en faut 12.")
    assert_untouched(visitor, table, ["2C", "AC"], before)
    assert answer.form("/hand").value("seat") == "1"
    ticked = {tag["value"] for name, tag in answer.tags if name == "input" and "checked" in tag}
    assert ticked == {*SPADES[:11]}
