"""A server in a fresh clone answers from the index that the team published, and from what changed since."""

import pytest
from baselines import FILES, clone, commit, make_origin, module, publish_it, team_settings, write


@pytest.mark.slow
def test_a_server_in_a_fresh_clone_answers_from_the_teams_index(client, tmp_path):
    origin, store = make_origin(tmp_path / "origin"), tmp_path / "store"
    store.mkdir()
    publish_it(origin, team_settings(store, tmp_path / "cache"))
    commit(origin, {"package/m1.py": module(1, "average")})
    fresh = clone(origin, tmp_path / "fresh")
    write(fresh, {"typed.py": module(77, "median")})
    options = {
        "index": {"location": str(tmp_path / "cache"), "history": False},
        "embedding": {"model": "hash"},
        "team": {"store": store.as_uri()},
        "log": {"level": "info"},
    }
    client.initialize(rootUri=fresh.as_uri(), initializationOptions=options)
    (status,) = client.wait_until_indexed()
    assert (status["files"]["indexed"], status.get("message")) == (FILES + 1, None)
    for name in ("total_7_of_23", "average_7_of_1", "median_7_of_77"):
        assert client.result("workspace/symbol", {"query": name})[0]["name"] == name
    assert "total_7_of_1" not in [one["name"] for one in client.result("workspace/symbol", {"query": "total_7_of_1"})]
    assert "the team's index is 1 commit back" in client.log
    assert "2 parsed" in client.log
    client.close()
