// What the user reads while a tool is called: its title, and the argument that says most. Nothing here knows VS Code.

import type { DeclaredTool } from "./declared";

const LONGEST = 80;

/** Returns Markdown: the title, and the first text among the arguments in the order in which they are declared. */
export function messageOf(tool: DeclaredTool, input: Record<string, unknown>): string {
  const texts = Object.keys(tool.inputSchema.properties).map((name) => input[name]);
  const first = texts.find((value) => typeof value === "string" && value.trim() !== "") as string | undefined;
  return first === undefined ? tool.displayName : `${tool.displayName}: ${asCode(shortened(first))}`;
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Returns a code span, fenced by more backticks than follow each other inside. */
function asCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}
