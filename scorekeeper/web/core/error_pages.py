"""The error pages: each says what happened and has a link or a form to continue.

An *access* is the permission of a browser to open a carnet, the notebook of a group of players.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from jinja2 import TemplateNotFound
from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    PendingRollbackError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.record.database import DatabaseLostError, db

# A page and its HTTP status.
Answer = tuple[str, int]
_RETRY_AFTER = "5"  # seconds
# The fields of a form that its error page does not send again: this page has a token of its own.
_FIELDS_NOT_RESENT = {"csrf_token"}
# The view in which users choose a file again, by the view that received the file: no form can resend a file.
_FILE_PAGES = {"imports.read": "imports.show"}
# The page when no template can be rendered, in both languages.
_LAST_RESORT = """<!doctype html><html lang="fr"><title>La Marque</title>
<meta name="viewport" content="width=device-width">
<p>La Marque ne répond pas pour le moment. Ce qui est noté est gardé. <a href="">Réessayer</a></p>
<p lang="en">La Marque is not answering just now. What was recorded is safe. <a href="">Try again</a></p></html>"""
# The errors for which the answer is 503: the database or a file cannot be used now.
_UNAVAILABLE = (DBAPIError, PendingRollbackError, PoolTimeoutError, OSError)


def init_app(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(CSRFError, render_csrf_error)
    app.register_error_handler(HTTPException, render_http_error)
    for error in _UNAVAILABLE:
        app.register_error_handler(error, render_unavailable)
    app.wsgi_app = _with_last_resort(app, app.wsgi_app)  # type: ignore[method-assign]


def _with_last_resort(app: Flask, wsgi_app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """Return the WSGI application that also answers when a handler of errors or the end of a request fails."""

    def answer(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        # The status and the headers, once the application has given them.
        start: tuple[object, ...] = ()

        # It only stores the status and the headers. They must not be sent before the request has ended: its end may
        # fail, and another page must then be sent in place of this one.
        def start_later(*values: object) -> None:
            nonlocal start
            start = values

        try:
            body = wsgi_app(environ, start_later)
        except Exception:
            # Tests see the error itself.
            if app.config["PROPAGATE_EXCEPTIONS"] or app.testing:
                raise
            app.logger.exception("No page could answer")
            headers = [("Content-Type", "text/html; charset=utf-8"), ("Retry-After", _RETRY_AFTER)]
            start, body = ("503 Service Unavailable", headers), [_LAST_RESORT.encode()]
        start_response(*start)
        return body

    return answer


def render_http_error(error: HTTPException) -> Answer | HTTPException | Response:
    """Render the page of an HTTP error; for a 500, with a form that sends the same fields again."""
    if error.code is None or error.code < 400:  # noqa: PLR2004 - redirections are no errors
        return error
    if isinstance(error, InternalServerError):
        return render_template("core/errors/error.html", code=500, **_fields_to_resend()), 500
    file_view = _FILE_PAGES.get(request.endpoint or "")
    try:
        return render_template("core/errors/error.html", code=error.code, file_view=file_view), error.code
    except _UNAVAILABLE as unavailable:
        # The template may read the access from the database again, after a rollback, and so fail. Flask does not handle
        # errors of an error handler, so this one is handled here.
        return render_unavailable(unavailable)


def render_unavailable(error: Exception) -> Response:
    """Answer 503: the database is busy or unreachable, the disk is full, or another device deleted a needed row.

    Nothing was written, and the form can be sent again. The page is rendered without the database: the access, carnet
    and connection of the request are discarded. A database error with another cause is a bug, and is raised again.
    """
    if isinstance(error, TemplateNotFound) or (isinstance(error, DBAPIError) and not _is_caused_by_database(error)):
        raise error
    current_app.logger.error("The database did not carry it out: %s", _log_text(error))
    # The connection may be in the middle of a transaction, so it is closed and not used again.
    db.session().invalidate()
    for name in ("access", "carnet"):
        g.pop(name, None)
    # The reasons that the page may give: the file of the database is lost or damaged, or the disk is full. A
    # damaged file raises a plain `DatabaseError`, other errors its subclasses. `orig` is the error of the driver.
    reasons = {
        "is_lost": type(error) in {DatabaseError, DatabaseLostError},
        "is_full": getattr(getattr(error, "orig", None), "sqlite_errorcode", None) == sqlite3.SQLITE_FULL,
    }
    page = render_template("core/errors/error.html", code=503, **reasons, **_fields_to_resend())
    answer = make_response(page, 503)
    answer.headers["Retry-After"] = _RETRY_AFTER
    return answer


def _is_caused_by_database(error: DBAPIError) -> bool:
    """Whether the database caused the error, not a statement of the app."""
    if error.connection_invalidated or isinstance(error, (IntegrityError, InterfaceError)):
        return True
    # The other subclasses of `DBAPIError`, such as `ProgrammingError`, are for errors in a statement.
    return type(error) in {DatabaseError, OperationalError}


def _log_text(error: Exception) -> str:
    """Return the error for the log, without the message of an integrity error, which contains values of the row."""
    cause = getattr(error, "orig", error)
    if isinstance(error, IntegrityError):
        return type(cause).__name__
    return f"{type(cause).__name__}: {cause}"


def render_csrf_error(error: CSRFError) -> Answer:
    """Render a form that sends the same fields again with a fresh token.

    A form from another site is not offered again, because it may be an attacker's.
    """
    if _from_other_port():
        return render_template("core/errors/error.html", code=error.code, is_foreign=True), error.code or 400
    file_view = _FILE_PAGES.get(request.endpoint or "")
    # Every page with a form sets the cookie: a browser that does not send it refuses cookies or has lost it.
    without_cookie = current_app.session_interface.get_cookie_name(current_app) not in request.cookies
    values = {"file_view": file_view, "without_cookie": without_cookie, **_fields_to_resend()}
    return render_template("core/errors/token.html", **values), 400


def _from_other_port() -> bool:
    """Whether the form came from another port of this site.

    `security.refuse_foreign_form` has already refused the forms of other sites.
    """
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host


def _fields_to_resend() -> dict[str, Any]:
    """Return the fields of the form, for a page that can send them again, and the address to send them to."""
    sent_fields = []
    if request.method == "POST":
        sent_fields = [field for field in request.form.items(multi=True) if field[0] not in _FIELDS_NOT_RESENT]
    return {"sent_fields": sent_fields, "address": request.script_root + request.full_path.rstrip("?")}
