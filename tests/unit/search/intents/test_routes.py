import time

import pytest

from lsp_codebase.search.intents.places.asked_routes import asked_route


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


@pytest.mark.parametrize(
    ("text", "segments", "method"),
    [
        ("curl https://shop.example/users/7?page=2", ("users", "7"), ""),
        ("curl -X DELETE 'https://shop.example/users/7' -H 'Accept: text/html'", ("users", "7"), "delete"),
        ("$ curl -s -d name=ann http://localhost:3000/users", ("users",), "post"),
        ("http://localhost:3000/users/7/edit#name", ("users", "7", "edit"), ""),
        ('127.0.0.1 - - [10/Oct/2026:13:55:36] "PUT /users/7 HTTP/1.1" 500 2326', ("users", "7"), "put"),
        ('Started POST "/users" for 127.0.0.1 at 2026-11-29 10:00:00', ("users",), "post"),
        ("Cannot GET /users/7", ("users", "7"), "get"),
        ("404 Client Error: Not Found for url: https://shop.example/users/7.", ("users", "7"), ""),
        ("POST /users answers with 500 since the cache is full", ("users",), "post"),
    ],
)
def test_a_request_is_read_out_of_any_line(text, segments, method):
    route = asked_route(text)
    assert (route.segments, route.method, route.is_called) == (segments, method, False)


@pytest.mark.parametrize("text", ["who calls /users", "where is /users used", "who sends POST /users"])
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
        "GET /users redirects to GET /groups",
        "see https://shop.example/",
    ],
)
def test_what_says_more_than_a_route_or_less_is_none(text):
    assert asked_route(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "/a" * 10_000,
        "/" * 20_000,
        "/a?" * 7_000,
        "get " * 5_000 + "/a",
        "'" * 20_000 + "/",
        "curl " + "-X " * 300,
        "GET " * 200,
    ],
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    asked_route(text)
    assert time.process_time() - started < 0.5
