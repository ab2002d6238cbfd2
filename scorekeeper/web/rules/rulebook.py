"""The public rulebook: the book of each game, its articles, its disputed cases and its tools, without a carnet.

An *article* is a numbered rule (`DP-25`). A *disputed case* is a question that tables argue about, with the answer of
each side. A *moment* is a part of a manche (deal), such as the bids, with the questions that arise in it, by topic. The
`RulesInForce` of a page are the house rules in its address, or those of a partie, a game that is being played. A house
rule is an *option* of its game. A *carnet* is the notebook of a group of players, in which a partie is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, abort, get_flashed_messages, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games import GAMES
from scorekeeper.games.contract import AnyGame, Option
from scorekeeper.games.rulebook import Article, Mark, OptionText, RulesMoment, RulesTopic, TopicRow, read_book
from scorekeeper.games.search import library
from scorekeeper.record.answers.answer import QuestionAnswer, answer_question, entry_answer
from scorekeeper.record.models import Partie
from scorekeeper.record.partie.scored_partie import score_partie
from scorekeeper.web.core.language import current_language
from scorekeeper.web.flow.page_cache import cached_page
from scorekeeper.web.flow.posting import Refusal
from scorekeeper.web.games import PAGES, game_or_404, name_of_game, pages_of
from scorekeeper.web.games.rules_in_force import RulesInForce, rules_in_address
from scorekeeper.web.rules.answers import article_of, disputed_cases_about, house_rules_of, named_rules, rules_answer
from scorekeeper.web.rules.decisions.log import decisions_on
from scorekeeper.web.rules.rulings import rule_on
from scorekeeper.web.rules.tools.toolbox import render_tool, tools_of
from scorekeeper.web.text.house_rules import house_rules

# `endpoint` is the name of a view in templates and in the table of rights.
bp = Blueprint("rules", __name__, url_prefix="/rules")
# The category of the message that the form of `kept_questions` flashes once a question is kept.
KEPT_CATEGORY = "question kept"


def all_articles() -> dict[str, Article]:
    """Return every article by number: those of each game and those shared by all games."""
    # The book of None has the articles shared by all games.
    books = [library.book(game) for game in (None, *GAMES.values())]
    return {number: article for book in books for number, article in book.articles.items()}


def rules_by_game(article: Article) -> list[tuple[str, list[tuple[Option, OptionText]]]]:
    """Return the house rules that change an article, with their texts, by the name of the game.

    They are those of every game for a shared article, else those of its own game, whose name is left empty.
    """
    games = {name_of_game(slug): game for slug, game in GAMES.items()}
    # `game_of` returns None for a shared article.
    own_game = game_of(article)
    if own_game is not None:
        games = {"": own_game}
    rules = [(name, _rules_changing(article, game)) for name, game in games.items()]
    return [pair for pair in rules if pair[1]]


def _rules_changing(article: Article, game: AnyGame) -> list[tuple[Option, OptionText]]:
    """Return the house rules of the game that the article names, or that this article describes."""
    texts = house_rules(game).options
    return [
        (option, texts[option.name])
        for option in game.options
        if option.name in article.options or option.article == article.number
    ]


def game_of(article: Article) -> AnyGame | None:
    """Return the game of an article, None for an article shared by all games."""
    return next((game for game in GAMES.values() if article.number in library.book(game).articles), None)


@bp.get("")
def index() -> str:
    """List the books of the games, and show the answer from all of them to the question in the address."""
    question = request.args.get("q", "")
    reply = None
    named = []
    if question.strip():
        # None searches in the books of all games, {} are their usual house rules.
        reply = answer_question(question, None, {}, current_language())
        named = named_rules(reply)
    return render_template(
        "rules/index.html",
        question=question,
        games=filter(library.answers_questions, GAMES.values()),
        reply=reply,
        named_rules=named,
        shared=library.book(None).articles.values(),
    )


@bp.get("/<name>", endpoint="entry")
def show_article(name: str) -> Response | str:
    """Show an article: the rule, an example, a note, its house rules and sources. A game redirects to its book."""
    if name in GAMES:
        return redirect(url_for("rules.book", slug=name))
    article = all_articles().get(name)
    if article is None:
        abort(404)
    game = game_of(article)
    in_force = None
    own_rules = []
    disputes = []
    if game is not None:
        # Aborts with a 404 for an impossible value of a house rule.
        in_force = rules_in_address(game, request.args)
        disputes = disputed_cases_about(in_force, article)
        # Without house rules in the address there is no table whose values could be shown.
        if in_force.arguments:
            own_rules = house_rules_of(in_force, article)
    return render_template(
        "rules/article.html",
        article=article,
        rules_by_game=rules_by_game(article),
        # Whether the sources lack this rule, which is then the usual practice.
        is_usage=Mark.BEYOND in article.marks,
        in_force=in_force,
        house_rules=own_rules,
        disputes=disputes,
    )


@bp.get("/<slug>/book")
def book(slug: str) -> Response | str:
    """Show the short book of a game."""
    game = game_or_404(slug)

    def render() -> str:
        return render_template(
            "rules/book.html",
            in_force=rules_in_address(game, {}),
            chapters=read_book(game.package),
            articles=library.book(game).articles,
            rule_texts=house_rules(game),
            options=game.options,
            game_text=PAGES[slug].text,
        )

    # From the cache, if it has the page for this language, date and right of the reader.
    return cached_page(slug, render)


@bp.get("/<slug>/table")
def table(slug: str) -> str:
    """Show the rules of a table on one page: its house rules, which are in the address, and the articles."""
    return render_table(_requested_rules(slug))


@bp.get("/<slug>/desk", endpoint="ask")
def show_search(slug: str) -> str:
    """Show the rules search of a game: a question, or a moment of a manche."""
    return render_search(_requested_rules(slug))


@bp.get("/<slug>/moments/<moment>")
def moment(slug: str, moment: str) -> str:
    """List the questions of a moment by topic."""
    return render_moment(_requested_rules(slug), moment)


@bp.get("/<slug>/quarrels/<key>")
def dispute(slug: str, key: str) -> str:
    """Show the ruling on a disputed case."""
    return render_ruling(_requested_rules(slug), key)


@bp.get("/<slug>/tools/<tool>")
def tool(slug: str, tool: str) -> Response | str:
    """Show a tool."""
    return render_tool(_requested_rules(slug), tool)


def render_search(in_force: RulesInForce, refusal: Refusal | None = None) -> str:
    """Render the rules search, with the answer to the question in the address or in a refused form."""
    question = request.values.get("q")
    # The user's own question, if this one is a suggestion that was chosen in its place.
    naming = request.args.get("naming", "")
    answer = None
    moment = None
    named = []
    decisions = []
    moments = moments_of(in_force)
    if question is None:
        # The topics of a moment are shown only without an answer: beside one they have no space, and htmx, the script
        # that replaces a part of the page, would drop them.
        moment = likely_moment(in_force, moments)
    else:
        answer = rules_answer(in_force, question, naming)
        # The house rules that the question names and the table plays otherwise.
        named = named_rules(answer.reply)
        # What this table decided earlier about the article.
        decisions = decisions_on(in_force, answer.article)
    return render(
        "search",
        in_force,
        question=question or "",
        answer=answer,
        named_rules=named,
        naming=naming,
        decisions=decisions,
        moments=moments,
        moment=moment,
        tools=tools_of(in_force),
        has_answers=library.answers_questions(in_force.game),
        # Whether the question has just been kept for the owner of the carnet.
        kept=bool(get_flashed_messages(category_filter=[KEPT_CATEGORY])),
        refusal=refusal,
    )


def render_moment(in_force: RulesInForce, key: str) -> str:
    """Render the questions of a moment that arise under these rules, by topic."""
    moments = moments_of(in_force)
    moment = next((moment for moment in moments if moment.key == key), None) or abort(404)
    return render("moment", in_force, moment=moment, moments=moments)


def render_ruling(in_force: RulesInForce, key: str, **values: object) -> str:
    """Render the ruling on a disputed case under these rules; the page of a partie needs more `values`."""
    dispute = library.book(in_force.game).disputes.get(key)
    if dispute is None:
        abort(404)
    article = article_of(in_force, dispute)
    ruling = rule_on(in_force, dispute)
    # The other cases about the same article.
    others = [other for other in disputed_cases_about(in_force, article) if other is not dispute]
    return render("ruling", in_force, ruling=ruling, article=article, other_disputes=others, **values)


def render_table(in_force: RulesInForce) -> str:
    """Render the house rules of this table and every article of its game."""
    return render(
        "table", in_force, chapters=read_book(in_force.game.package), articles=library.book(in_force.game).articles
    )


def render(page: str, in_force: RulesInForce, **values: object) -> str:
    """Render a page of the rulebook under these rules; `values` are those that only its template needs."""
    return render_template(
        f"rules/{page}.html",
        in_force=in_force,
        partie=in_force.partie,
        game_text=PAGES[in_force.game.slug].text,
        # A function: the page of a moment calls it for each topic.
        answered_rows=answered_rows,
        **values,
    )


def _requested_rules(slug: str) -> RulesInForce:
    return rules_in_address(game_or_404(slug), request.args)


# The moments of a manche in the search: the current one of a partie, and the questions of each with their answers.


def moments_of(in_force: RulesInForce) -> list[RulesMoment]:
    """Return the moments with a question that arises under these rules."""
    moments = library.book(in_force.game).moments
    # A moment has such a question if `answered_rows` yields a row for one of its topics. To know whether a question
    # arises, an example is scored, which takes time: `any` stops at the first one.
    return [
        moment for moment in moments if any(rows for topic in moment.topics for rows in answered_rows(in_force, topic))
    ]


def answered_rows(in_force: RulesInForce, topic: RulesTopic) -> Iterator[tuple[TopicRow, QuestionAnswer]]:
    """Yield the questions of a topic that arise under these rules, each with its answer."""
    # An *entry* is a disputed case or a short answer. A row is one question, answered by the first of its entries that
    # arises.
    entries = {**library.book(None).entries, **library.book(in_force.game).entries}
    for row in topic.rows:
        for key in row.entries:
            article = article_of(in_force, entries[key])
            answer = entry_answer(entries[key], article, in_force.game, in_force.options, current_language())
            if answer is not None:
                yield row, answer
                break


def likely_moment(in_force: RulesInForce, moments: Sequence[RulesMoment]) -> RulesMoment | None:
    """Return the moment in which the partie is, or the first one; None if there are none."""
    first = next(iter(moments), None)
    if in_force.partie is None:
        return first
    current = _current_moment(in_force.partie)
    return next((moment for moment in moments if moment.key == current), first)


def _current_moment(partie: Partie) -> str:
    """Return the key of the moment in which the current manche is."""
    scored = score_partie(partie)
    current = scored.current
    # The pages of the *context*, what is entered before the cards, such as bids; None for a game without one.
    context_pages = pages_of(partie).context
    if scored.over:
        return "end"
    if current.played_out:
        return "count"
    # The manche is entered card by card.
    if current.cards is not None:
        return "following" if current.tricks else "first_trick"
    # Something of the context is still to be entered.
    if context_pages is not None and context_pages.pending_context(scored) is not None:
        return context_pages.moment
    # The bids are recorded, and the table plays without entering the cards.
    if current.context:
        return "following"
    # Nothing of the manche is entered: it is perhaps being played, but the first one is probably not yet dealt.
    return "count" if scored.manches else "deal"
