"""The public rulebook: the book of each game, its articles, its disputed cases and its tools, without a carnet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, get_flashed_messages, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame
from scorekeeper.games.rulebook import MOMENTS, Article, Mark, read_book
from scorekeeper.games.search import library
from scorekeeper.record.answers.answer import answer_question
from scorekeeper.web.core.language import current_language
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.flow.posting import Refusal
from scorekeeper.web.games import PAGES
from scorekeeper.web.games.rules_in_force import RulesInForce, rules_in_address
from scorekeeper.web.rules.answers import answer, article_of, disputed_cases_about, house_rules_of
from scorekeeper.web.rules.decisions.log import decisions_on
from scorekeeper.web.rules.rulings import rule_on
from scorekeeper.web.rules.tools.toolbox import render_tool, tools_of
from scorekeeper.web.text.disputes import MOMENT_NAMES
from scorekeeper.web.text.house_rules import house_rules

bp = Blueprint("rules", __name__, url_prefix="/rules")
KEPT = "question kept"  # the category of the flashed message


@dataclass(frozen=True)
class OpenRule:
    """A house rule under its article: its name, its usual values with the default first, whether others are allowed."""

    name: str
    values: tuple[str, ...]
    accepts_numbers: bool


@dataclass(frozen=True)
class GameRules:
    """The house rules of a game under an article; `name` is empty unless the article is shared by all games."""

    name: str
    rules: tuple[OpenRule, ...]


def articles() -> dict[str, Article]:
    """Return every article by number: those of each game and those shared by all games."""
    return {number: one for game in (None, *GAMES.values()) for number, one in library.book(game).articles.items()}


def house_rules_under(article: Article) -> list[GameRules]:
    """Return the house rules that change an article: those of its game, or of every game for a shared article."""
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
    """Return the game of an article, None for an article shared by all games."""
    return next((game for game in GAMES.values() if article.number in library.book(game).articles), None)


@bp.get("")
def index() -> str:
    """List the book of every game, and the articles of any game that answer the question in the address."""
    question = request.args.get("q", "")
    reply = answer_question(question, None, {}, current_language()) if question.strip() else None
    return render_template(
        "rules/index.html",
        question=question,
        games=GAMES.values(),
        reply=reply,
        shared=library.book(None).articles.values(),
    )


@bp.get("/<name>")
def entry(name: str) -> Response | str:
    """Show an article: the rule, an example, a note, its house rules and sources. A game's name redirects to its book.

    With house rules in the address, it also shows how a table with these rules plays it.
    """
    if name in GAMES:
        return redirect(url_for("rules.book", slug=name))
    known = articles().get(name)
    if known is None:
        abort(404)
    game = game_of(known)
    in_force = rules_in_address(game, request.args) if game is not None else None
    return render_template(
        "rules/article.html",
        article=known,
        rules_by_game=house_rules_under(known),
        beyond=Mark.BEYOND in known.marks,
        in_force=in_force,
        played=house_rules_of(in_force, known) if in_force is not None and in_force.arguments else [],
        quarrels=disputed_cases_about(in_force, known) if in_force is not None else [],
    )


@bp.get("/<slug>/book")
def book(slug: str) -> Response | str:
    """Show the short book of a game."""
    game = _game_or_404(slug)
    return cached_page(
        slug,
        lambda: render_template(
            "rules/book.html",
            in_force=rules_in_address(game, {}),
            chapters=read_book(game.package),
            articles=library.book(game).articles,
            rule_texts=house_rules(game),
            options=game.options,
            words=PAGES[slug].words,
        ),
    )


@bp.get("/<slug>/table")
def table(slug: str) -> str:
    """Show the rules of a table on one page, under the options in the address."""
    return render_table(_desk(slug))


@bp.get("/<slug>/desk")
def ask(slug: str) -> str:
    """Show the rules search of a game: a question, or a moment of a manche."""
    return render_desk(_desk(slug))


@bp.get("/<slug>/moments/<moment>")
def moment(slug: str, moment: str) -> str:
    """List the commonest disputed cases of a moment."""
    return render_moment(_desk(slug), moment)


@bp.get("/<slug>/quarrels/<key>")
def quarrel(slug: str, key: str) -> str:
    """Show the ruling on a disputed case, at a public address."""
    return render_ruling(_desk(slug), key)


@bp.get("/<slug>/tools/<tool>")
def tool(slug: str, tool: str) -> str:
    """Show a tool, at a public address."""
    return render_tool(_desk(slug), tool)


def render_desk(in_force: RulesInForce, refusal: Refusal | None = None) -> str:
    """Render the rules search, with the answer to the question in the address or in a refused form."""
    asked = request.values.get("q")
    question = asked or ""
    found = None if asked is None else answer(in_force, question)
    decided = decisions_on(in_force, found.best) if found is not None else []
    return render(
        "desk",
        in_force,
        question=question,
        answer=found,
        decided=decided,
        tools=tools_of(in_force),
        kept=bool(get_flashed_messages(category_filter=[KEPT])),
        refusal=refusal,
    )


def render_moment(in_force: RulesInForce, moment: str) -> str:
    """Render the disputed cases of a moment, the commonest first."""
    if moment not in _moments(in_force):
        abort(404)
    quarrels = [one for one in library.book(in_force.game).quarrels.values() if one.moment == moment]
    return render("moment", in_force, moment=moment, quarrels=quarrels)


def render_ruling(in_force: RulesInForce, key: str, **values: object) -> str:
    """Render the ruling on a disputed case under these rules; `values` are added by the page of a partie."""
    known = library.book(in_force.game).quarrels.get(key)
    if known is None:
        abort(404)
    about = article_of(in_force, known)
    others = [quarrel for quarrel in disputed_cases_about(in_force, about) if quarrel is not known]
    return render("ruling", in_force, ruling=rule_on(in_force, known, about), article=about, others=others, **values)


def render_table(in_force: RulesInForce) -> str:
    """Render every house rule as this table plays it, and every article of the game."""
    return render(
        "table", in_force, chapters=read_book(in_force.game.package), articles=library.book(in_force.game).articles
    )


def _moments(in_force: RulesInForce) -> list[str]:
    used = {quarrel.moment for quarrel in library.book(in_force.game).quarrels.values()}
    return [name for name in MOMENTS if name in used]


def render(page: str, in_force: RulesInForce, **values: object) -> str:
    """Render a page of the rulebook under these rules."""
    return render_template(
        f"rules/{page}.html",
        in_force=in_force,
        partie=in_force.partie,
        words=PAGES[in_force.game.slug].words,
        moments=_moments(in_force),
        moment_names=MOMENT_NAMES,
        **values,
    )


def _desk(slug: str) -> RulesInForce:
    return rules_in_address(_game_or_404(slug), request.args)


def _game_or_404(slug: str) -> AnyGame:
    if slug not in GAMES:
        abort(404)
    return GAMES[slug]
