// Hits as text: places with their lines and code.

import * as vscode from "vscode";
import type { HitNode, Node } from "./nodes";
import { rawLines } from "./lines";

export function hitsBelow(node: Node): HitNode[] {
  if (node.kind === "search") return node.hits;
  if (node.kind === "file") return node.hits;
  if (node.kind === "hit") return [node];
  return [];
}

/** What is copied of rows: of a call or a line its place. */
export async function textOf(nodes: readonly Node[]): Promise<string> {
  const parts = await Promise.all(nodes.map(textOfNode));
  return parts.join("\n");
}

async function textOfNode(node: Node): Promise<string> {
  if (node.kind === "line") return `${pathOf(node.uri)}:${node.shown.line + 1}: ${node.shown.text}\n`;
  if (node.kind === "call") return `${pathOf(node.call.uri)}:${node.call.definition.line + 1} ${node.call.name}\n`;
  return (await Promise.all(hitsBelow(node).map(textOfHit))).join("\n");
}

async function textOfHit({ row }: HitNode): Promise<string> {
  const { name, container } = row.hit;
  const called = [container, name].filter((part) => part !== undefined).join(".");
  const head = `${pathOf(row.uri)}:${row.lines.start.line + 1}-${row.lines.end.line + 1} ${called}`.trimEnd();
  return `${head}\n${(await codeOf(row.uri, row.lines, rawLines(row))).join("\n")}\n`;
}

/** The lines of a hit; those of an answer that came without are read from the file. */
async function codeOf(uri: vscode.Uri, lines: vscode.Range, known: readonly string[]): Promise<readonly string[]> {
  if (known.length > 0) return known;
  const document = await vscode.workspace.openTextDocument(uri);
  const whole = document.validateRange(new vscode.Range(lines.start.line, 0, lines.end.line, Number.MAX_SAFE_INTEGER));
  return document.getText(whole).split(/\r?\n/);
}

function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

