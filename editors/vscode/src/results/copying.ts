// Hits as text: places with their lines and code.

import * as vscode from "vscode";
import { placeOf, qualifiedName } from "../search/hits";
import { rawLines } from "./lines";
import type { HitNode, Node } from "./nodes";

export function hitsBelow(node: Node): HitNode[] {
  if (node.kind === "search" || node.kind === "file") return node.hits;
  if (node.kind === "hit") return [node];
  return [];
}

/** What is copied of rows: of a call or a line its place. */
export async function textOf(nodes: readonly Node[]): Promise<string> {
  const parts = await Promise.all(nodes.map(textOfNode));
  return parts.join("\n");
}

async function textOfNode(node: Node): Promise<string> {
  if (node.kind === "line") return `${placeOf(node.uri, node.shown.line)}: ${node.shown.text}\n`;
  if (node.kind === "call") return `${placeOf(node.call.uri, node.call.definition.line)} ${node.call.name}\n`;
  return (await Promise.all(hitsBelow(node).map(textOfHit))).join("\n");
}

async function textOfHit({ row }: HitNode): Promise<string> {
  const head = `${placeOf(row.uri, row.lines.start.line)}-${row.lines.end.line + 1}`;
  const called = qualifiedName(row.hit);
  return `${called === undefined ? head : `${head} ${called}`}\n${(await codeOf(row.uri, row.lines, rawLines(row))).join("\n")}\n`;
}

/** The lines of a hit; those of an answer that came without are read from the file. */
async function codeOf(uri: vscode.Uri, lines: vscode.Range, known: readonly string[]): Promise<readonly string[]> {
  if (known.length > 0) return known;
  const document = await vscode.workspace.openTextDocument(uri);
  const whole = document.validateRange(new vscode.Range(lines.start.line, 0, lines.end.line, Number.MAX_SAFE_INTEGER));
  return document.getText(whole).split(/\r?\n/);
}
