"""The rulebook, open to anybody: the book of each game, its articles, and a desk for the quarrels of any table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import MOMENTS, Article, Mark, read_book
from scorekeeper.games.search import library
from scorekeeper.games.search.engine import search
from scorekeeper.games.search.sentences import trouble
from scorekeeper.web.core.language import current
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import Desk, desk_asked_for
from scorekeeper.web.rules.answers import answer, article_of, house_rules_of, quarrels_about
from scorekeeper.web.rules.decisions.log import decisions_on
from scorekeeper.web.rules.rulings import rule_on
from scorekeeper.web.rules.tools.toolbox import render_tool, tools_of
from scorekeeper.web.text.disputes import MOMENT_NAMES
from scorekeeper.web.text.house_rules import house_rules

bp = Blueprint("rules", __name__, url_prefix="/rules")


@dataclass(frozen=True)
class OpenRule:
    """A house rule under its article: its name, its usual values with the default first, whether others will do."""

    name: str
    values: tuple[str, ...]
    open_to_numbers: bool


@dataclass(frozen=True)
class GameRules:
    """The house rules of a game under an article; it is named where the article is one of any table."""

    name: str
    rules: tuple[OpenRule, ...]


def articles() -> dict[str, Article]:
    """Every article of every game, and those of any table, by number."""
    return {number: one for game in (None, *GAMES.values()) for number, one in library.book(game).articles.items()}


def rules_under(article: Article) -> list[GameRules]:
    """The house rules that hang on an article, in the words of its game; of each game, where it is of any table."""
    own = game_of(article)
    named = [("", own)] if own is not None else [(str(PAGES[slug].words.NAME), game) for slug, game in GAMES.items()]
    found = [GameRules(name, tuple(_rules_of(game, article))) for name, game in named]
    return [each for each in found if each.rules]


def _rules_of(game: AnyGame, article: Article) -> Iterator[OpenRule]:
    texts = house_rules(game).options
    for option in game.options:
        if option.name in article.options or option.article == article.number:
            text = texts[option.name]
            yield OpenRule(text.label, tuple(text.values.values()), option.lowest is not None)


def game_of(article: Article) -> AnyGame | None:
    """The game of an article, None for one of any table."""
    return next((game for game in GAMES.values() if article.number in library.book(game).articles), None)


@bp.get("")
def index() -> str:
    """Every game's book, and the articles of any game that a question brings up."""
    question = request.args.get("q", "")
    findings = search(question, None, current()) if question.strip() else None
    sentence = None
    if findings is not None and findings.outcome.value != "found":
        sentence = trouble(findings.outcome, current())
    return render_template(
        "rules/index.html",
        question=question,
        games=GAMES.values(),
        findings=findings,
        trouble=sentence,
        shared=library.book(None).articles.values(),
    )


@bp.get("/<name>")
def entry(name: str) -> Response | str:
    """An article: the rule, an example, what is said beside it, its house rules and sources. A game leads to its book.

    Under the rules in the address, if there are any, it says how this table plays it.
    """
    if name in GAMES:
        return redirect(url_for("rules.book", slug=name))
    known = articles().get(name)
    if known is None:
        abort(404)
    game = game_of(known)
    desk = desk_asked_for(game, request.args) if game is not None else None
    return render_template(
        "rules/article.html",
        article=known,
        house=rules_under(known),
        beyond=Mark.BEYOND in known.marks,
        desk=desk,
        played=house_rules_of(desk, known) if desk is not None and desk.arguments else [],
        quarrels=quarrels_about(desk, known) if desk is not None else [],
    )


@bp.get("/<slug>/book")
def book(slug: str) -> Response | str:
    """The short book of a game."""
    game = _game_or_404(slug)
    return cached_page(
        slug,
        lambda: render_template(
            "rules/book.html",
            desk=desk_asked_for(game, {}),
            chapters=read_book(game.package),
            articles=library.book(game).articles,
            house=house_rules(game),
            options=game.options,
            words=PAGES[slug].words,
        ),
    )


@bp.get("/<slug>/table")
def table(slug: str) -> str:
    """The rules of a table on one page, as the address sets its options."""
    return render_table(_desk(slug))


@bp.get("/<slug>/desk")
def ask(slug: str) -> str:
    """The desk of any table: a question, or a moment of a manche."""
    return render_desk(_desk(slug))


@bp.get("/<slug>/moments/<moment>")
def moment(slug: str, moment: str) -> str:
    """The commonest quarrels of a moment."""
    return render_moment(_desk(slug), moment)


@bp.get("/<slug>/quarrels/<key>")
def quarrel(slug: str, key: str) -> str:
    """The ruling on a quarrel, at an address that anybody may open."""
    return render_ruling(_desk(slug), key)


@bp.get("/<slug>/tools/<tool>")
def tool(slug: str, tool: str) -> str:
    """A tool, at an address that anybody may open."""
    return render_tool(_desk(slug), tool)


def render_desk(desk: Desk) -> str:
    """The desk, and what the question in the address brings up."""
    question = request.args.get("q", "")
    asked = "q" in request.args
    found = answer(desk, question) if asked else None
    decided = decisions_on(desk, found.best) if found is not None else []
    return render("desk", desk, question=question, answer=found, decided=decided, tools=tools_of(desk))


def render_moment(desk: Desk, moment: str) -> str:
    """The quarrels of a moment, the commonest first."""
    if moment not in _moments(desk):
        abort(404)
    quarrels = [one for one in library.book(desk.game).quarrels.values() if one.moment == moment]
    return render("moment", desk, moment=moment, quarrels=quarrels)


def render_ruling(desk: Desk, key: str, **values: object) -> str:
    """The ruling on a quarrel under the rules of this desk; `values` are those of a partie's own page."""
    known = library.book(desk.game).quarrels.get(key)
    if known is None:
        abort(404)
    about = article_of(desk, known)
    others = [one for one in quarrels_about(desk, about) if one is not known]
    return render("ruling", desk, ruling=rule_on(desk, known, about), article=about, others=others, **values)


def render_table(desk: Desk) -> str:
    """Every house rule as this table plays it, and every article of the game."""
    return render("table", desk, chapters=read_book(desk.game.package), articles=library.book(desk.game).articles)


def _moments(desk: Desk) -> list[str]:
    there = {one.moment for one in library.book(desk.game).quarrels.values()}
    return [name for name in MOMENTS if name in there]


def render(page: str, desk: Desk, **values: object) -> str:
    """A page of this desk."""
    return render_template(
        f"rules/{page}.html",
        desk=desk,
        partie=desk.partie,
        words=PAGES[desk.game.slug].words,
        moments=_moments(desk),
        moment_names=MOMENT_NAMES,
        **values,
    )


def _desk(slug: str) -> Desk:
    return desk_asked_for(_game_or_404(slug), request.args)


def _game_or_404(slug: str) -> AnyGame:
    if slug not in GAMES:
        abort(404)
    return GAMES[slug]
