"""The fields sent to a form: in the body of a POST, or in the query string of a page that writes nothing."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import MultiDict


def read_fields_from_query() -> None:
    """Make the forms of this request read their fields from its query string."""
    g.fields_in_address = True


def sent_fields() -> MultiDict[str, str]:
    """Return the fields that were sent, from the query string or from the body."""
    return request.args if fields_are_in_query() else request.form


def is_sent() -> bool:
    """Whether the form was submitted, not only opened."""
    return request.method == "POST" or fields_are_in_query()


def fields_are_in_query() -> bool:
    """Whether the forms of this request read their fields from its query string."""
    return bool(g.get("fields_in_address"))
