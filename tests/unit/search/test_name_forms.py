import time

import pytest

from lsp_codebase.search.query.name_forms import name_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cache", "Cache"),
        ("`Cache`", "Cache"),
        ("get()", "get"),
        ("Cache.get()", "Cache.get"),
        ("Cache<K, V>", "Cache"),
        ("Cache<K, Vec<V>>::get", "Cache::get"),
        ("Cache::<K>::get()", "Cache::get"),
        ("<Cache<K> as Map<K>>::get", "Cache::get"),
        ("pkg.(*Cache).get", "pkg.Cache.get"),
        ("(*Cache).get", "Cache.get"),
        ("func (c *Cache) get", "Cache.get"),
        ("(c *Cache) get", "Cache.get"),
        ("tests/test_cache.py::TestCache::test_get[py3-1]", "tests/test_cache.py::TestCache::test_get"),
        ("lib/a-cache.js#get", "lib/a-cache.js#get"),
        ("empty?", "empty?"),
        ("Cart#save!", "Cart#save!"),
        ("Money#<=>", "Money#<=>"),
        ("shop::Money.==", "shop::Money.=="),
        ("Cart#[]", "Cart#[]"),
        (r"Acme\Shop\Cache::get", r"Acme\Shop\Cache::get"),
        ("new Cache()", "Cache"),
        ("new shop.Cache(key, 1);", "shop.Cache"),
        (".get", "get"),
        ("?.get()", "get"),
        ("->get", "get"),
        ("::get", "get"),
    ],
)
def test_what_is_added_to_a_name_is_taken_off(text, name):
    assert name_of(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "get cache",
        "new cache",
        ".get it",
        "<div>",
        "a < b",
        "get(key)",
        "a.b.",
        "List<int> x",
        "x[0]",
        "()",
        "a ==",
        "a.b=1",
        "",
    ],
)
def test_what_is_more_than_a_name_is_none(text):
    assert name_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "<" * 20_000,
        "a<" * 20_000 + ">",
        "a::" * 20_000,
        "(*" * 20_000,
        "a." * 20_000 + "=" * 20_000 + "a",
        "<a as " * 10_000,
    ],
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    name_of(text)
    assert time.process_time() - started < 0.5
