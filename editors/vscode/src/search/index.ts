// The commands of the search, in the palette, in menus, and behind keys while a search is shown.

import * as vscode from "vscode";
import type { Server } from "../server";
import type { Action } from "./actions";
import { folderFilter } from "./choosers";
import { NO_FILTERS } from "./filters";
import { HitPick } from "./hitPick";
import { History } from "./history";
import { SearchPicker, type Session } from "./picker";

const ACTIONS: Record<string, Action> = {
  "lspCodebase.search.mode": "mode",
  "lspCodebase.search.kind": "kind",
  "lspCodebase.search.codeOnly": "codeOnly",
  "lspCodebase.search.language": "language",
  "lspCodebase.search.folder": "folder",
  "lspCodebase.search.clear": "clear",
  "lspCodebase.search.panel": "panel",
};
const LONGEST_QUERY = 1000; // characters taken over from a selection

/** What `lspCodebase.search` takes. What is given takes the place of the filters that were kept. */
interface Beginning {
  query?: string;
  include?: string[];
  language?: string;
}

export function registerSearch(context: vscode.ExtensionContext, server: Server): void {
  const session: Session = { server, history: new History(context.workspaceState), filters: NO_FILTERS };
  const picker = () => SearchPicker.shown;

  function register(command: string, run: (...args: never[]) => unknown): void {
    context.subscriptions.push(vscode.commands.registerCommand(command, run));
  }

  function search({ query, ...filters }: Beginning = {}): void {
    if (Object.keys(filters).length > 0) session.filters = { ...NO_FILTERS, ...filters };
    new SearchPicker(session, query ?? selectedLine());
  }

  register("lspCodebase.search", search);
  register("lspCodebase.searchSelection", () => search({ query: selected() }));
  register("lspCodebase.searchInFolder", (folder?: vscode.Uri) => {
    if (folder !== undefined) session.filters = { ...session.filters, folder: folderFilter(folder) };
    const search = new SearchPicker(session, "");
    return folder === undefined ? search.act("folder") : undefined; // from the palette
  });
  for (const [command, action] of Object.entries(ACTIONS)) register(command, () => picker()?.act(action));
  register("lspCodebase.search.previousQuery", () => picker()?.recall(1));
  register("lspCodebase.search.nextQuery", () => picker()?.recall(-1));
  register("lspCodebase.search.openToSide", () => HitPick.shown?.openToSide());
  register("lspCodebase.search.cancel", () => HitPick.shown?.cancel());
}

/** The selection as one line. */
function selected(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection).replace(/\s+/g, " ").trim().slice(0, LONGEST_QUERY) ?? "";
}

/** The selection if it lies in one line: a longer one is seldom meant as a query. */
function selectedLine(): string {
  return vscode.window.activeTextEditor?.selection.isSingleLine ? selected() : "";
}
