"""Past soirées: by month, with ranking, highlights and charts; edited, joined, and with parties moved to others.

In comments, four figures are the points of Anne, Luc, Zoé and Maxence at Dame de Pique.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from record.evening import SECOND
from record.table import BY_HAND
from web.history.test_resuming import let_pass
from web.test_lists import MOST_QUERIES, queries
from web.visitor import Page, Table, Visitor, plain

from scorekeeper.record.carnet import carnets, regrouping
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Player, Soiree
from scorekeeper.record.partie import journal
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.read_models.evenings import tonight

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.sweep("fills long soirées")

MOST_OF_A_SMALL_CHART = 800


def join_all(visitor: Visitor, first: Table, *others: Table) -> Table:
    """Merge the soirées of these parties."""
    with visitor.writing():
        for other in others:
            soirees = (db.session.get_one(Soiree, table.soiree_id) for table in (first, other))
            regrouping.join_soirees(*soirees, visitor.access())
    return first


def sentences(page: Page) -> list[str]:
    sections = re.findall(r'<section class="highlights".*?</section>', page.html, re.DOTALL)
    return [plain(re.sub("<[^>]*>", "", one)) for one in re.findall(r"<li>(.*?)</li>", "".join(sections))]


def ranked(page: Page) -> list[list[str]]:
    """Return the rows of the tables of rankings."""
    tables = re.findall(r'<table class="placed">(.*?)</table>', page.html, re.DOTALL)
    rows = [row for table in tables for row in re.split(r"<tr[^>]*>", table)[2:]]
    return [[plain(re.sub("<[^>]*>", "", cell)) for cell in re.split(r"<t[dh][^>]*>", row)[1:]] for row in rows]


def charts(page: Page) -> Iterator[str]:
    yield from re.findall(r"<svg role.*?</svg>", page.html, re.DOTALL)


def test_the_highlights_of_one_partie_are_its_own_with_rare_feats(visitor: Visitor) -> None:
    """26 26 0 26, a volte of Zoé's, then four times 5 4 16 1; 12 manches elsewhere in the carnet have none."""
    visitor.recorded("twelve_manches")
    page = visitor.get(visitor.recorded("comeback").soiree)
    assert sentences(page) == [
        "Volte de Zoé : 0 pour Zoé, 26 pour les autres, à la manche 1.",
        "Remontée de 26 points pour Maxence après la manche 1.",
        "La dame de pique, 4 fois pour Zoé.",
    ]
    assert ranked(page) == []


def test_the_table_of_the_big_screen_is_named_without_the_word_of_another_game(visitor: Visitor) -> None:
    table = visitor.set_table("Anne", "Luc", game="piquet")
    visitor.record_directly(table, BY_HAND["piquet"])
    page = visitor.get(f"{table.soiree}/screen")
    assert "Les derniers points Coup" in page.text
    assert "anche" not in page.main()


def test_the_highlights_of_several_parties_are_the_most_remarkable(visitor: Visitor) -> None:
    """Gaps of the first: 26 and four of 15; of the second: two of 15, and 24 to 30 at its end."""
    page = visitor.get(join_all(visitor, visitor.recorded("comeback"), visitor.recorded("to_twenty")).soiree)
    assert sentences(page) == [
        "Volte de Zoé : 0 pour Zoé, 26 pour les autres, à la manche 1 de la partie 1.",
        "Remontée de 26 points pour Maxence après la manche 1 de la partie 1.",
        "Arrivée serrée : 6 points entre Maxence et Luc.",
        "La dame de pique, 6 fois pour Zoé.",
    ]


def test_the_carnet_has_a_line_of_each_soiree_and_the_one_a_year_ago(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A volte of Zoé's is rarer than the comeback of the same partie; 5 4 16 1 twice is nothing to tell."""
    voltes, _nothing = visitor.recorded("comeback"), visitor.recorded("to_twenty")
    with visitor.app.app_context(), writing() as session:
        session.get_one(Soiree, voltes.soiree_id).held_on = tonight() - dt.timedelta(days=367)
    remembered, _heading, listed = visitor.get(f"{visitor.carnet}/").html.partition("<h2>Soirées")
    for part in remembered, listed:
        assert re.findall(r'class="story-line">(.*?)<', part) == ["Volte de Zoé"]
        assert f'href="{voltes.soiree}"' in part
    assert "Victoire : Maxence" in plain(re.sub("<[^>]*>", "", remembered))
    let_pass(monkeypatch, 24 * 10)
    assert "Il y a un an" not in visitor.get(f"{visitor.carnet}/").text


def test_below_tonight_the_carnet_has_the_evening_before(visitor: Visitor) -> None:
    """Not tonight's own soirée, which is listed first; without a partie in progress the list says it."""
    earlier = visitor.recorded("to_twenty")
    with visitor.app.app_context(), writing() as session:
        session.get_one(Soiree, earlier.soiree_id).held_on = tonight() - dt.timedelta(days=7)
    assert "La dernière fois" not in visitor.get(f"{visitor.carnet}/").text
    visitor.set_table()
    remembered = visitor.get(f"{visitor.carnet}/").html.partition('class="past-soiree"')[2].partition("</p>")[0]
    assert "La dernière fois" in remembered
    assert f'href="{earlier.soiree}"' in remembered


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("zoe", True),
        ("MAXENCE anne", True),
        ("volte", True),
        ("dame", True),
        ("piquet", False),
        ("marc", False),
        ("zoé marc", False),
        ("renversé", True),
        ("2026", True),
        ("%", False),
        ("' OR 1=1 --", False),
        ("a" * 10_000, False),
        ("a " * 5_000, False),
        ("", False),
    ],
)
def test_soirees_are_found_by_any_word(visitor: Visitor, query: str, *, is_found: bool) -> None:
    table = visitor.recorded("comeback")
    with visitor.app.app_context(), writing() as session:
        soiree = session.get_one(Soiree, table.soiree_id)
        soiree.held_on, soiree.notes = dt.date(2026, 2, 5), "Le café s’est RENVERSE."
    page = visitor.get(f"{visitor.carnet}/search?q={quote(query)}")
    assert page.status == 200
    assert (f'href="{table.soiree}"' in page.html) is is_found
    assert ("Aucune soirée n’a tous ces mots." in page.text) is bool(query and not is_found)


@pytest.mark.parametrize("query", ["coeurs simples", "CŒURS", "dame de pique"])
def test_soirees_are_found_by_both_names_of_a_game(visitor: Visitor, query: str) -> None:
    table = visitor.set_table(queen_points=0)
    page = visitor.get(f"{visitor.carnet}/search?q={quote(query)}")
    assert f'href="{table.soiree}"' in page.html


def test_within_one_game_points_are_compared_directly(visitor: Visitor) -> None:
    """20 0 4 2 and 13 13 0 0; then twice 25 1 0 0: to a partie of 13 and 20, its 20 is more than 25."""
    page = visitor.get(visitor.recorded("narrow_and_wide").soiree)
    expected = "0 pour Zoé et Maxence, 25 pour Anne, à la manche 1 de la partie 2."
    assert expected in sentences(page)


def headline(page: Page) -> list[str]:
    return [plain(one) for one in re.findall(r'<p class="(?:headline|in-figures)">(.*?)</p>', page.html)]


def test_a_soiree_says_first_who_won_it(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """FIRST twice is Maxence's, 10 8 32 2; a partie of one volte is Zoé's; the manches were typed in at once."""
    table = join_all(visitor, *(visitor.recorded("to_twenty") for _ in range(2)))
    mixed = visitor.recorded("three_parties")
    assert headline(visitor.get(table.soiree)) == ["Maxence mène.", "2 parties sur 2 · 4 manches"]
    let_pass(monkeypatch, 48)
    assert headline(visitor.get(table.soiree)) == ["Maxence a tout raflé.", "2 parties sur 2 · 4 manches"]
    assert headline(visitor.get(mixed.soiree)) == ["Maxence l’emporte.", "2 parties sur 3 · 5 manches"]


def test_the_ranking_is_by_victories_then_mean_rank_with_shared_places(visitor: Visitor) -> None:
    """Ranks 3 2 4 1, then 1 1 4 3, a victory shared by two: Luc's mean is 1,5, Anne's and Maxence's is 2,0."""
    table = visitor.recorded("every_outcome")
    assert ranked(visitor.get(table.soiree)) == [
        ["1", "Luc", "1", "2", "1,5"],
        ["2", "Anne", "1", "2", "2,0"],
        ["2", "Maxence", "1", "2", "2,0"],
        ["4", "Zoé", "0", "2", "4,0"],
    ]


def test_several_games_have_one_ranking_and_teams_rank_as_one(visitor: Visitor) -> None:
    """At Atout Pique, to 100, Anne & Zoé make 132 and the others 71; then 10 8 32 2 at Dame de Pique."""
    page = visitor.get(visitor.recorded("two_games").soiree)
    rows = ranked(page)
    assert [row[:3] for row in rows] == [
        ["1", "Maxence", "1"],
        ["2", "Anne", "1"],
        ["3", "Zoé", "1"],
        ["4", "Luc", "0"],
    ]
    assert [row[-1] for row in rows] == ["1,5", "2,0", "2,5", "2,0"]
    assert "Zéro tenu par Anne." in sentences(page)


def test_abandoned_and_current_parties_are_listed_without_counting(visitor: Visitor) -> None:
    page = visitor.get(visitor.recorded("abandoned").soiree)
    assert (sentences(page), ranked(page), list(charts(page))) == ([], [], [])
    assert ("abandonnée" in page.text, "en cours" in page.text) == (True, True)


def test_every_partie_that_ended_has_a_small_chart_with_its_figures(visitor: Visitor) -> None:
    table = join_all(visitor, visitor.recorded("comeback"), visitor.set_table())
    page = visitor.get(table.soiree)
    (chart,) = charts(page)
    assert 'aria-label="La courbe des totaux"' in chart
    assert re.findall(r"<text [^>]*>([^<]*)</text>", chart) == ["● Anne", "■ Luc", "▲ Zoé", "✕ Maxence"]
    assert chart.count(' strong">') == 1
    assert len(chart.encode()) <= MOST_OF_A_SMALL_CHART
    totals = re.search(r"<caption>Les totaux</caption>(.*?)</table>", page.html, re.DOTALL)
    assert totals
    assert plain(re.sub("<[^>]*>", " ", totals[1])).endswith("4 41 38 48 29 5 46 42 64 30")


def test_a_chart_of_a_long_partie_stays_small(visitor: Visitor) -> None:
    """Forty manches of 5 4 16 1, to 640."""
    page = visitor.get(visitor.recorded("forty_manches").soiree)
    (chart,) = charts(page)
    assert len(chart.encode()) <= MOST_OF_A_SMALL_CHART
    assert "40 200 160 640 40" in page.text
    assert "2 10 8 32 2" not in page.text


def test_a_long_soiree_costs_as_many_queries_as_a_short_one(visitor: Visitor) -> None:
    """One of an earlier day costs one more, for its latest play."""
    costs = []
    for count in (2, 40):
        table = visitor.recorded("comeback")
        with visitor.writing():
            soiree, access = db.session.get_one(Soiree, table.soiree_id), visitor.access()
            carnets.set_date_and_place(soiree, tonight(), "")
            seated = [db.session.get_one(Player, number) for number in table.players.values()]
            for _ in range(count):
                partie = journal.start_partie(soiree, "hearts", seated, {"limit": 20}, 0, access)
                with open_partie(partie, None, access) as opened:
                    opened.record(SECOND, "")
        with queries(visitor) as made:
            assert visitor.get(table.soiree).status == 200
        costs.append(len(made))
    assert costs[0] == costs[1] <= MOST_QUERIES
    with visitor.writing() as session:
        session.get_one(Soiree, table.soiree_id).held_on -= dt.timedelta(days=1)
    with queries(visitor) as made:
        visitor.get(table.soiree)
    assert len(made) == costs[1] + 1


@pytest.fixture
def years(visitor: Visitor) -> Visitor:
    """A carnet with soirées in three months of two years."""
    with visitor.writing():
        for day in (dt.date(2025, 12, 31), dt.date(2026, 2, 1), dt.date(2026, 2, 28), dt.date(2026, 3, 1)):
            carnets.open_soiree(visitor.row(), day, f"le {day.day}/{day.month}")
    return visitor


def test_the_carnet_lists_soirees_by_month(years: Visitor) -> None:
    table = years.recorded("to_twenty")
    page = years.get(f"{years.carnet}/")
    headings = [plain(one) for one in re.findall(r'<h3 class="month"[^>]*>(.*?)</h3>', page.html)]
    assert headings == ["novembre 2026", "mars 2026", "février 2026", "décembre 2025"]
    entry = re.search(rf'<a class="soiree-row" href="{table.soiree}">(.*?)</a>', page.html, re.DOTALL)
    assert entry
    shown = re.sub(r" (?=,)", "", Page(0, entry[1]).text)
    assert shown == "21 sam. chez Zoé Dame de Pique Anne, Luc, Zoé, Maxence Victoire : Maxence"


def test_notes_are_saved_shown_and_not_overwritten(visitor: Visitor) -> None:
    table = visitor.set_table()
    page = visitor.get(f"{table.soiree}/edit")
    assert visitor.send(page, "/edit", {"notes": "Inès a apporté le gâteau.\r\nQuel gâteau !"}).status == 303
    assert "Inès a apporté le gâteau.\nQuel gâteau !" in visitor.get(table.soiree).html
    stale = visitor.send(page, "/edit", {"notes": "Une autre note"})
    assert (stale.status, stale.form("/edit").value("notes")) == (422, "Une autre note")
    assert "entre-temps" in stale.refusal()
    assert visitor.press(f"{table.soiree}/edit", "/edit", {"notes": "x" * 2001}).status == 422
    assert visitor.press(f"{table.soiree}/edit", "/edit", {"notes": "a\x00b"}).status == 422
    assert visitor.press(f"{table.soiree}/edit", "/edit", {"notes": ""}).status == 303
    assert 'class="notes"' not in visitor.get(table.soiree).html


def test_a_soiree_keeps_its_date_until_another_is_given(visitor: Visitor) -> None:
    table = visitor.set_table()
    refused = visitor.press(f"{table.soiree}/edit", "/edit", {"held_on": "", "place": "à la Marine"})
    assert (refused.status, refused.refusal()) == (422, "Il faut une date.")
    assert refused.form("/edit").value("place") == "à la Marine"
    assert "chez Zoé" in visitor.get(table.soiree).text


def test_two_soirees_are_merged_and_separated_with_one_tap(visitor: Visitor) -> None:
    table, other = visitor.set_table(), visitor.set_table("Inès", "Paul", game="piquet")
    answer = visitor.press(f"{table.soiree}/join", "/join", {"soiree": str(other.soiree_id)})
    assert (answer.status, answer.location) == (303, table.soiree)
    page = visitor.get(table.soiree)
    assert "Soirées fusionnées" in page.text
    assert other.partie in page.html
    assert visitor.get(other.soiree).location == table.soiree
    back = visitor.send(page, "/undo")
    assert (back.status, back.location) == (303, table.soiree)
    separated = visitor.get(table.soiree)
    assert "Soirées de nouveau séparées" in separated.text
    assert other.partie not in separated.html
    assert other.partie in visitor.get(other.soiree).html
    again = visitor.send(separated, "/join")
    assert (again.status, again.location) == (303, table.soiree)
    assert other.partie in visitor.get(table.soiree).html


def test_a_partie_is_moved_to_another_soiree_and_back(visitor: Visitor) -> None:
    table, other = visitor.set_table(), visitor.set_table("Inès", "Paul", game="piquet")
    stale = visitor.get(f"{table.partie}/move")
    answer = visitor.press(f"{table.partie}/move", "/move", {"soiree": str(other.soiree_id)})
    assert (answer.status, answer.location) == (303, other.soiree)
    assert table.partie in visitor.get(other.soiree).html
    assert visitor.send(stale, "/move", {"soiree": str(table.soiree_id)}).status == 409
    assert "Une partie passée au 21 nov. 2026" in visitor.get(f"{table.soiree}/edit").text
    for asked in (other.soiree, table.soiree):
        undone = visitor.press(f"{asked}/edit", "/undo")
        assert (undone.status, undone.location) == (303, f"{asked}/edit")
        page = visitor.get(f"{asked}/edit")
        assert "Partie revenue à sa soirée" in page.text
        assert table.partie in visitor.get(table.soiree).html
        again = visitor.send(page, "/move")
        assert (again.status, again.location) == (303, other.soiree)
        assert table.partie in visitor.get(other.soiree).html


def test_an_undone_regrouping_leads_to_no_other_soiree(visitor: Visitor) -> None:
    table, other, third = visitor.set_table(), visitor.set_table(), visitor.set_table()
    visitor.press(f"{table.soiree}/join", "/join", {"soiree": str(other.soiree_id)})
    page = visitor.get(f"{table.soiree}/edit")
    undone = visitor.send(page, "/undo", {"edited": str(third.soiree_id)})
    assert (undone.status, undone.location) == (303, table.soiree)


@pytest.mark.parametrize("chosen", ["", "999999999", "²", None])
def test_a_soiree_of_another_carnet_is_refused(visitor: Visitor, chosen: str | None) -> None:
    table, _ = visitor.set_table(), visitor.set_table()
    for address, ending in ((f"{table.soiree}/join", "/join"), (f"{table.partie}/move", "/move")):
        page = visitor.press(address, ending, {"soiree": chosen})
        assert (page.status, page.refusal()) == (422, "Choisissez une soirée du carnet.")


def test_other_soirees_are_offered_on_request(years: Visitor) -> None:
    table = years.set_table()
    near = years.get(f"{table.soiree}/join?around=2025-12-31")
    assert "le 31/12" in near.text
    for nonsense in ("2025-13-01", "x", "", "9" * 50):
        assert years.get(f"{table.soiree}/join?around={nonsense}").status == 200
