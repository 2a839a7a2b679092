"""What a tool takes, by name and by type. The SDK leaves out unknown arguments without a word, and answers wrong types
with the report of its validator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError

from lsp_codebase.nearest import did_you_mean, not_one_of

_KINDS = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list of strings",
}


class StrictTool(Tool):
    """A tool that takes nothing but its arguments; all that are wrong are named at once. Null is not given."""

    def model_post_init(self, context: Any, /) -> None:
        """Tell clients, too."""
        self.parameters["additionalProperties"] = False

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Answer a call, or raise `ToolError`."""
        given = {name: value for name, value in arguments.items() if value is not None}
        if problems := [*self._problems(given)]:
            raise ToolError("; ".join(problems))
        return await super().run(given, context, convert_result)

    def _problems(self, given: Mapping[str, Any]) -> Iterator[str]:
        known = self.parameters["properties"]
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known) or f"; it takes {', '.join(known)}"
                yield f"{name}: is no argument of {self.name}{hint}"
        try:
            self.fn_metadata.validate_arguments(dict(given))
        except ValidationError as error:
            for name in dict.fromkeys(str(problem["loc"][0]) for problem in error.errors()):
                yield f"{name}: {_expected(known[name], given[name]) if name in given else 'is required'}"


def _expected(schema: Mapping[str, Any], value: object) -> str:
    if "enum" in schema:
        return not_one_of(value, schema["enum"])
    kinds = [option for option in schema.get("anyOf", [schema]) if option["type"] != "null"]
    words = " or ".join(_KINDS[option["type"]] for option in kinds)
    least = next((f", at least {option['minimum']}" for option in kinds if "minimum" in option), "")
    return f"must be {words}{least}"
