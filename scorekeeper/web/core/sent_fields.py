"""The fields sent to a form: in the body of a POST, or in the address of a page that only reads."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import MultiDict


def read_address() -> None:
    """Make the forms of this request read their fields from its address."""
    g.fields_in_address = True


def sent_fields() -> MultiDict[str, str]:
    """Return the fields that were sent."""
    return request.args if fields_are_in_address() else request.form


def is_sent() -> bool:
    """Whether the form was submitted, not only opened."""
    return request.method == "POST" or fields_are_in_address()


def fields_are_in_address() -> bool:
    """Whether the forms of this request read their fields from its address."""
    return bool(g.get("fields_in_address"))
