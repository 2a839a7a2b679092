// The searches of the panel: the pinned ones, and the newest, which the next one replaces.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Server } from "../server";
import { callsOf, childrenOfCall } from "./calls";
import { itemOf, tooltipOf } from "./items";
import type { CallNode, CallsNode, FileNode, HitNode, Node } from "./nodes";
import type { Search } from "./search";

export class Store implements vscode.TreeDataProvider<Node> {
  private readonly changes = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  searches: Search[] = [];

  constructor(private readonly server: Server) {}

  getTreeItem(node: Node): vscode.TreeItem {
    return itemOf(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    if (node.kind === "hit") item.tooltip = tooltipOf(node);
    return item;
  }

  getParent(node: Node): Node | undefined {
    return node.kind === "search" ? undefined : node.parent;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    switch (node?.kind) {
      case undefined:
        return this.searches;
      case "search":
        return node.more === undefined ? node.files : [...node.files, node.more];
      case "file":
        return node.hits;
      case "hit":
        return [...node.lines, ...node.calls];
      case "calls":
        return (node.children ??= this.asked(node, (client) => callsOf(client, node)));
      case "call":
        return (node.children ??= this.asked(node, (client) => childrenOfCall(client, node)));
      default:
        return [];
    }
  }

  /** Puts a search first; the one before goes, unless it is pinned. */
  add(search: Search): void {
    this.searches = [search, ...this.searches.filter((other) => other.isPinned)];
    this.changed();
  }

  remove(node: Search | FileNode | HitNode): void {
    if (node.kind === "search") this.searches = this.searches.filter((search) => search !== node);
    else (node.kind === "file" ? node.parent : node.parent.parent).remove(node);
    this.changed();
  }

  clear(): void {
    this.searches = [];
    this.changed();
  }

  changed(): void {
    this.changes.fire(undefined);
  }

  /** What failed is asked again when the row is opened again: a server may be starting. */
  private async asked<T>(node: CallsNode | CallNode, question: (client: LanguageClient) => Promise<T>): Promise<T> {
    try {
      return await question(await this.server.client());
    } catch (error) {
      node.children = undefined;
      throw error;
    }
  }
}
