// The MCP server as VS Code takes it, when a user wants it beside the language-model tools.

import * as vscode from "vscode";
import type { McpOffer } from "./mcpOffer";

const ID = "lspCodebase.mcp";

/** Registers the provider, none in an editor that knows no such thing. */
export function registerMcpProvider(offer: McpOffer): vscode.Disposable[] {
  if (typeof vscode.lm?.registerMcpServerDefinitionProvider !== "function") return [];
  const hasTools = typeof vscode.lm.registerTool === "function";
  return [
    vscode.lm.registerMcpServerDefinitionProvider(ID, {
      onDidChangeMcpServerDefinitions: offer.onDidChange,
      provideMcpServerDefinitions: () => {
        const server = offer.current(!hasTools);
        if (server === undefined) return [];
        const { label, command, args, version } = server;
        return [new vscode.McpStdioServerDefinition(label, command, args, {}, version)];
      },
      resolveMcpServerDefinition: async (server: vscode.McpStdioServerDefinition) => {
        await offer.check(server.command);
        return server;
      },
    }),
  ];
}
