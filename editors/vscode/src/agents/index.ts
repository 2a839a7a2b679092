// What agents in this editor get of the codebase: language-model tools, or an MCP server where they take only that.

import * as vscode from "vscode";
import type { Server } from "../server";
import { type MaybeCursor, registerCursorServer } from "./cursor";
import { McpOffer } from "./mcpOffer";
import { registerMcpProvider } from "./mcpProvider";
import { registerTools } from "./tools";

export function registerAgents(context: vscode.ExtensionContext, server: Server): void {
  const offer = new McpOffer(context.extension, server);
  context.subscriptions.push(
    offer,
    ...registerTools(context.extension, server),
    ...registerMcpProvider(offer),
    ...registerCursorServer(vscode as MaybeCursor, offer),
  );
}
