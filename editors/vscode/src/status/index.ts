// The state of the indexes: the status item, its menu, pages and commands.

import * as vscode from "vscode";
import { commandsOf } from "../commands";
import type { Server } from "../server";
import { runDoctor } from "./doctor";
import { type Choice, chooseFolder, folderOf } from "./folders";
import { makeItem } from "./item";
import { showMenu } from "./menu";
import { Panel } from "./panel";
import { clearIndex, rebuildIndex } from "./rebuild";
import { OPEN_FILE, statusPage } from "./statusPage";

const OF_PAGE = ["lspCodebase.rebuildIndex", "lspCodebase.doctor", "lspCodebase.clearIndex", "lspCodebase.showLog"];

export function registerStatus(context: vscode.ExtensionContext, server: Server): void {
  const { indexes } = server;
  const page = new Panel("lspCodebase.status", "Codebase Index", [...OF_PAGE, OPEN_FILE, "lspCodebase.openSettings"]);
  const doctor = new Panel("lspCodebase.doctor", "Codebase Doctor", ["lspCodebase.repair"]);

  async function showStatus(): Promise<void> {
    await indexes.ask().catch((error: unknown) => {
      if (server.state.kind !== "failed") throw error; // else the page says it
    });
    page.show(statusPage(server.state, indexes.statuses));
  }

  async function on(folder: unknown, title: string, run: (choice: Choice) => Promise<void>): Promise<void> {
    const choice = await chosen(folder, title);
    if (choice !== undefined) await run(choice);
  }

  const commands: Record<string, (argument?: unknown) => unknown> = {
    "lspCodebase.showMenu": () => showMenu(server),
    "lspCodebase.showIndexStatus": showStatus,
    "lspCodebase.rebuildIndex": (folder) => on(folder, "Rebuild Index", (choice) => rebuildIndex(server, choice)),
    "lspCodebase.clearIndex": (folder) => on(folder, "Clear Index", (choice) => clearIndex(server, choice)),
    "lspCodebase.doctor": (folder) => on(folder, "Doctor", (choice) => runDoctor(server, doctor, choice)),
    "lspCodebase.repair": (folder) => on(folder, "Repair Index", (choice) => runDoctor(server, doctor, choice, true)),
    "lspCodebase.restart": () => server.restart(),
    "lspCodebase.install": () => server.install(),
    "lspCodebase.showLog": () => server.showLog(),
    "lspCodebase.openSettings": () => vscode.commands.executeCommand("workbench.action.openSettings", "@ext:lsp-codebase.lsp-codebase"),
    [OPEN_FILE]: (uri) => vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(String(uri))),
  };
  const register = commandsOf(server);
  for (const [id, run] of Object.entries(commands)) context.subscriptions.push(register(id, run));
  const update = (): void => {
    if (page.isVisible) page.update(statusPage(server.state, indexes.statuses));
  };
  context.subscriptions.push(page, doctor, makeItem(server), server.onDidChange(update), indexes.onDidChange(update));
}

/** Returns the folder that a link of a page names, or asks for one. */
async function chosen(folder: unknown, title: string): Promise<Choice | undefined> {
  return typeof folder === "string" ? folderOf(folder) : chooseFolder(title);
}
