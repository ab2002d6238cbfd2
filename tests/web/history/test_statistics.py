"""The pages of statistics: figures worked out by hand, filters, titles, and their number of queries."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from flask_babel import force_locale
from record.evening import FIRST, SECOND, taken
from web.test_lists import MOST_QUERIES, queries
from web.visitor import plain

from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db
from scorekeeper.record.models import Partie, Player
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.read_models.evenings import tonight
from scorekeeper.record.read_models.statistics import KnownPlayer, LineTotals, PairFigures, PartieWinners
from scorekeeper.web.history.statistics.feats import feat_rows
from scorekeeper.web.remarks.rivals import rivals_of
from scorekeeper.web.remarks.titles import Title, title_after
from scorekeeper.web.text.values import format_mean, format_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask
    from record.evening import Facts
    from web.visitor import Visitor

DAY = dt.date(2026, 11, 21)
KNOWN = {number: KnownPlayer(number, name, retired=False) for number, name in enumerate("ABCD", start=1)}


def won_by(*winners: Sequence[int]) -> list[PartieWinners]:
    return [PartieWinners(number, DAY, tuple(each)) for number, each in enumerate(winners)]


def pair(other: int, against: int, above: int, together: int = 0, won: int = 0) -> PairFigures:
    """Return pairs of figures without ties."""
    return PairFigures(other, against, above, against - above, together, won)


def play(visitor: Visitor, *parties: Sequence[Facts], game: str = "hearts", day: dt.date = DAY, **options: int) -> int:
    """Play these parties of four to their ends, and return the last."""
    with visitor.writing():
        carnet, access = visitor.row(), visitor.access()
        names = {player.name: player for player in carnet.players}
        seated = [names.get(name) or carnets.add_player(carnet, name) for name in ("Anne", "Luc", "Zoé", "Max")]
        soiree = carnets.open_soiree(carnet, day, "")
        for manches in parties:
            partie = journal.start_partie(soiree, game, seated, options, 0, access)
            for facts in manches:
                with open_partie(partie, None, access) as opened:
                    opened.record(facts, "")
        return partie.id


def player_id(visitor: Visitor, name: str) -> int:
    with visitor.app.app_context():
        return next(one.id for one in visitor.row().players if one.name == name)


def test_the_table_has_victories_and_parties(visitor: Visitor) -> None:
    """Six times 5 4 16 1: Max wins each, Zoé is last with 16; and one partie is too few to count."""
    visitor.recorded("two_careers")
    text = visitor.get(f"{visitor.carnet}/years/all?game=hearts").text
    assert "Tenant du titre : Max 6 victoires sur les 6 dernières parties" in text
    assert "Max 6 6 100 % 1,0 1,0 Luc 6 0 0 % 2,0 4,0 Anne 6 0 0 % 3,0 5,0 Zoé 6 0 0 % 4,0 16,0" in text
    assert "Dames de pique prises Zoé 6" in text
    assert "En gris" not in text


def test_parties_whose_points_are_of_another_kind_are_counted_apart(visitor: Visitor) -> None:
    """In teams 70 for Anne and Zoé, 60 for Luc and Max; each alone 50, 30, 20, 30."""
    alone = visitor.recorded("teams_and_alone")
    in_teams = visitor.get(f"{visitor.carnet}/years/all?game=spades")
    assert "Anne 1 1 100 % 1,0 70,0 Zoé 1 1 100 % 1,0 70,0 Luc 1 0 0 % 2,0 60,0" in in_teams.text
    assert 'href="?game=spades%3Aalone"' in in_teams.html or "game=spades:alone" in in_teams.html
    text = visitor.get(f"{visitor.carnet}/years/all?game=spades:alone").text
    assert "Anne 1 1 100 % 1,0 50,0 Luc 1 0 0 % 2,0 30,0" in text
    portrait = visitor.get(f"{visitor.carnet}/players/{player_id(visitor, 'Anne')}").text
    assert "Plus grand total, Atout Pique 70" in portrait
    assert "Plus grand total, Atout Pique, chacun pour soi 50" in portrait
    for page in ("", "/print"):
        assert "Atout Pique, chacun pour soi" in visitor.get(f"{alone.partie}{page}").text
    with visitor.app.app_context():
        assert db.session.get_one(Partie, alone.partie_id).game == "spades"


def test_figures_from_too_few_parties_are_greyed_with_a_text(visitor: Visitor) -> None:
    play(visitor, [FIRST], limit=10)
    page = visitor.get(f"{visitor.carnet}/years/all?game=hearts")
    assert 'class="few-parties"' in page.html
    assert "En gris : moins de 5 parties" in page.text
    assert "Tenant du titre" not in page.text


def test_filters_are_in_the_query_string_with_their_results(visitor: Visitor) -> None:
    """Six parties, five of them to 10; Zoé won one of these."""
    visitor.recorded("years")
    page = visitor.get(f"{visitor.carnet}/years/all?game=hearts")
    assert "Max 6 5 83 %" in page.text
    years = [given["href"] for tag, given in page.tags if tag == "a" and "/years/20" in given.get("href", "")]
    assert years == [f"{visitor.carnet}/years/{year}?game=hearts" for year in (2024, 2026)]
    assert "Max 1 1 100 %" in visitor.get(years[0]).text
    rules = next(given["value"] for tag, given in page.tags if tag == "option" and len(given.get("value", "")) == 12)
    assert "Max 5 4 80 %" in visitor.get(f"{visitor.carnet}/years/all?game=hearts&rules={rules}").text
    nothing = visitor.get(f"{visitor.carnet}/years/2024?game=piquet").text
    assert "Aucune partie terminée ne correspond à ce choix." in nothing


@pytest.mark.parametrize("absurd", ["game=bridge", "year=20261", "rules=%00", "rules=" + "1" * 400, "year=%ED%A0%80"])
def test_an_invalid_filter_is_ignored(visitor: Visitor, absurd: str) -> None:
    play(visitor, [FIRST], limit=10)
    shown = {"years/all?game=hearts&": "1 1 100 %", f"players/{player_id(visitor, 'Max')}?": "1 partie, 1 gagnée"}
    for path, figures in shown.items():
        page = visitor.get(f"{visitor.carnet}/{path}{absurd}")
        assert page.status == 200
        assert figures in page.text


def test_no_player_is_paired_with_themselves_or_with_a_stranger(visitor: Visitor) -> None:
    play(visitor, [FIRST], limit=10)
    anne = player_id(visitor, "Anne")
    for other in (anne, 10**6):
        assert visitor.get(f"{visitor.carnet}/players/{anne}/with/{other}").status == 404
    assert visitor.get(f"{visitor.carnet}/players/{10**6}").status == 404


def test_a_change_of_the_title_is_shown_after_the_partie(visitor: Visitor) -> None:
    """Max wins five times; then Zoé, by voltes, as often: with the last victory of the two the title is hers."""
    visitor.recorded("title_of_max")
    fourth = play(visitor, *[[SECOND]] * 4, limit=10)
    assert "le titre" not in visitor.get(f"{visitor.carnet}/parties/{fourth}").text
    fifth = play(visitor, [SECOND], day=tonight(), limit=10)
    with queries(visitor) as made:
        page = visitor.get(f"{visitor.carnet}/parties/{fifth}")
    assert "Zoé prend le titre à Max." in page.text
    soiree = next(given["href"] for tag, given in page.tags if tag == "a" and "/soirees/" in given.get("href", ""))
    assert "Dame de Pique : Zoé prend le titre à Max." in plain(visitor.get(soiree).text)
    visitor.headers = {"Accept-Language": "en"}
    assert "Hearts: Zoé takes the title from Max." in visitor.get(soiree).text
    visitor.headers = {}
    # Its feats and its course are compared with the carnet, and earlier holders are searched for.
    assert len(made) <= MOST_QUERIES + 2
    assert (
        "Tenant du titre : Zoé 5 victoires sur les 10 dernières parties"
        in visitor.get(f"{visitor.carnet}/years/all?game=hearts").text
    )


def test_a_title_that_an_old_victory_loses_is_no_news(visitor: Visitor) -> None:
    """Max has 7 of 20 victories, Zoé 6. Anne wins the next: the oldest of Max's no longer counts, and Zoé is equal."""
    anne, luc = taken(0, 4, 4, 5, queen=3), taken(4, 0, 4, 5, queen=3)
    play(visitor, *[[FIRST]] * 7, *[[SECOND]] * 6, *[[anne]] * 3, *[[luc]] * 4, limit=10)
    assert "Tenant du titre : Max" in visitor.get(f"{visitor.carnet}/years/all?game=hearts").text
    last = play(visitor, [anne], limit=10)
    assert "prend le titre" not in visitor.get(f"{visitor.carnet}/parties/{last}").text
    assert "Tenant du titre : Zoé" in visitor.get(f"{visitor.carnet}/years/all?game=hearts").text


def test_a_title_won_again_is_taken_back(visitor: Visitor) -> None:
    """Max wins five times, Zoé as often, then Max again."""
    visitor.recorded("title_of_max")
    visitor.recorded("title_of_zoe")
    sixth = play(visitor, [FIRST], limit=10)
    assert "Max reprend le titre à Zoé." in visitor.get(f"{visitor.carnet}/parties/{sixth}").text


def test_a_renamed_player_has_the_new_name_in_the_statistics(visitor: Visitor) -> None:
    play(visitor, [FIRST], limit=10)
    assert "Zoé" in visitor.get(f"{visitor.carnet}/years/all?game=hearts").text
    with visitor.writing() as session:
        carnets.rename_player(session.get_one(Player, player_id(visitor, "Zoé")), "Zoé B.")
    assert "Zoé B." in visitor.get(f"{visitor.carnet}/years/all?game=hearts").text


@pytest.mark.sweep("fills a whole carnet")
def test_the_number_of_queries_does_not_depend_on_the_parties(visitor: Visitor) -> None:
    def costs() -> list[int]:
        found = []
        for path in ("years/all?game=hearts", f"players/{anne}", f"players/{anne}/with/{luc}"):
            with queries(visitor) as made:
                assert visitor.get(f"{visitor.carnet}/{path}").status == 200
            found.append(len(made))
        return found

    play(visitor, *[[FIRST]] * 2, limit=10)
    anne, luc = player_id(visitor, "Anne"), player_id(visitor, "Luc")
    few = costs()
    play(visitor, *[[FIRST]] * 12, limit=10)
    assert costs() == few
    assert max(few) <= MOST_QUERIES


def test_among_equals_the_latest_winner_has_the_title() -> None:
    assert title_after(won_by([1], [1], [2], [2])) is None  # four parties are too few for a title
    assert title_after(won_by([1], [1], [2], [2], [3])) == Title((2,), 2, 5)
    assert title_after(won_by([1, 3], [2, 4], [1, 3], [2], [1, 3])) == Title((1, 3), 3, 5)
    assert title_after(won_by([], [], [], [], [])) is None  # all of them drawn
    assert title_after(won_by(*[[1]] * 10, *[[2]] * 11, *[[3]] * 9)) == Title((2,), 11, 20)


def test_rivals_need_enough_meetings() -> None:
    few, ahead, behind, partner = pair(1, 4, 0), pair(2, 10, 3), pair(3, 10, 8), pair(4, 6, 3, 5, 4)
    found = rivals_of([few, ahead, behind, partner])
    assert (found.nemesis, found.victim, found.best_partner) == (ahead, behind, partner)
    assert found.others == (ahead, behind, partner, few)
    even = rivals_of([pair(1, 8, 4)])
    assert (even.nemesis, even.victim, even.best_partner) == (None, None, None)


def test_shares_come_before_counts_where_a_feat_can_fail(application: Flask) -> None:
    """Two of two is too few; nine of ten is more than thirty of forty."""
    tried = {1: (2, 0), 2: (9, 1), 3: (30, 10)}
    deeds = [
        LineTotals("spades", number, why, times, 0, 0)
        for number, both in tried.items()
        for why, times in zip(("nil_made", "nil_failed"), both, strict=True)
    ]
    with application.test_request_context():
        ((_name, nils),) = feat_rows("spades", deeds, KNOWN)
        assert [(one.player, one.count, one.tries) for one in nils] == [("B", 9, 10), ("C", 30, 40), ("A", 2, 2)]


def test_means_and_shares_are_written_as_each_language_does(application: Flask) -> None:
    with application.test_request_context():
        with force_locale("fr_FR"):
            assert (format_mean(1229, 4), format_mean(-1, 4)) == ("307,3", "\u22120,3")  # 307.25 and −0.25
            assert (format_mean(-7, 3), format_share(1, 3)) == ("\u22122,3", "33\u00a0%")
        with force_locale("en_GB"):
            assert (format_mean(7, 3), format_share(1, 3)) == ("2.3", "33%")
        assert (format_mean(0, 0), format_share(0, 0)) == ("–", "")
