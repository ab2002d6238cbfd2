"""Forms that give this browser access to a carnet, the notebook of a group of players."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from werkzeug.wrappers import Response

from scorekeeper.record.database import db
from scorekeeper.record.models import Access
from scorekeeper.web.flow import access
from scorekeeper.web.flow.posting import Answer, View, carries_out_form


def grants_access(
    render_refusal: Callable[..., str],
    *,
    error_sentence: Callable[..., str] | None = None,
    after_redirect: Callable[[], object] | None = None,
    recovery_code_unseen: bool = False,
) -> Callable[[Callable[..., tuple[Access, str]]], View]:
    """Decorate a function that returns a new access for this browser and the address to redirect to.

    The first three arguments are those of `carries_out_form`. `recovery_code_unseen` is true for a form that creates a
    carnet without showing its recovery code, which pages offer later.
    """

    def decorate(act: Callable[..., tuple[Access, str]]) -> View:
        # Runs the function once for a form, and redirects to the address returned; a refused form is shown again.
        @carries_out_form(render_refusal, error_sentence=error_sentence, after_redirect=after_redirect)
        def act_and_add_id(**values: Any) -> str:  # noqa: ANN401 - the arguments in the address
            granted, address = act(**values)
            # Raises `RefusedError` if the cookie has no space for one more access.
            access.refuse_full_cookie(granted)
            # `carries_out_form` stores what this function returns, with the id of the access as the fragment of the
            # address: so a form sent twice gives the same access.
            return f"{address}#{granted.id}"

        @wraps(act)
        def view(**values: Any) -> Response | Answer:  # noqa: ANN401 - the arguments in the address
            answer = act_and_add_id(**values)
            # Not a refusal, but a redirection to the address and its fragment.
            if isinstance(answer, Response):
                _remember_granted_access(answer, recovery_code_unseen=recovery_code_unseen)
            return answer

        return view

    return decorate


def _remember_granted_access(answer: Response, *, recovery_code_unseen: bool) -> None:
    """Store the access in the cookie, and remove its id, the fragment, from the address of the answer.

    A form sent twice gets the address and the cookie again, unless the access was revoked since.
    """
    address = urlsplit(answer.location)
    answer.location = address.path
    granted = db.session.get(Access, int(address.fragment))
    # A new access has the generation 1. Revoking it gives it another one.
    if granted is not None and granted.generation == 1:
        access.remember_access(granted, recovery_code_unseen=recovery_code_unseen)
