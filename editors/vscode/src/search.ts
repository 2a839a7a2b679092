// "Codebase: Search": hits while typing, best first, in a quick pick.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Hit, HybridSearch, type HybridSearchParams, type IndexStatus } from "./protocol";
import type { Server } from "./server";

const DEBOUNCE_MS = 150;
const LIMIT = 50;
const MAX_OPEN_DOCUMENTS = 50;

interface HitItem extends vscode.QuickPickItem {
  target?: vscode.Location;
}

export function search(server: Server): void {
  const pick = vscode.window.createQuickPick<HitItem>();
  const context = editorContext(); // of the editor that is active now: the quick pick takes the focus
  const disposables: vscode.Disposable[] = [pick];
  let pending: vscode.CancellationTokenSource | undefined;
  let timer: NodeJS.Timeout | undefined;

  function cancelPending(): void {
    clearTimeout(timer);
    pending?.cancel();
    pending?.dispose();
    pending = undefined;
  }

  function onQuery(text: string): void {
    cancelPending();
    const query = text.trim();
    pick.busy = query !== "";
    if (query === "") {
      pick.items = [];
      return;
    }
    const source = new vscode.CancellationTokenSource();
    pending = source;
    timer = setTimeout(() => void show(query, source.token), DEBOUNCE_MS);
  }

  async function show(query: string, token: vscode.CancellationToken): Promise<void> {
    try {
      const client = await server.client();
      const answer = await client.sendRequest(HybridSearch, { ...context, query, limit: LIMIT, pack: "none" }, token);
      if (token.isCancellationRequested) return;
      const isWeak = answer.confidence === "none" && answer.hits.length > 0;
      const title = isWeak ? "Nothing matches well; these are the nearest" : titleOf(answer.index);
      pick.title = [title, ...(answer.notes ?? [])].join("; ");
      pick.items = answer.hits.length > 0 ? answer.hits.map((hit) => toItem(client, hit)) : [notice("No hits")];
    } catch (error) {
      if (token.isCancellationRequested) return;
      pick.items = [notice(error instanceof Error ? error.message : String(error))];
    }
    pick.busy = false;
  }

  pick.title = "Codebase: Search";
  Object.assign(pick, { sortByLabel: false }); // not in the API's types: keeps the server's order while typing
  pick.placeholder = "A name, some words, or what the code does";
  disposables.push(
    pick.onDidChangeValue(onQuery),
    pick.onDidAccept(() => {
      const target = pick.selectedItems[0]?.target;
      if (target !== undefined) {
        pick.hide();
        void vscode.window.showTextDocument(target.uri, { selection: target.range });
      }
    }),
    pick.onDidHide(() => {
      cancelPending();
      vscode.Disposable.from(...disposables).dispose();
    }),
  );
  pick.show();
}

/** Where the user is: a ranking signal for the server. */
function editorContext(): Omit<HybridSearchParams, "query"> {
  const editor = vscode.window.activeTextEditor;
  const openDocuments = vscode.workspace.textDocuments
    .filter((document) => document.uri.scheme === "file")
    .slice(0, MAX_OPEN_DOCUMENTS)
    .map((document) => document.uri.toString());
  if (editor?.document.uri.scheme !== "file") return { openDocuments };
  const { line, character } = editor.selection.active;
  return { openDocuments, textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

function toItem(client: LanguageClient, hit: Hit): HitItem {
  const uri = client.protocol2CodeConverter.asUri(hit.location.uri);
  const range = client.protocol2CodeConverter.asRange(hit.selectionRange ?? hit.location.range);
  const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  const name = hit.container !== undefined ? `${hit.container}.${hit.name}` : hit.name;
  return {
    label: name ?? hit.preview,
    description: place,
    ...(name === undefined ? {} : { detail: hit.preview }),
    iconPath: new vscode.ThemeIcon(iconOf(hit.kind)),
    alwaysShow: true, // a hit by meaning need not contain what was typed
    target: new vscode.Location(uri, range),
  };
}

function notice(label: string): HitItem {
  return { label, alwaysShow: true, iconPath: new vscode.ThemeIcon("info") };
}

/** The icon of an LSP symbol kind: `EnumMember` (22) is `symbol-enum-member`. */
function iconOf(kind: number | undefined): string {
  const name = kind === undefined ? undefined : vscode.SymbolKind[kind - 1];
  return name === undefined ? "code" : "symbol" + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function titleOf(index: IndexStatus): string {
  const { phase, files } = index;
  return phase === "ready" ? "Codebase: Search" : `Codebase: Search (${phase}, ${files.indexed}/${files.total} files)`;
}
