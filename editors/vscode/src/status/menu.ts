// The menu behind the status item: what can be done with the indexes, as things stand.

import * as vscode from "vscode";
import type { Server } from "../server";
import { isStopped } from "./face";
import { faceNow } from "./item";

type Entry = [icon: string, label: string, command: string];

interface Item extends vscode.QuickPickItem {
  run?: () => unknown;
}

const SEARCH: Entry[] = [
  ["search", "Search", "lspCodebase.search"],
  ["list-flat", "Show Results", "lspCodebase.results.focus"],
];
const INDEX: Entry[] = [
  ["info", "Show Index Status", "lspCodebase.showIndexStatus"],
  ["sync", "Rebuild Index…", "lspCodebase.rebuildIndex"],
  ["pulse", "Doctor: Check the Index…", "lspCodebase.doctor"],
  ["trash", "Clear Index…", "lspCodebase.clearIndex"],
];
const SERVER: Entry[] = [
  ["debug-restart", "Restart the Server", "lspCodebase.restart"],
  ["output", "Show Log", "lspCodebase.showLog"],
  ["gear", "Settings", "lspCodebase.openSettings"],
];

export async function showMenu(server: Server): Promise<void> {
  const { isRunning } = server;
  const group = (label: string, entries: Item[]): Item[] =>
    entries.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...entries];
  const entries = [
    ...(isRunning ? group("Search", SEARCH.map(toItem)) : []),
    ...(isRunning ? group("Index", [...pauses(server), ...INDEX.map(toItem)]) : []),
    ...group("Server", [...repairs(server), ...SERVER.map(toItem)]),
  ];
  const face = faceNow(server);
  const title = face.text.replace(/\$\(.*?\) /, "");
  const chosen = await vscode.window.showQuickPick(entries, { title, placeHolder: face.lines.join(" · ") });
  await chosen?.run?.();
}

function toItem([icon, label, command]: Entry): Item {
  return { label: `$(${icon}) ${label}`, run: () => vscode.commands.executeCommand(command) };
}

function pauses({ indexes }: Server): Item[] {
  if (indexes.work !== undefined) return [{ label: "$(debug-pause) Stop Indexing", run: () => indexes.pause() }];
  if (indexes.statuses.some(isStopped)) return [{ label: "$(debug-start) Go On Indexing", run: () => indexes.resume() }];
  return [];
}

/** What mends a server that does not run: its message, which has the ways out. */
function repairs(server: Server): Item[] {
  const { state } = server;
  if (state.kind !== "failed") return [];
  return [{ label: "$(error) What Is Wrong?", detail: state.error.message, run: () => server.explain(state.error) }];
}
