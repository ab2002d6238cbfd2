"""The data sent to a form: in the body of a POST request, or in the query string of a page that writes nothing."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import MultiDict


def read_address() -> None:
    """Make the forms of this request read its query string."""
    g.form_in_query = True


def sent_fields() -> MultiDict[str, str]:
    """Return the fields sent."""
    return request.args if reads_address() else request.form


def is_sent() -> bool:
    """Whether the form was sent, not only requested."""
    return request.method == "POST" or reads_address()


def reads_address() -> bool:
    """Whether the forms of this request read its query string."""
    return bool(g.get("form_in_query"))
