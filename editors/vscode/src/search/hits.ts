// A hit as it is shown in a list: label, place, icon, and where it leads.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Hit, Mode } from "../protocol";
import { distinct, isLineMode } from "./distinct";

/** Texts are escaped: `$(name)` in code would else be shown as an icon. */
export interface HitRow {
  hit: Hit;
  label: string;
  /** Path within the workspace, and the line. */
  place: string;
  /** The most telling line, or what encloses it; absent where the label says it all. */
  detail?: string;
  icon: vscode.ThemeIcon;
  uri: vscode.Uri;
  /** All its lines. */
  lines: vscode.Range;
  /** What to select: its name, or what matches; empty, at the start of its lines, where it has neither. */
  target: vscode.Range;
  /** Where the query stands in it. */
  matches: vscode.Range[];
}

/** Returns a row for each hit, in order, without hits that say nothing new. */
export function toRows(client: LanguageClient, hits: readonly Hit[], mode: Mode): HitRow[] {
  return distinct(hits, mode).map((hit) => toRow(client, hit, mode));
}

function toRow(client: LanguageClient, hit: Hit, mode: Mode): HitRow {
  const { asRange, asUri } = client.protocol2CodeConverter;
  const uri = asUri(hit.location.uri);
  const lines = asRange(hit.location.range);
  const matches = (hit.matches ?? []).map((range) => asRange(range));
  const target = (isLineMode(mode) ? matches[0] : undefined) ?? (hit.selectionRange && asRange(hit.selectionRange)) ?? new vscode.Range(lines.start, lines.start);
  const name = qualifiedName(hit);
  const [label, detail] = isLineMode(mode) || name === undefined ? [hit.preview, name] : [name, hit.preview];
  return {
    hit,
    label: escapeIcons(label),
    place: placeOf(uri, target.start.line),
    ...(detail === undefined ? {} : { detail: escapeIcons(detail) }),
    icon: new vscode.ThemeIcon(iconOf(hit.kind)),
    uri,
    lines,
    target,
    matches,
  };
}

export function placeOf(uri: vscode.Uri, line: number): string {
  return `${vscode.workspace.asRelativePath(uri)}:${line + 1}`;
}

/** The icon of an LSP symbol kind: `EnumMember` (22) is `symbol-enum-member`. */
export function iconOf(kind: number | undefined): string {
  const name = kind === undefined ? undefined : vscode.SymbolKind[kind - 1];
  return name === undefined ? "code" : "symbol" + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A name with what encloses it. */
export function qualifiedName({ container, name }: Pick<Hit, "container" | "name">): string | undefined {
  return container !== undefined && name !== undefined ? `${container}.${name}` : name;
}

/** A text that is shown as it stands: `$(name)` in it is no icon. */
export function escapeIcons(text: string): string {
  return text.replace(/\$\([\w~-]+\)/g, "\\$&");
}
