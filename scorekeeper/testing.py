"""Tests that every game must pass, for the test suite of a game in a distribution of its own.

A test file needs five lines::

    from scorekeeper.testing import GameTests

    class TestMyGame(GameTests):
        slug = "my_game"
        contexts = ({"trump": "H"},)  # only for a game whose manches need a context

Run pytest where the distribution is installed, for instance with ``pip install --editable .``. A failure names in one
sentence what is missing.

A *partie* is a game to its end, a *manche* one deal of it; its *facts* are what the table saw, and its *context* is
what is known before the first card, such as bids. The *sheet* has the points of each *side*, a player or a team. Each
*line* of a sheet is points with the key of their reason (`why`). A *preset* is a named set of house rules (*options*)
for tables of some sizes. An *article* is a numbered rule. A *sample* is a manche that the game draws at random.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, replace
from html.parser import HTMLParser
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from flask import Flask
from flask.testing import FlaskClient
from flask_babel import Babel
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Line, MancheFacts, Penalty, Preset, Table, plain_value
from scorekeeper.games.manche_json import read_manche
from scorekeeper.games.packages import GAMES_GROUP, LEFT_OUT, PAGES_GROUP
from scorekeeper.games.rulebook import (
    LANGUAGES,
    read_book,
    read_disputed_cases,
    read_house_rules,
    value_name,
)
from scorekeeper.games.rulebook import read_articles as articles_of
from scorekeeper.games.search.library import TABLE_WIDE
from scorekeeper.games.shape import ImpossibleOptionsError
from scorekeeper.record.answers.rulings import settle_case
from scorekeeper.record.carnet import carnets
from scorekeeper.record.database import db, writing
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.journal import start_partie
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web import create_app
from scorekeeper.web.games import PAGES, load_pages
from scorekeeper.web.games.contract import GamePages
from scorekeeper.web.text.manche import MANCHE

# The most manches that are recorded until a partie ends, and the number of its first manches whose pages are opened.
_MOST_MANCHES, _OPENED = 200, 3
# HTTP statuses.
_OK, _SEE_OTHER = 200, 303


def _require_none(lacking: Sequence[object], sentence: str) -> None:
    """Raise AssertionError with the sentence and what is lacking, unless nothing is."""
    assert not lacking, f"{sentence}: {', '.join(map(str, lacking))}."


class GameTests:
    """The tests of the game with this slug; `contexts` are contexts under which its manches can be played."""

    slug: ClassVar[str]
    contexts: ClassVar[Sequence[Mapping[str, Any]]] = ({},)

    @property
    def game(self) -> AnyGame:
        """The game. Raises AssertionError if it is not registered."""
        # `load_pages` registers every installed game, and stores in `LEFT_OUT` why it leaves one out.
        load_pages()
        if self.slug in GAMES:
            return GAMES[self.slug]
        # The entry points are the names under which distributions declare their games and pages.
        points = {group: [point.name for point in entry_points(group=group)] for group in (GAMES_GROUP, PAGES_GROUP)}
        missing = f"the entry points of the installed distributions are {points}"
        message = f"The game {self.slug} is not registered: {LEFT_OUT.get(self.slug, missing)}."
        raise AssertionError(message)

    @property
    def pages(self) -> GamePages:
        """The pages of the game."""
        return PAGES[self.game.slug]

    # The rulebook

    def test_the_texts_of_its_house_rules_are_complete(self) -> None:
        """Each preset and option has a name and a sentence of its own, in order, and each value a name."""
        for language in LANGUAGES:
            # The texts of the file `options.toml` in the game's rulebook.
            texts = read_house_rules(self.game.package)[language]
            # `named` has the texts by the names of their presets or options, `wanted` the names that the game has.
            for kind, named, wanted in (
                ("presets", texts.presets, [preset.slug for preset in self.game.presets]),
                ("options", texts.options, [option.name for option in self.game.options]),
            ):
                assert list(named) == wanted, f"options.toml has the {kind} {list(named)}, and the game has {wanted}."
                # The first two fields of a text, at the positions 0 and 1, are its name and its sentence.
                for part in (0, 1):
                    assert len({astuple(text)[part] for text in named.values()}) == len(named), (
                        f"Two {kind} share a text."
                    )
            for option in self.game.options:
                # The keys that the texts of the values have in the file, such as "drawn" for an enum member or "500".
                values = {value_name(plain_value(value)) for value in option.values}
                unnamed = sorted(values - set(texts.options[option.name].values))
                _require_none(unnamed, f"Values of the option {option.name} have no name in {language}")

    def test_its_articles_cover_its_options(self) -> None:
        """Each option is named in some article, and none that the game has not; the article of an option exists."""
        # The articles of the game, and also those that all games share (`TABLE_WIDE`).
        own = articles_of(self.game.package)
        known = own | articles_of(TABLE_WIDE)
        names = {option.name for option in self.game.options}
        named = {name for article in known.values() for name in article.options}
        _require_none(sorted(names - named), "No article names these options")
        foreign = {name for article in own.values() for name in article.options} - names
        _require_none(sorted(foreign), "Articles name options that the game has not")
        _require_none(
            [option.name for option in self.game.options if option.article not in known],
            "Options have an unknown article",
        )

    def test_its_disputed_cases_cite_its_articles_and_options(self) -> None:
        """Each case has options that exist, and an answer with each value of each option.

        A value with which the case cannot arise needs no answer.
        """
        values = [{option.name: plain_value(value)} for option in self.game.options for value in option.values]
        names = {option.name for option in self.game.options}
        # A *disputed case* is an example about which tables disagree. It has the option that decides it (None without
        # one), others that it needs, and some that change only its figures (`aside`). Its variants are other examples,
        # for tables where the first one cannot arise.
        for key, case in read_disputed_cases(self.game.package, TABLE_WIDE).items():
            needed = (name for variant in (case, *case.variants) for name in variant.needs)
            unknown = sorted({case.option, *needed, *case.aside} - {None} - names, key=str)
            _require_none(unknown, f"The case {key} has unknown options")
            for options in values:
                # `settle_case` returns whether the case can arise with this value, and the answer that is then right.
                settled = settle_case(self.game, case, options)
                assert not settled.arises or settled.answer, f"No answer of the case {key} is right under {options}."

    def test_each_article_is_in_one_chapter_of_its_book(self) -> None:
        """A game may have no book; a chapter or an article that is missing or twice raises an error."""
        read_book(self.game.package)

    # Options, tables and deals

    def _tables(self) -> list[tuple[Preset, int]]:
        """Return each preset with each of its table sizes."""
        return [(preset, seats) for preset in self.game.presets for seats in sorted(preset.seats)]

    def test_every_table_size_has_a_preset(self) -> None:
        """Every table size has a preset, and each preset has only sizes of the game."""
        sizes = frozenset[int]().union(*(preset.seats for preset in self.game.presets))
        assert sizes == self.game.table_sizes, (
            f"The presets sit at {set(sizes)}, the game at {set(self.game.table_sizes)}."
        )
        _require_none([preset.slug for preset in self.game.presets if not preset.seats], "Presets sit at no table")

    def test_its_options_survive_json(self) -> None:
        """Options are the same after they were written as JSON and read again.

        This is tested with each preset at each of its tables, and with each value and bound of an option at a table of
        each preset; at least one of these tables must be able to choose the value.
        """
        for preset, seats in self._tables():
            assert self._survives(preset.options, seats), (
                f"The preset {preset.slug} changes when it is written as JSON."
            )
        for option in self.game.options:
            bounds = [bound for bound in (option.lowest, option.highest) if bound is not None]
            for value in (*option.values, *bounds):
                # For each preset, its options with this value in place of its own, and the size of its smallest table.
                chosen = [({**preset.options, option.name: value}, min(preset.seats)) for preset in self.game.presets]
                # For each preset, whether the options are the same after JSON, or None if the table cannot choose them.
                found = [self._survives(options, size) for options, size in chosen]
                assert True in found, f"No table can choose {option.name} = {value!r}."
                assert False not in found, f"{option.name} = {value!r} changes when it is written as JSON."

    def _survives(self, chosen: Mapping[str, Any], seats: int) -> bool | None:
        """Return whether options are the same after JSON, None if this table cannot choose them."""
        try:
            options = self.game.read_options(chosen, seats)
        except ImpossibleOptionsError:
            return None
        written = json.loads(json.dumps(self.game.write_options(options)))
        # `plain_value` returns an option's value as a JSON value: for an enum member its value, such as "drawn".
        same = all(written[name] == plain_value(value) for name, value in chosen.items())
        names = {option.name for option in self.game.options}
        return same and set(written) == names and bool(self.game.read_options(written, seats) == options)

    def test_unknown_sizes_and_options_are_refused(self) -> None:
        """Wrong table sizes and options raise `ImpossibleOptionsError`.

        For an unknown option, the `field` of the error is the name of the option.
        """
        for seats in set(range(-1, 12)) - self.game.table_sizes:
            assert self._refusal({}, seats) is not None, f"A table of {seats} is not refused."
        preset, seats = self._tables()[0]
        refusal = self._refusal({**preset.options, "no such rule": 1}, seats)
        named = refusal is not None and refusal.field == "no such rule"
        assert named, "An unknown option is not refused, or its refusal does not have it as its field."

    def _refusal(self, options: Mapping[str, Any], seats: int) -> ImpossibleOptionsError | None:
        """Return the error for these options at a table of this size, None if it can play them."""
        try:
            self.game.read_options(options, seats)
        except ImpossibleOptionsError as error:
            return error
        return None

    def test_a_new_sheet_is_empty_and_the_first_dealer_deals(self) -> None:
        """The sides are numbered from 0 and have equal numbers of seats; before the first manche each side has zero."""
        for preset, seats in self._tables():
            options = self.game.read_options(preset.options, seats)
            # The side of each seat: (0, 1, 0, 1) for two teams.
            sides = self.game.sides(options, seats)
            # How many seats each side has: the same number, and there are two sides or more.
            sizes = [sides.count(side) for side in range(max(sides) + 1)]
            regular = len(sizes) > 1 and {*sizes} == {seats / len(sizes)}
            assert regular, f"The preset {preset.slug} has the sides {sides}."
            sheet = self.game.score(options, seats, [])
            empty = (sheet.manches, sheet.ending, sheet.totals) == ((), None, (0,) * (max(sides) + 1))
            assert empty, f"The sheet of {preset.slug} is not empty before the first manche."
            # The dealer of the first manche when the table has chosen each seat in turn to deal first.
            dealers = [self.game.deal(options, Table(seats, first), ()).dealer for first in range(seats)]
            assert dealers == list(range(seats)), f"At {preset.slug} the first dealers {dealers} are not those chosen."

    def test_it_has_rules_of_play_at_each_table(self) -> None:
        """If a game is judged card by card, its rules have the number of seats, and the pack has enough cards."""
        # A game without `play` is only counted.
        if self.game.play is None:
            return
        for preset, seats in self._tables():
            for context in self.contexts:
                options = self.game.read_options(preset.options, seats)
                rules = self.game.play.rules(options, Table(seats, 0), dict(context))
                fits = rules.seats == seats and rules.seats * rules.hand_size <= rules.pack.size
                assert fits, f"The hands of {preset.slug} do not fit a table of {seats}."

    # The pages

    def test_its_samples_are_scored(self) -> None:
        """Samples of manches can be read and written.

        Each has points, an agreed penalty too; each line has a text and a known article.
        """
        articles = articles_of(self.game.package) | articles_of(TABLE_WIDE)
        # Texts are translated, which needs an application of Flask with a language.
        app = Flask(__name__)
        Babel(app, default_locale="fr")
        for preset, options, seats, manche in self._samples():
            lines = self.game.score(options, seats, [manche]).manches[0].lines
            assert lines, f"A sample of {preset.slug} scores nothing."
            written = read_manche(self.game, options, seats, self.game.write_facts(manche.facts))
            assert written.facts == manche.facts, f"A sample of {preset.slug} changes when it is written as JSON."
            # The same manche with an agreed penalty of five points for side 0, which must give a line of its own.
            fined = self.game.score(options, seats, [replace(manche, penalties=(Penalty(0, 5, "late"),))])
            kinds = [line.why for line in fined.manches[0].lines]
            assert "penalty" in kinds, f"{preset.slug} does not score an agreed penalty; see `penalty_lines`."
            cited = {line.article for line in lines}
            _require_none(sorted(cited - set(articles)), "Lines cite unknown articles")
            with app.test_request_context():
                _require_none([line.why for line in lines if not self._text(line)], "Lines have no text")

    def test_its_texts_are_complete(self) -> None:
        """Each change of a manche has a text in the words of this game."""
        manche_text = self.pages.text.MANCHE
        _require_none(
            [name for name in MANCHE.changes if name not in manche_text.changes], "Changes of a manche have no text"
        )

    def _samples(self) -> Iterator[tuple[Preset, Any, int, MancheFacts[Any]]]:
        """Yield for each preset and table size a first manche, with the preset, the options and the size."""
        chance = random.Random(3)  # noqa: S311 - nothing secret
        for preset, seats in self._tables():
            options = self.game.read_options(preset.options, seats)
            # `scored` is in place of a partie before its first manche, with what the `sample` of a game may use.
            sheet = SimpleNamespace(sides=max(self.game.sides(options, seats)) + 1)
            deal = self.game.deal(options, Table(seats, 0), ())
            scored: Any = SimpleNamespace(seats=seats, options=options, sheet=sheet, deal=deal)
            yield preset, options, seats, read_manche(self.game, options, seats, self.pages.sample(scored, chance))

    def _text(self, line: Line) -> str:
        """Return the text of a line, empty without one."""
        with suppress(KeyError):
            return self.pages.text.why(line).strip()
        return ""

    def test_a_partie_is_shown_from_its_first_manche_to_its_end(self) -> None:
        """At each table size, in both languages: the partie, its form, cards, house rules and rules, manches, and end.

        The form of a recorded manche, sent as it is shown, leaves its score as it is.
        """
        # The first preset of each table size: of equal keys in a dict the last one counts, so the order is reversed.
        presets = {seats: preset for preset, seats in reversed(self._tables())}
        with _opened() as app:
            for seats, preset in presets.items():
                client, address, partie_id = self._begun(app, preset, seats)
                for language in LANGUAGES:
                    _require_pages(client, address, language, ("", "/manches/new", "/cards", "/rules", "/desk"))
                # The partie is now played to its end; then its pages are opened again.
                manches = [f"/manches/{manche_id}" for manche_id in self._play(app, partie_id)]
                shown = [f"{manche}{part}" for manche in manches[:_OPENED] for part in ("", "/lines")]
                for language in LANGUAGES:
                    _require_pages(client, address, language, ("", *shown))
                before = _first_lines(app, partie_id)
                answer = _send_as_shown(client, address + manches[0])
                sentence = f"The form of a recorded manche, sent as it is shown, answers {answer.status}."
                assert answer.status_code == _SEE_OTHER, sentence
                after = _first_lines(app, partie_id)
                assert before == after, f"The form of a recorded manche, sent so, changes {before} to {after}."

    def _begun(self, app: Flask, preset: Preset, seats: int) -> tuple[FlaskClient, str, int]:
        """Start a partie; return a client with access to it, its address and its id."""
        with app.app_context(), writing():
            # A carnet is the notebook of a group of players; `access` is the permission to open it.
            access = carnets.create_carnet("")
            soiree = carnets.open_soiree(access.carnet)
            players = [carnets.add_player(access.carnet, f"Player {number}") for number in range(seats)]
            partie = start_partie(soiree, self.game.slug, players, preset.options, 0, access)
            key, granted, partie_id = access.carnet.key, [access.id, access.generation], partie.id
        client = app.test_client()
        # The first page gives the client a session, to which the access is added.
        client.get("/open")
        with client.session_transaction() as session:
            session["carnets"] = {key: granted}
        return client, f"/c/{key}/parties/{partie_id}", partie_id

    def _play(self, app: Flask, partie_id: int) -> list[int]:
        """Record samples until the partie ends; return the ids of its manches."""
        chance = random.Random(7)  # noqa: S311 - likewise
        with app.app_context():
            partie = db.session.get_one(Partie, partie_id)
            for _ in range(_MOST_MANCHES):
                # The partie is open for one transaction. None, None: there is no form and no access.
                with writing(), open_partie(partie, None, None) as opened:
                    # Record the facts of a manche drawn at random, with an empty note.
                    opened.record(self.pages.sample(opened.scored, chance), "")
                if score_partie(partie).over:
                    break
            scored = score_partie(partie)
            known = articles_of(self.game.package) | articles_of(TABLE_WIDE)
            if scored.ending is not None:
                assert scored.ending.article in known, f"The ending cites an unknown article: {scored.ending.article}."
            return [manche.id for manche in scored.manches]


def _require_pages(client: FlaskClient, address: str, language: str, paths: Sequence[str]) -> None:
    """Raise AssertionError unless each of these pages is shown, or redirects."""
    for path in paths:
        page = f"The page {path or 'of the partie'}"
        try:
            answer = client.get(address + path, headers={"Accept-Language": language})
        except Exception as error:
            sentence = f"{page} cannot be shown in {language} ({type(error).__name__}: {error})."
            raise AssertionError(sentence) from error
        assert answer.status_code in {_OK, _SEE_OTHER}, f"{page} answers {answer.status}."


def _send_as_shown(client: FlaskClient, address: str) -> TestResponse:
    """Send the form of this page to its own address, without a change."""
    form = _Form(address)
    # Reads the HTML of the page.
    form.feed(client.get(address).get_data(as_text=True))
    return client.post(address, data=form.fields)


def _first_lines(app: Flask, partie_id: int) -> list[Line]:
    """Return the lines of the first manche in the sheet: points with their reasons."""
    with app.app_context():
        return [*score_partie(db.session.get_one(Partie, partie_id)).sheet.manches[0].lines]


class _Form(HTMLParser):
    """The fields that the form with this address sends as it is shown."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.fields = MultiDict[str, str]()
        # `_is_inside`: whether the tags read now are in the form. `_select`: the name of the latest list of choices.
        self._address, self._is_inside, self._select = address, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # `HTMLParser` calls this for each start tag. An option or an input of the form adds a field if it is chosen.
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("action") == self._address
        elif tag == "select":
            self._select = given["name"]
        elif self._is_inside and tag == "option" and "selected" in given:
            self.fields.add(self._select, given.get("value", ""))
        elif self._is_inside and tag == "input" and "name" in given and _is_chosen(given):
            self.fields.add(given["name"], given.get("value", ""))


def _is_chosen(field: Mapping[str, str]) -> bool:
    """Return whether a browser sends this input: a radio button or a checkbox only if it is checked."""
    return field.get("type") not in {"radio", "checkbox"} or "checked" in field


@contextmanager
def _opened() -> Iterator[Flask]:
    """Yield an application on an empty database in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scorekeeper.sqlite3"
        prepare(url)
        app = create_app({"DATABASE_URL": url, "SECRET_KEY": "test", "INSTANCE": Path(folder)})
        app.config["PROPAGATE_EXCEPTIONS"] = True
        yield app
