"""Our tools as those of the SDK, which leaves the arguments, the question and the answer to us.

Its own way leaves out unknown arguments without a word, and answers wrong types with the report of its validator.
"""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, TypeAdapter

from lsp_codebase import tools
from lsp_codebase.mcp.asking import Asking


class SdkTool(Tool):
    """One of our tools. If it is structured, it answers with values beside the text: most clients then show a model
    these alone, as JSON.
    """

    asking: Any = Field(exclude=True)
    is_structured: bool = Field(exclude=True)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Answer a call, or raise `ToolError`."""
        reply = await self.asking.call(context, self.name, arguments)
        content: list[Any] = [TextContent(type="text", text=reply.text)]
        return CallToolResult(content=content, structured_content={**reply.values} if self.is_structured else None)


def sdk_tool(tool: tools.Tool, asking: Asking, *, is_structured: bool) -> SdkTool:
    """Return one of our tools for the server of the SDK."""
    return SdkTool(
        fn=tool.function,
        name=tool.name,
        title=tool.title,
        description=tool.description,
        parameters=tool.parameters,
        fn_metadata=FuncMetadata(
            arg_model=ArgModelBase,
            output_schema=TypeAdapter(tool.shape).json_schema() if is_structured else None,
        ),
        is_async=True,
        context_kwarg=None,
        annotations=ToolAnnotations(
            read_only_hint=not tool.changes,
            destructive_hint=False if tool.changes else None,
            idempotent_hint=True,
            open_world_hint=False,
        ),
        asking=asking,
        is_structured=is_structured,
    )
