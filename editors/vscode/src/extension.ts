// The extension's entry: starts the server and registers the palette commands.
//
// The server's own command ids (`codebase.*`) are registered by the language client; ours are `lspCodebase.*`.

import * as vscode from "vscode";
import { registerContext } from "./context";
import { registerResults } from "./results";
import { registerSearch } from "./search";
import { Server } from "./server";
import { registerSimilar } from "./similar";
import { rebuildIndex, showIndexStatus } from "./status";
import { registerTree } from "./tree";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const started = new Server();
  server = started;

  function register(command: string, run: () => void | Promise<void>): vscode.Disposable {
    return vscode.commands.registerCommand(command, async () => {
      try {
        await run();
      } catch (error) {
        await started.explain(error);
      }
    });
  }

  context.subscriptions.push(
    started,
    register("lspCodebase.showIndexStatus", () => showIndexStatus(started)),
    register("lspCodebase.rebuildIndex", () => rebuildIndex(started)),
  );
  registerSearch(context, started);
  registerSimilar(context, started);
  registerResults(context, started);
  registerTree(context, started);
  registerContext(context, started);
  if (vscode.workspace.workspaceFolders !== undefined) {
    started.client().catch((error: unknown) => started.explain(error));
  }
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
