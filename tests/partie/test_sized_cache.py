"""The cache of the values used last."""

from scorekeeper.partie.sized_cache import SizedCache


def test_the_value_that_was_not_used_for_longest_is_dropped() -> None:
    cache = SizedCache[str]()
    for key in "abc":
        cache.put(key, key.upper(), size=2, most=5)
        assert cache.get("a") == "A"
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_the_sizes_of_former_values_do_not_count() -> None:
    cache = SizedCache[str]()
    cache.put("a", "A", size=4, most=5)
    cache.put("a", "B", size=2, most=5)
    cache.put("b", "C", size=3, most=5)
    assert [cache.get(key) for key in "ab"] == ["B", "C"]
    cache.clear()
    assert len(cache) == 0


def test_a_value_that_is_too_large_is_not_stored() -> None:
    cache = SizedCache[str]()
    cache.put("a", "A", size=6, most=5)
    assert cache.get("a") is None
