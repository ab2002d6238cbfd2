"""Forms that give this browser access to a carnet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import urlsplit

from werkzeug.wrappers import Response

from scorekeeper.record.database import db
from scorekeeper.record.models import Access
from scorekeeper.web.flow import access
from scorekeeper.web.flow.posting import Answer, View, carry_out


def grants_access(
    refused: Callable[..., str],
    *,
    words: Callable[..., str] | None = None,
    then: Callable[[], object] | None = None,
    recovery_code_unseen: bool = False,
) -> Callable[[Callable[..., tuple[Access, str]]], View]:
    """Decorate a function that returns a new access for this browser and the address to redirect to.

    The arguments are those of `carried_out`. `recovery_code_unseen`: the code was not shown; pages offer it later.
    """

    def decorate(act: Callable[..., tuple[Access, str]]) -> View:
        @wraps(act)
        def view(**values: Any) -> Response | Answer:  # noqa: ANN401 - the arguments in the address
            def act_once() -> str:
                granted, address = act(**values)
                return f"{address}#{granted.id}"

            answer = carry_out(act_once, partial(refused, **values), words and partial(words, **values))
            if isinstance(answer, Response):
                _remember(answer, recovery_code_unseen=recovery_code_unseen)
                if then is not None:
                    then()
            return answer

        return view

    return decorate


def _remember(answer: Response, *, recovery_code_unseen: bool) -> None:
    # A form sent twice gets the address of the first answer, and the cookie again unless the access was revoked since.
    address = urlsplit(answer.location)
    answer.location = address.path
    granted = db.session.get(Access, int(address.fragment))
    if granted is not None and granted.generation == 1:
        access.remember_access(granted, recovery_code_unseen=recovery_code_unseen)
