from pathlib import Path

import pytest
from tree_files import write_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "project"
    write_project(root)
    return root
