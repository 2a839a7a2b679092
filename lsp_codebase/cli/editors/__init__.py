"""What users paste into the configuration of their editors; the pages below `editors/` show the same texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Snippet:
    """A text for one file of an editor: its file here, and where it goes."""

    file: str
    place: str

    def text(self) -> str:
        """Return the text to paste."""
        return (_FOLDER / self.file).read_text("utf-8")


SNIPPETS: Mapping[str, Snippet] = MappingProxyType(
    {
        "helix-keys": Snippet("helix_keys.toml", "goes into ~/.config/helix/config.toml"),
    }
)
"""By the name that `editor-config` takes; Helix's languages depend on the user's own and are made by `helix`."""
