"""The pages for what went wrong: each says what happened and where to go on from."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.record.database import db

Answer = tuple[str, int]
_RETRY_AFTER = "5"  # seconds
_HIDDEN = {"csrf_token"}
# Where a file is chosen: no page can hold one that was sent to another.
_CHOOSING = {"imports.read": "imports.show"}


def init_app(app: Flask) -> None:
    """Register the pages."""
    app.register_error_handler(CSRFError, ask_again)
    app.register_error_handler(HTTPException, explain)
    for error in (DBAPIError, PendingRollbackError, PoolTimeoutError, OSError):
        app.register_error_handler(error, ask_to_wait)


def explain(error: HTTPException) -> Answer | HTTPException:
    """The page of a fault, in the reader's language; after a fault of ours, with what was typed, to be sent again."""
    if error.code is None or error.code < 400:  # noqa: PLR2004 - redirections are no faults
        return error
    if isinstance(error, InternalServerError):
        return render_template("core/errors/fault.html", code=500, **_typed()), 500
    choose_again = _CHOOSING.get(request.endpoint or "")
    return render_template("core/errors/fault.html", code=error.code, choose_again=choose_again), error.code


def ask_to_wait(error: Exception) -> Response:
    """Answer 503: the database is busy or gone, the disk full, or another device removed what the form is about.

    Nothing was written, and the same form can be sent again. The page is made without the database: the access and the
    notebook that the request had read are forgotten, and the connection with them. Any other database error is ours:
    it is raised again.
    """
    if isinstance(error, DBAPIError) and not _comes_from_outside(error):
        raise error
    current_app.logger.error("The database did not carry it out: %s", _described(error))
    db.session().invalidate()
    for name in ("access", "carnet"):
        g.pop(name, None)
    answer = make_response(render_template("core/errors/fault.html", code=503, **_typed()), 503)
    answer.headers["Retry-After"] = _RETRY_AFTER
    return answer


def _comes_from_outside(error: DBAPIError) -> bool:
    """Whether the database, not a statement of ours, is at fault."""
    return error.connection_invalidated or isinstance(error, (OperationalError, IntegrityError, InterfaceError))


def _described(error: Exception) -> str:
    """The error for the log. What an integrity error says has values of the row in it."""
    cause = getattr(error, "orig", error)
    return type(cause).__name__ if isinstance(error, IntegrityError) else f"{type(cause).__name__}: {cause}"


def ask_again(error: CSRFError) -> Answer:
    """A page that holds what was typed and sends it again with a fresh token, at one tap.

    What another site sent is not offered again: one tap must not do what a stranger wrote.
    """
    if _from_elsewhere():
        return render_template("core/errors/fault.html", code=error.code), error.code or 400
    choose_again = _CHOOSING.get(request.endpoint or "")
    # Every page with a form sets the cookie, so a browser that sends none refuses or has lost it.
    without_cookie = current_app.config["SESSION_COOKIE_NAME"] not in request.cookies
    values = {"choose_again": choose_again, "without_cookie": without_cookie, **_typed()}
    return render_template("core/errors/token.html", **values), 400


def _from_elsewhere() -> bool:
    """Whether the browser says that the form came from another site, or from another port of this one."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        return True
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != request.host
    except ValueError:  # « http://[ », which no browser says
        return True


def _typed() -> dict[str, Any]:
    fields = request.form.items(multi=True) if request.method == "POST" else ()
    typed = [(name, value) for name, value in fields if name not in _HIDDEN]
    return {"typed": typed, "path": request.full_path.rstrip("?")}
