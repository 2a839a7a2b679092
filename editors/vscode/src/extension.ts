// The extension's entry: makes the server and registers each subject.
//
// The server's own command ids (`codebase.*`) are registered by the language client; ours are `lspCodebase.*`.

import * as vscode from "vscode";
import { registerAgents } from "./agents";
import { search } from "./search";
import { Server } from "./server";
import { registerStatus } from "./status";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const started = new Server(context.extension);
  server = started;
  context.subscriptions.push(started);
  registerStatus(context, started);
  registerAgents(context, started);
  context.subscriptions.push(vscode.commands.registerCommand("lspCodebase.search", () => search(started)));
  if (vscode.workspace.workspaceFolders !== undefined) void started.begin();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
