"""Pages are compressed with an encoding that the browser accepts, and have the same content."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import brotli
import pytest
from web.visitor import Visitor, steady

if TYPE_CHECKING:
    from collections.abc import Callable

READ: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.parametrize(
    ("accepted", "used"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("", None)]
)
def test_a_page_has_the_best_accepted_encoding(visitor: Visitor, accepted: str, used: str | None) -> None:
    table = visitor.set_table()
    plain = visitor.client.get(table.partie, headers=visitor.headers).data
    answer = visitor.client.get(table.partie, headers={**visitor.headers, "Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == used
    assert "Accept-Encoding" in answer.headers["Vary"]
    page = answer.data if used is None else READ[used](answer.data)
    assert steady(page.decode()) == steady(plain.decode())
    if used is not None:
        assert len(answer.data) * 3 < len(plain)
        assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_a_short_answer_or_one_that_is_no_page_is_not_compressed(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.get(table.partie)
    known = visitor.client.get(table.partie, headers=visitor.headers).headers["ETag"]
    headers = {**visitor.headers, "Accept-Encoding": "br", "If-None-Match": known}
    answer = visitor.client.get(table.partie, headers=headers)
    assert answer.status_code == 304
    assert "Content-Encoding" not in answer.headers
