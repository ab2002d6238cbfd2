"""The web application, created by `create_app`.

Most pages are those of a *carnet*, the notebook of a group of players. Its key is in their addresses, and only browsers
with access to it can open them. A *partie* is a game from its first deal to its end, a *manche* one deal of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, request

from scorekeeper import settings
from scorekeeper.record.database import attach
from scorekeeper.web import template_loader
from scorekeeper.web.core import assets, compression, error_pages, i18n, install, language, proxies, security, theme
from scorekeeper.web.flow import access, page_cache, template_context
from scorekeeper.web.games import PAGES, load_pages
from scorekeeper.web.history import (
    big_screen,
    carnet,
    player_merges,
    players,
    regrouping,
    searching,
    soirees,
    years,
)
from scorekeeper.web.history.debts import stake_form
from scorekeeper.web.rules import calculator, disputes, kept_questions, rulebook
from scorekeeper.web.rules.decisions import decision_list
from scorekeeper.web.sharing import home, joining, people
from scorekeeper.web.table import cards, first_partie, manches, parties, repairs, replacing, replays, seating, setup
from scorekeeper.web.transfer import export, imports
from scorekeeper.web.transfer.print import blank_pages, sheets

# The modules with the views of all pages; each has a blueprint `bp`. The addresses of its views begin with that of a
# carnet, `/c/<carnet_key>`, unless the module is in `_PUBLIC`.
_PUBLIC = (home, install, imports, first_partie, joining, rulebook, calculator, blank_pages)
_PARTIE = (parties, repairs, replacing, disputes, kept_questions, cards, manches, replays, sheets)
_AT_TABLE = (seating, setup, *_PARTIE)
_HISTORY = (years, searching, players, player_merges, soirees, big_screen, stake_form, regrouping)
_VIEWS = (*_PUBLIC, carnet, people, *_HISTORY, decision_list, export, *_AT_TABLE)


class _App(Flask):
    """Flask that logs errors with the route, not the address: an address contains the key of a carnet."""

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 - Flask's own type is private
        """Log an unhandled error with its route and method."""
        self.logger.error("Exception on %s [%s]", request.url_rule or "no route", request.method, exc_info=exc_info)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the application on a database that `scorekeeper.record.database.schema.prepare` has prepared.

    `config` may contain `DATABASE_URL`, `SECRET_KEY` and `INSTANCE` (a folder), which otherwise come from `settings`,
    and any setting of Flask.
    """
    # Registers the pages of each installed game in `PAGES`.
    load_pages()
    overrides = dict(config or {})
    instance = Path(overrides.pop("INSTANCE", None) or settings.instance_folder())
    app = _App("scorekeeper", static_folder=None)
    database_url = overrides.pop("DATABASE_URL", None) or settings.database_url()
    app.config["SECRET_KEY"] = overrides.pop("SECRET_KEY", None) or settings.secret_key()
    own_settings = {
        "PUBLIC_URL": settings.public_url(),
        "BACKUPS": instance / "backups",
        "CONTACT": settings.contact(),
        "HOSTS": settings.hosts(),
        "TRUSTED_PROXIES": settings.trusted_proxies(),
    }
    app.config.update({**security.DEFAULTS, **own_settings, **overrides})
    app.jinja_loader = template_loader.create_loader()
    # Remove the line break after a statement of a template, and the indentation before it.
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # The folders with the catalogues of translated sentences: of games, then of the app. The last one decides the rules
    # of plural forms; it must not be that of a game, which may have no French catalogue.
    catalogues = [*(pages.translations for pages in PAGES.values() if pages.translations), language.TRANSLATIONS]
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = ";".join(map(str, catalogues))
    # The database, for the requests of this application.
    attach(app, database_url)
    # Each of these modules registers what it does before or after a request, and its values and filters for templates.
    for module in (compression, security, access, language, theme, i18n, template_context, page_cache, error_pages):
        module.init_app(app)
    for views in _VIEWS:
        prefix = views.bp.url_prefix or ""
        if views not in _PUBLIC:
            prefix = f"/c/<carnet_key>{prefix}"
        app.register_blueprint(views.bp, url_prefix=prefix)
    # Serve the static files, compressed copies of which are written to the instance folder.
    assets.mount(app, settings.folder("static"), instance / "static")
    # It wraps the application, the last wrapper outermost: what proxies report is read before a static file is found.
    proxies.init_app(app)
    template_loader.cache_compiled_templates(app, instance / "templates")
    return app
