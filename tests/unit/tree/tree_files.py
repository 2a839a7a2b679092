"""Making directories of empty files, and one small project that exercises every rule of the presets."""

from collections.abc import Iterable
from pathlib import Path


def write(root: Path, paths: Iterable[str]) -> None:
    """Make empty files; a path with a trailing slash is a directory."""
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()


def write_project(root: Path) -> None:
    write(
        root,
        ["README.md", "file10.txt", "file2.txt", ".env", ".github/workflows/ci.yml", ".vscode/settings.json"]
        + ["src/main/java/org/acme/App.java", "src/main/java/org/acme/Util.java", "bin/tool.py", "my-build/out.js"]
        + ["node_modules/left/index.js", "docs/api/v1/deep/page.md", "empty/", "resources/schema.sql"]
        + [f"tests/test_{name}.py" for name in ("api", "auth", "cache", "index", "query", "view")]
        + ["a/util/one.py", "b/util/two.py", "ignored.log", "line\nbreak.txt", "naïve 日本.py"],
    )
    (root / ".gitignore").write_text("*.log\n")
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "link.md").symlink_to("README.md")
