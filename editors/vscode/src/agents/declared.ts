// The tools as package.json declares them. It is written from the server's own tools: their names, texts and schemas
// stand nowhere in this code.

import type * as vscode from "vscode";

const PREFIX = "codebase_";

export interface DeclaredTool {
  name: string;
  displayName: string;
  inputSchema: { properties: Record<string, { type: string; default?: unknown }> };
}

interface Manifest {
  contributes: { languageModelTools: DeclaredTool[] };
}

export function declaredTools(extension: vscode.Extension<unknown>): DeclaredTool[] {
  return (extension.packageJSON as Manifest).contributes.languageModelTools;
}

/** How the server calls a tool. */
export function serverName(tool: DeclaredTool): string {
  return tool.name.slice(PREFIX.length);
}
