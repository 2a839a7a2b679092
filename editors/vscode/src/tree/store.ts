// The rows of the codebase tree: directories, files, definitions, and what there was no room for.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { DirectoryTree, type DirectoryTreeResult, Status, type TreeEntry, type TreeSymbol } from "../protocol";
import { iconOf } from "../search/hits";
import type { Server } from "../server";
import type { Budget } from "./budget";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

export type Node =
  | { kind: "entry"; entry: TreeEntry; isRoot: boolean }
  | { kind: "symbol"; symbol: TreeSymbol; uri: string }
  | { kind: "omitted"; count: number };

export class Store implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private roots: Node[] = [];
  private core = new Set<string>();
  private etag: string | undefined;
  private client: LanguageClient | undefined;

  constructor(
    private readonly server: Server,
    private readonly budget: () => Budget,
  ) {}

  /** Asks for the tree, if it changed; returns what to tell of it and whether the index is still being made. */
  async refresh(): Promise<{ message: string; isIndexing: boolean }> {
    const client = await this.server.client();
    if (client !== this.client) this.etag = undefined; // of another server
    this.client = client;
    const known = this.etag === undefined ? {} : { ifNoneMatch: this.etag };
    const wanted = { ...this.budget(), ...known, format: "json", symbols: true, coreFiles: true } as const;
    const answer = await client.sendRequest(DirectoryTree, wanted);
    if (answer.notModified !== true) this.take(answer);
    const states = await client.sendRequest(Status, {});
    const isIndexing = states.some(({ phase }) => !["ready", "embedding", "failed", "disabled"].includes(phase));
    return { message: answer.stats.error ?? (isIndexing ? "Still indexing: more definitions follow." : ""), isIndexing };
  }

  /** The tree as text, for a model. */
  async text(): Promise<string> {
    const client = await this.server.client();
    return (await client.sendRequest(DirectoryTree, { ...this.budget(), symbols: true })).text ?? "";
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "symbol") return symbolItem(node.symbol, this.uri(node.uri));
    if (node.kind === "omitted") return omittedItem(node.count);
    return entryItem(node.entry, this.uri(node.entry.uri), { isRoot: node.isRoot, isCore: this.core.has(node.entry.uri) });
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.roots.length === 1 ? this.roots.flatMap((root) => this.getChildren(root)) : this.roots;
    if (node.kind !== "entry") return [];
    const { entry } = node;
    return [
      ...(entry.children ?? []).map((child): Node => ({ kind: "entry", entry: child, isRoot: false })),
      ...(entry.symbols ?? []).map((symbol): Node => ({ kind: "symbol", symbol, uri: entry.uri })),
      ...((entry.omitted ?? 0) > 0 ? [{ kind: "omitted" as const, count: entry.omitted ?? 0 }] : []),
    ];
  }

  private take(answer: DirectoryTreeResult): void {
    this.etag = answer.etag;
    this.roots = (answer.roots ?? []).map((entry) => ({ kind: "entry", entry, isRoot: true }));
    this.core = new Set(answer.coreFiles?.map(({ uri }) => uri));
    this.changes.fire(undefined);
  }

  private uri(text: string): vscode.Uri {
    return this.client?.protocol2CodeConverter.asUri(text) ?? vscode.Uri.parse(text);
  }
}

function entryItem(entry: TreeEntry, uri: vscode.Uri, { isRoot, isCore }: { isRoot: boolean; isCore: boolean }): vscode.TreeItem {
  const isDirectory = entry.kind === "directory";
  const hasRows = (entry.children?.length ?? 0) + (entry.symbols?.length ?? 0) + (entry.omitted ?? 0) > 0;
  const item = new vscode.TreeItem(uri, hasRows ? (isRoot ? Expanded : Collapsed) : None);
  item.iconPath = isDirectory ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
  item.description = entry.error ?? (entry.excluded === true ? "not listed" : isCore ? "★ core file" : "");
  item.contextValue = isDirectory ? "folder" : "file";
  if (entry.kind === "file") item.command = { command: "vscode.open", title: "Open", arguments: [uri] };
  return item;
}

function symbolItem({ name, kind, line }: TreeSymbol, uri: vscode.Uri): vscode.TreeItem {
  const item = new vscode.TreeItem(name, None);
  item.iconPath = new vscode.ThemeIcon(iconOf(kind));
  item.description = String(line + 1);
  item.tooltip = `${vscode.workspace.asRelativePath(uri)}:${line + 1}`;
  item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection: new vscode.Range(line, 0, line, 0) }] };
  return item;
}

function omittedItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(`${count.toLocaleString("en")} more`, None);
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.tooltip = "There was no room for them: choose a larger budget";
  item.command = { command: "lspCodebase.chooseTreeBudget", title: "Choose the Budget" };
  return item;
}
