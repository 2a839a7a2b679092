// The view "Codebase": its directories, files and main definitions within a budget.

import * as vscode from "vscode";
import { commandsOf } from "../commands";
import type { Server } from "../server";
import { budgetOf, chooseBudget } from "./budget";
import { Follow } from "./follow";
import { Store } from "./store";

const BYTES_PER_TOKEN = 4;

export function registerTree(context: vscode.ExtensionContext, server: Server): void {
  const memory = context.workspaceState;
  const store = new Store(server, () => budgetOf(memory));
  const view = vscode.window.createTreeView("lspCodebase.tree", { treeDataProvider: store, showCollapseAll: true });
  const follow = new Follow(view, refresh);
  const register = commandsOf(server);

  async function refresh(): Promise<boolean> {
    const { maxTokens, preset } = budgetOf(memory);
    view.description = `${maxTokens.toLocaleString("en")} tokens${preset === "default" ? "" : `, ${preset}`}`;
    try {
      const { message, isIndexing } = await store.refresh();
      view.message = message;
      return isIndexing;
    } catch (error) {
      view.message = error instanceof Error ? error.message : String(error); // in the view: nobody asked for a toast
      return false;
    }
  }

  async function copy(): Promise<void> {
    const text = await store.text();
    await vscode.env.clipboard.writeText(text);
    const tokens = Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN).toLocaleString("en");
    void vscode.window.showInformationMessage(`Codebase: copied a tree of about ${tokens} tokens.`);
  }

  context.subscriptions.push(
    view,
    follow,
    register("lspCodebase.refreshTree", () => follow.now()),
    register("lspCodebase.copyTree", copy),
    register("lspCodebase.chooseTreeBudget", async () => {
      if (await chooseBudget(memory)) await follow.now();
    }),
  );
}
