"""THIRD-PARTY.md names everything that the lock files name, with its licence; and what is not known is told as that."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, REPOSITORY / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


third_party, audit = script("third_party"), script("audit")


def test_the_page_is_that_of_the_lock_files() -> None:
    command = [sys.executable, str(REPOSITORY / "scripts" / "third_party.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, ""), "run: python scripts/third_party.py"


def test_every_locked_package_has_a_row_with_its_versions_and_a_licence() -> None:
    rows = third_party.rows_of(third_party.PAGE.read_text("utf-8"))
    every = third_party.locked(third_party.ALL)
    assert third_party.locked(third_party.INSTALLED).items() <= every.items()
    assert {name: versions.split(", ") for name, (versions, _) in rows.items()} == every
    assert not [name for name, (_, licence) in rows.items() if licence == third_party.UNKNOWN]


def test_no_dependency_asks_for_the_source_of_a_program_that_uses_it() -> None:
    rows = third_party.rows_of(third_party.PAGE.read_text("utf-8"))
    assert not [name for name, (_, licence) in rows.items() if re.search(r"\bA?GPL|SSPL|BUSL|NonCommercial", licence)]


def test_everything_that_the_model_was_trained_on_is_listed() -> None:
    page = third_party.PAGE.read_text("utf-8")
    trained = list(third_party.corpus_rows())
    assert len(trained) > 50
    assert all(f"| {' | '.join(row)} |" in page for row in trained)


def test_a_package_that_the_lock_gains_makes_the_page_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    gained = tmp_path / "requirements-dev.txt"
    gained.write_text(third_party.ALL.read_text("utf-8") + "brand-new==1.0 \\\n", "utf-8")
    monkeypatch.setattr(third_party, "ALL", gained)
    written = third_party.PAGE.read_text("utf-8")
    assert f"| brand-new | 1.0 | {third_party.UNKNOWN} |" in third_party.page(written, may_download=False)


def test_a_licence_is_read_from_the_text_where_the_metadata_have_none() -> None:
    metadata = third_party.email.message_from_string("Name: some\n\n")
    assert third_party.licence_of(metadata, ["\nMIT License\n\nCopyright"]) == "MIT"


def test_an_audit_that_looked_nothing_up_is_no_clean_one() -> None:
    skipped = {"name": "some", "version": "1.0", "skip_reason": "Dependency not found"}
    with pytest.raises(audit.CannotTell, match=r"1 of 2 .* Dependency not found"):
        audit.python_packages({"dependencies": [skipped, {"name": "other", "version": "2.0", "vulns": []}]})
    with pytest.raises(audit.CannotTell, match="405"):
        audit.npm_modules({"message": "405 Method Not Allowed"})


def test_an_audit_names_what_is_known_and_where_it_is_mended() -> None:
    known = {"id": "PYSEC-1", "fix_versions": ["1.1", "2.0"]}
    package = {"name": "some", "version": "1.0", "vulns": [known]}
    assert audit.python_packages({"dependencies": [package]}) == ["some 1.0: PYSEC-1, mended in 1.1, 2.0"]
    modules = {"vulnerabilities": {"some": {"severity": "high", "range": "<2"}}}
    assert audit.npm_modules(modules) == ["some: high, in <2"]
