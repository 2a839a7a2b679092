from __future__ import annotations

import pytest

from lsp_codebase.scan.roles import path_roles


@pytest.mark.parametrize(
    ("path", "roles"),
    [
        ("src/net/client.py", set()),
        ("tests/net/client.py", {"test"}),
        ("src/net/client_test.go", {"test"}),
        ("src/net/test_client.py", {"test"}),
        ("src/button.spec.ts", {"test"}),
        ("src/main/java/ClientTest.java", {"test"}),
        ("src/__tests__/button.tsx", {"test"}),
        ("conftest.py", {"test"}),
        ("examples/hello.rs", {"example"}),
        ("benches/search.rs", {"example"}),
        ("vendor/lib/a.go", {"vendored"}),
        ("node_modules/x/test/a.js", {"vendored", "test"}),
        ("api/v1/types.pb.go", {"generated"}),
        ("static/jquery.min.js", {"generated"}),
        ("docs/guide.md", {"docs"}),
        ("README.md", {"docs"}),
    ],
)
def test_a_path_tells_the_role_of_its_file(path: str, roles: set[str]) -> None:
    assert path_roles(path) == roles


@pytest.mark.parametrize(
    "path", ["src/latest.py", "src/contest/entry.py", "lib/Target/X86.cpp", "pkg/build/plan.go", "src/attestation.rs"]
)
def test_words_that_only_look_like_a_role_give_none(path: str) -> None:
    assert path_roles(path) == frozenset()
