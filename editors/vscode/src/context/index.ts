// Copy as Context: code as Markdown for a model, within a budget of tokens. The server writes it.

import * as vscode from "vscode";
import { commandsOf } from "../commands";
import { Context, type ContextResult } from "../protocol";
import type { Server } from "../server";
import { budgetOf, chooseBudget } from "./budget";
import { choose, ofFiles, ofSelection, type What } from "./what";

const CHANGE = "Change Budget";

export function registerContext(context: vscode.ExtensionContext, server: Server): void {
  const memory = context.globalState;
  const register = commandsOf(server);

  async function copy(what: What | undefined): Promise<void> {
    if (what === undefined) return;
    const maxTokens = await budgetOf(memory);
    if (maxTokens === undefined) return;
    const client = await server.client();
    const made = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "Collecting code" },
      () => client.sendRequest(Context, { ...what, maxTokens }),
    );
    if (made.text === "") {
      const sentences = ["Codebase: nothing was found, and nothing was copied.", ...(made.notes ?? [])];
      void vscode.window.showInformationMessage(sentences.join(" "));
      return;
    }
    await vscode.env.clipboard.writeText(made.text);
    void tell(made, what); // not waited for: it stays until somebody closes it
  }

  async function tell(made: ContextResult, what: What): Promise<void> {
    const choice = await vscode.window.showInformationMessage(noticeOf(made), "Open", CHANGE);
    if (choice === "Open") {
      const document = await vscode.workspace.openTextDocument({ language: "markdown", content: made.text });
      await vscode.window.showTextDocument(document);
    } else if (choice === CHANGE && (await chooseBudget(memory)) !== undefined) {
      await vscode.commands.executeCommand("lspCodebase.copyAsContext", what);
    }
  }

  context.subscriptions.push(
    register("lspCodebase.copyAsContext", async (what?: What) => {
      const client = await server.client();
      await copy(isWhat(what) ? what : await choose(client));
    }),
    register("lspCodebase.copySelectionAsContext", async () => copy(ofSelection(await server.client()))),
    register("lspCodebase.copyFilesAsContext", async (uri?: vscode.Uri, all?: vscode.Uri[]) => {
      const active = vscode.window.activeTextEditor?.document.uri;
      const uris = all ?? [uri ?? active].filter((one) => one !== undefined);
      if (uris.length > 0) await copy(ofFiles(await server.client(), uris));
    }),
    register("lspCodebase.setContextBudget", () => chooseBudget(memory)),
  );
}

function isWhat(value: What | undefined): value is What {
  return value?.places !== undefined || value?.search !== undefined;
}

function noticeOf({ tokens, places, truncated, index }: ContextResult): string {
  const pieces = places === 0 ? "an outline" : places === 1 ? "one place" : `${places} places`;
  const cut = truncated ? " What there was no room for is named at its end." : "";
  const partly = index === undefined || index.phase === "ready" ? "" : " The index is not complete yet.";
  return `Codebase: copied about ${tokens.toLocaleString("en")} tokens of ${pieces}.${cut}${partly}`;
}
