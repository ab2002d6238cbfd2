"""Pages go out compressed as the reader's browser can read them, and read the same."""

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
def test_a_page_is_compressed_as_its_reader_reads_it(visitor: Visitor, accepted: str, used: str | None) -> None:
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


def test_what_is_short_or_no_page_goes_out_as_it_is(visitor: Visitor) -> None:
    table = visitor.set_table()
    visitor.get(table.partie)
    known = visitor.client.get(table.partie, headers=visitor.headers).headers["ETag"]
    headers = {**visitor.headers, "Accept-Encoding": "br", "If-None-Match": known}
    answer = visitor.client.get(table.partie, headers=headers)
    assert answer.status_code == 304
    assert "Content-Encoding" not in answer.headers
