// The extension's entry: makes the server and registers each subject.
//
// The server's own command ids (`codebase.*`) are registered by the language client; ours are `lspCodebase.*`.

import * as vscode from "vscode";
import { registerAgents } from "./agents";
import { registerContext } from "./context";
import { registerHistory } from "./history";
import { registerResults } from "./results";
import { registerSearch } from "./search";
import { Server } from "./server";
import { registerSimilar } from "./similar";
import { registerStatus } from "./status";
import { registerTree } from "./tree";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const started = new Server(context.extension);
  server = started;
  context.subscriptions.push(started);
  registerStatus(context, started);
  registerAgents(context, started);
  registerSearch(context, started);
  registerSimilar(context, started);
  registerResults(context, started);
  registerTree(context, started);
  registerContext(context, started);
  registerHistory(context, started);
  if (vscode.workspace.workspaceFolders !== undefined) void started.begin();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
