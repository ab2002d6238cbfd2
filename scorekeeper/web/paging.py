"""Which page of a list an address asks for, and a list that has such a page."""

from __future__ import annotations

from typing import TypeVar

from flask import abort, request

from scorekeeper.record.summaries.lists import ListPage
from scorekeeper.web.numbers import whole_number

ItemT = TypeVar("ItemT")


def asked(name: str) -> int:
    """The page of the list that goes by this name in addresses; the first where none is named."""
    return whole_number(request.args.get(name, "1")) or abort(404)


def existing(listed: ListPage[ItemT]) -> ListPage[ItemT]:
    """The page, or a 404 for one beyond the last."""
    if listed.number > 1 and not listed.items:
        abort(404)
    return listed
