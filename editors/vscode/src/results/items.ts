// How each row of the panel looks, and what a click on it opens.

import * as path from "node:path";
import * as vscode from "vscode";
import { iconOf, placeOf } from "../search/hits";
import { callLeadsTo } from "./calls";
import { leadsTo, rawLines, type ShownLine, tellingLine } from "./lines";
import type { CallNode, CallsNode, FileNode, HitNode, LineNode, Node } from "./nodes";
import type { Search } from "./search";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const MOST_TOOLTIP_LINES = 30;

export function itemOf(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case "search":
      return searchItem(node);
    case "file":
      return fileItem(node);
    case "hit":
      return hitItem(node);
    case "line":
      return lineItem(node);
    case "calls":
      return callsItem(node);
    case "call":
      return callItem(node);
    case "note":
      return made(node.text, None, new vscode.ThemeIcon("info"), "note");
    case "more":
      return moreItem(node.parent);
  }
}

function searchItem(search: Search): vscode.TreeItem {
  const icon = new vscode.ThemeIcon(search.isPinned ? "pinned" : "search");
  const kinds = [search.isPinned ? "pinned" : "", search.params === undefined ? "" : "asked"];
  const item = made(search.title, Expanded, icon, ["search", ...kinds.filter((kind) => kind !== "")].join("."));
  item.description = countOf(search);
  item.tooltip = [search.title, countOf(search), search.notice].filter((text) => text !== "").join("\n");
  return item;
}

export function countOf(search: Search): string {
  const hits = search.hits.length;
  const more = search.more === undefined ? "" : "+";
  const counted = (count: number, word: string) => `${count}${more} ${word}${count === 1 ? "" : "s"}`;
  return hits === 0 ? "no hits" : `${counted(hits, "hit")} in ${counted(search.files.length, "file")}`;
}

function fileItem(file: FileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(file.uri, Expanded);
  item.iconPath = vscode.ThemeIcon.File;
  item.label = path.posix.basename(file.uri.path);
  const folder = path.posix.dirname(vscode.workspace.asRelativePath(file.uri));
  item.description = folder === "." ? "" : folder;
  item.contextValue = "file";
  return item;
}

function hitItem(node: HitNode): vscode.TreeItem {
  const { row } = node;
  const state = node.lines.length + node.calls.length > 0 ? Collapsed : None;
  const told = tellingLine(row);
  const item = made(highlighted(told), node.calls.some(isOpen) ? Expanded : state, row.icon, node.calls.length > 0 ? "hit.called" : "hit");
  item.description = [`${told.line + 1}`, holderOf(node)].filter((text) => text !== "").join(" · ");
  item.command = opening(row.uri, leadsTo(row));
  return item;
}

/** The definition that a hit lies in; of one that is its definition, what encloses that. */
function holderOf({ row }: HitNode): string {
  const { container, name, selectionRange } = row.hit;
  return [container, selectionRange === undefined ? name : undefined].filter((part) => part !== undefined).join(".");
}

function lineItem({ uri, shown, parent }: LineNode): vscode.TreeItem {
  const item = made(highlighted(shown), None, new vscode.ThemeIcon("dash"), "line");
  item.description = parent.kind === "call" ? placeOf(uri, shown.line) : `${shown.line + 1}`;
  item.command = opening(uri, new vscode.Range(shown.line, 0, shown.line, 0));
  return item;
}

function callsItem(node: CallsNode): vscode.TreeItem {
  const [label, icon] = node.relation === "caller" ? ["Called by", "call-incoming"] : ["Calls", "call-outgoing"];
  return made(label, isOpen(node) ? Expanded : Collapsed, new vscode.ThemeIcon(icon), "calls");
}

/** Told by the row itself: a busy window that opens the view for the first time forgets what is to be expanded in it. */
function isOpen({ relation, parent }: CallsNode): boolean {
  return relation === "caller" && parent.parent.parent.opensCallers;
}

function callItem({ call }: CallNode): vscode.TreeItem {
  const range = callLeadsTo(call);
  const item = made(call.name, call.kind === undefined ? None : Collapsed, new vscode.ThemeIcon(iconOf(call.kind)), "call");
  item.description = placeOf(call.uri, range.start.line);
  item.tooltip = call.sites.map(({ line, text }) => `${line + 1}: ${text}`).join("\n");
  item.command = opening(call.uri, range);
  return item;
}

function moreItem(search: Search): vscode.TreeItem {
  const item = made("More hits…", None, new vscode.ThemeIcon("ellipsis"), "more");
  item.command = { command: "lspCodebase.loadMoreHits", title: "Load More Hits", arguments: [search] };
  return item;
}

/** The place and the code of a hit, for its tooltip. */
export function tooltipOf({ row }: HitNode): vscode.MarkdownString {
  const lines = rawLines(row).slice(0, MOST_TOOLTIP_LINES);
  const text = new vscode.MarkdownString();
  text.appendText(`${placeOf(row.uri, row.lines.start.line)}-${row.lines.end.line + 1}`);
  text.appendCodeblock((lines.length === 0 ? [row.hit.preview] : lines).join("\n"), row.hit.language);
  return text;
}

function made(
  label: string | vscode.TreeItemLabel,
  state: vscode.TreeItemCollapsibleState,
  icon: vscode.ThemeIcon,
  contextValue: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.iconPath = icon;
  item.contextValue = contextValue;
  return item;
}

function highlighted({ text, marks }: ShownLine): vscode.TreeItemLabel {
  return { label: text, highlights: marks };
}

/** VS Code's own command: a click previews, a double click and Enter open, Alt opens to the side. */
function opening(uri: vscode.Uri, selection: vscode.Range): vscode.Command {
  return { command: "vscode.open", title: "Open", arguments: [uri, { selection }] };
}
