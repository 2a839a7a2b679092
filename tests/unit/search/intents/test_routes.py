import time

import pytest

from lsp_codebase.search.intents.routes import asked_route


@pytest.mark.parametrize(
    ("text", "segments", "method"),
    [
        ("/users/:id", ("users", ":id"), ""),
        ("`/users/{id}/`", ("users", "{id}"), ""),
        ("POST /users", ("users",), "post"),
        ("what handles GET /users/<int:id>?", ("users", "<int:id>"), "get"),
        ("where is the route /users/new defined", ("users", "new"), ""),
        ("which controller answers DELETE /users/42?force=1", ("users", "42"), "delete"),
        ("/users endpoint", ("users",), ""),
        ("where is the angular route /users/:id defined", ("users", ":id"), ""),
        ("POST users.invite", ("users.invite",), "post"),
        ("which file handles GET users/new", ("users", "new"), "get"),
        ("where is the users endpoint implemented", ("users",), ""),
    ],
)
def test_a_route_is_read_alone_or_among_words_that_frame_it(text, segments, method):
    route = asked_route(text)
    assert (route.segments, route.method) == (segments, method)


@pytest.mark.parametrize("text", ["who calls /users", "where is /users used"])
def test_who_calls_a_route_asks_for_its_callers(text):
    assert asked_route(text).is_called


@pytest.mark.parametrize(
    "text",
    [
        "users/new",
        "get users",
        "the endpoint of users is slow",
        "permission denied: /etc/users",
        "why is /users slow when the cache is full",
        "/users or /groups",
        "/:id",
        "// a comment",
        "and/or",
    ],
)
def test_what_says_more_than_a_route_or_less_is_none(text):
    assert asked_route(text) is None


@pytest.mark.parametrize(
    "text", ["/a" * 10_000, "/" * 20_000, "/a?" * 7_000, "get " * 5_000 + "/a", "'" * 20_000 + "/"]
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    asked_route(text)
    assert time.process_time() - started < 0.5
