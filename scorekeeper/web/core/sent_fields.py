"""What was sent to a form: by a button that writes, or in the address of a page that only asks."""

from __future__ import annotations

from flask import g, request
from werkzeug.datastructures import MultiDict


def read_address() -> None:
    """From here on, the forms of this request read what stands in its address: nothing is written."""
    g.asks_in_address = True


def sent_fields() -> MultiDict[str, str]:
    """The fields that were sent."""
    return request.args if reads_address() else request.form


def is_sent() -> bool:
    """Whether the form was sent, rather than only shown."""
    return request.method == "POST" or reads_address()


def reads_address() -> bool:
    """Whether they stand in the address."""
    return bool(g.get("asks_in_address"))
