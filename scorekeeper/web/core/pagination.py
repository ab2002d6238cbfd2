"""Pages of lists: the page number in the address, and a 404 beyond the last page."""

from __future__ import annotations

from typing import TypeVar

from flask import abort, request

from scorekeeper.record.read_models.lists import ListPage
from scorekeeper.web.core.numbers import whole_number

ItemT = TypeVar("ItemT")


def requested_page(argument: str) -> int:
    """Return the page number in this argument of the address, 1 without one; abort with a 404 for other text."""
    # `whole_number` returns None for text that is no number. Page 0 does not exist either, and is also false.
    return whole_number(request.args.get(argument, "1")) or abort(404)


def page_or_404(page: ListPage[ItemT]) -> ListPage[ItemT]:
    """Return the page of a list, or abort with a 404 for one beyond the last."""
    if page.number > 1 and not page.items:
        abort(404)
    return page
