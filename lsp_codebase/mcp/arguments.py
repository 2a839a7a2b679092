"""What a tool takes, by name and by type. The SDK leaves out unknown arguments without a word, and answers wrong types
with the report of its validator.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import Field, ValidationError

from lsp_codebase.mcp.replies import Reply
from lsp_codebase.nearest import did_you_mean, not_one_of

_KINDS = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list of strings",
}


class StrictTool(Tool):
    """A tool that takes nothing but its arguments; all that are wrong are named at once. Null is not given.

    Its function returns a `Reply`.
    """

    is_structured: bool = Field(False, exclude=True)

    def model_post_init(self, context: Any, /) -> None:
        """Tell clients, too, in as few words as a schema needs: each is read with every conversation."""
        self.description = inspect.cleandoc(self.description)
        self.parameters = {**_bare(self.parameters), "additionalProperties": False}

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Answer a call, or raise `ToolError`."""
        given = {name: value for name, value in arguments.items() if value is not None}
        if problems := [*self._problems(given)]:
            raise ToolError("; ".join(problems))
        try:
            reply: Reply = await super().run(given, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:  # the SDK puts the name of the tool in front
            raise ToolError(str(error.__cause__ or error)) from error
        return reply.to_result(is_structured=self.is_structured)

    def _problems(self, given: Mapping[str, Any]) -> Iterator[str]:
        known = self.parameters["properties"]
        for name in given:
            if name not in known:
                hint = did_you_mean(name, known) or f"; it takes {', '.join(known) or 'none'}"
                yield f"{name}: is no argument of {self.name}{hint}"
        try:
            self.fn_metadata.validate_arguments(dict(given))
        except ValidationError as error:
            for name in dict.fromkeys(str(problem["loc"][0]) for problem in error.errors()):
                yield f"{name}: {_expected(known[name], given[name]) if name in given else 'is required'}"


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of arguments without titles, which repeat names, and without null, which is not given."""
    properties = {}
    for name, field in schema.get("properties", {}).items():
        kinds = [kind for kind in field.get("anyOf", [field]) if kind.get("type") != "null"]
        described = {key: field[key] for key in ("description", "default") if field.get(key) is not None}
        properties[name] = {key: value for key, value in {**kinds[0], **described}.items() if key != "title"}
    kept = {key: value for key, value in schema.items() if key != "title"}
    return {**kept, "properties": properties}


def _expected(schema: Mapping[str, Any], value: object) -> str:
    if "enum" in schema:
        return not_one_of(value, schema["enum"])
    least = f", at least {schema['minimum']}" if "minimum" in schema else ""
    return f"must be {_KINDS[schema['type']]}{least}"
