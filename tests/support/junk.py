"""Corrupted facts and house rules: JSON as a careless or hostile author may write it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st


def leaves_of(words: Sequence[str], figures: Sequence[int]) -> st.SearchStrategy[Any]:
    """Any JSON scalar, often one of the words and figures that a game uses."""
    return (
        st.none()
        | st.booleans()
        | st.integers()
        | st.sampled_from([*figures, 10**40, -(10**40)])
        | st.floats()
        | st.text(max_size=6)
        | st.sampled_from(words)
    )


def junk_of(words: Sequence[str], figures: Sequence[int]) -> st.SearchStrategy[Any]:
    """Any JSON value of such scalars."""
    names = st.sampled_from(words) | st.text(max_size=4)
    return st.recursive(
        leaves_of(words, figures),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(names, inner, max_size=4),
        max_leaves=12,
    )


@st.composite
def spoilt(draw: st.DrawFn, junk: st.SearchStrategy[Any], valid: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A valid JSON value with one part, at any depth, replaced by junk, removed or doubled."""
    if isinstance(valid, dict) and valid and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(valid)))
        if draw(st.integers(0, 5)) == 0:
            return {name: value for name, value in valid.items() if name != key}
        return {**valid, key: draw(spoilt(junk, valid[key]))}
    if isinstance(valid, list) and valid and draw(st.integers(0, 3)):
        index = draw(st.integers(0, len(valid) - 1))
        if draw(st.integers(0, 5)) == 0:
            return valid[:index] + valid[index + 1 :]
        return [*valid[:index], draw(spoilt(junk, valid[index])), *valid[index:][draw(st.integers(0, 1)) :]]
    return draw(junk)
