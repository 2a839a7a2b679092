"""The state of the index, as a model sees it."""

from __future__ import annotations

from typing import Annotated

from lsp_codebase.model import CancelToken
from lsp_codebase.tools import values
from lsp_codebase.tools.named_files import OverFolders
from lsp_codebase.tools.render_files import status_text
from lsp_codebase.tools.replies import Reply
from lsp_codebase.tools.schemas import Described


class IndexTools(OverFolders):
    """The tools that tell of the index and renew it."""

    def status(self, cancel: CancelToken) -> Reply:
        """Tell which folders are open, how complete their index is, their languages, and which files are not in it
        and why. Needed only if something is not found that must be there.
        """
        statuses = self._answers.status()
        return Reply(status_text(statuses, self._places), values.statuses(statuses, self._places))

    def reindex(
        self,
        cancel: CancelToken,
        path: Annotated[str, Described("One of the open folders, or anything in it")] = ".",
    ) -> Reply:
        """Build the index again from nothing, in the background. Changed files are followed without it: only for an
        index that is wrong.
        """
        self._answers.reindex(self._files.entry(path, cancel))  # an index is not thrown away for a typing error
        return Reply("the index is being built again: status tells how far it is", {"begun": True})
