"""Resources that a client may show or attach without a model: the tree and files; and completions of their paths."""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError
from mcp_types import Completion, PromptReference, ResourceTemplateReference

from lsp_codebase.mcp.asking import Asking
from lsp_codebase.model import CancelToken, TreeQuery, bounds, qualified
from lsp_codebase.tools import paths_holding, tree_text

_TREE_TOKENS = 4_000
_RESOURCE_CHARS = 1_000_000
_MOST_COMPLETIONS = 50
FILE_URI = "codebase://file/{+path}"


def add_resources(server: MCPServer[None], asking: Asking) -> None:
    """Offer `codebase://tree` and `codebase://file/{path}`."""
    answers, places = asking.answers, asking.places

    @server.resource(
        "codebase://tree",
        name="tree",
        title="Directory tree",
        description="The directories of the codebase, what matters first, in 4,000 tokens",
        mime_type="text/plain",
    )
    async def tree() -> str:
        def ask(cancel: CancelToken) -> str:
            query = TreeQuery(max_tokens=_TREE_TOKENS, core_files=bounds.CORE_FILES_CHARS)
            return tree_text(answers.tree(places.read("."), query, cancel), [], places, _RESOURCE_CHARS)

        return await _read(asking, ask)

    @server.resource(
        FILE_URI,
        name="file",
        title="File of the codebase",
        description="A file as it is now, by its path below the root; secrets are hidden",
        mime_type="text/plain",
    )
    async def file(path: str, context: Context[Any, Any]) -> str:
        return await _read(asking, lambda _: answers.read_file(places.file(path), max_chars=_RESOURCE_CHARS).text)


async def _read(asking: Asking, question: Any) -> str:
    try:
        return str(await asking.ask("resources/read", question))
    except ToolError as error:
        not_there = "path: " in str(error)
        raise (ResourceNotFoundError if not_there else ResourceError)(str(error)) from error


def add_completions(server: MCPServer[None], asking: Asking) -> None:
    """Complete names of definitions in prompts, and paths of files."""
    answers, places = asking.answers, asking.places

    @server.completion()  # type: ignore[no-untyped-call, untyped-decorator]
    async def complete(ref: PromptReference | ResourceTemplateReference, argument: Any, _context: Any) -> Any:
        typed = str(argument.value)

        def names(cancel: CancelToken) -> list[str]:
            found = [hit.symbol for hit in answers.symbols(typed, cancel, limit=_MOST_COMPLETIONS).hits]
            # Clients filter by the typed text: a name that was begun with its qualifier goes on with it.
            return [*dict.fromkeys(qualified(one.container, one.name) if "." in typed else one.name for one in found)]

        def paths(cancel: CancelToken) -> list[str]:
            return paths_holding(typed, _MOST_COMPLETIONS, answers, places, cancel)

        by_argument = {"name": names, "path": paths}
        if argument.name not in by_argument:
            return None
        return Completion(values=await asking.ask("completion/complete", by_argument[argument.name]))
