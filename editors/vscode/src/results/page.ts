// A search as a read-only document, in the manner of VS Code's search editor: its places are links.

import * as vscode from "vscode";
import { countOf } from "./items";
import { leadsTo, rawLines, tellingLine } from "./lines";
import type { HitNode } from "./nodes";
import type { Search } from "./search";

const SCHEME = "codebase-results";
const LANGUAGE = "codebase-results";
const MOST_PAGES = 20; // kept, so that one that was closed can be opened again
const LINES_BEFORE = 1;
const LINES_AFTER = 6;

interface Page {
  text: string;
  links: vscode.DocumentLink[];
}

export class Pages implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly pages = new Map<string, Page>();
  private readonly registered: vscode.Disposable;
  private opened = 0;

  constructor() {
    this.registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
    );
  }

  async open(search: Search): Promise<void> {
    const name = search.title.replace(/[\\/\s]+/g, " ").slice(0, 60);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(++this.opened) });
    this.pages.set(uri.toString(), pageOf(search));
    const [oldest] = this.pages.keys();
    if (this.pages.size > MOST_PAGES && oldest !== undefined) this.pages.delete(oldest);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.toString())?.text ?? "These hits are gone; open them from the panel again.\n";
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return this.pages.get(document.uri.toString())?.links ?? [];
  }

  dispose(): void {
    this.registered.dispose();
  }
}

function pageOf(search: Search): Page {
  const lines = [`# Query: ${search.title.replaceAll("\n", "\\n")}`, ...filtersOf(search), "", countOf(search)];
  if (search.notice !== "") lines.push(search.notice);
  const links: vscode.DocumentLink[] = [];
  for (const file of search.files) {
    lines.push("", `${vscode.workspace.asRelativePath(file.uri)}:`);
    links.push(linkTo(lines, 0, (lines.at(-1)?.length ?? 1) - 1, file.uri, file.hits[0]));
    for (const [at, hit] of file.hits.entries()) {
      if (at > 0) lines.push("");
      addHit(hit, lines, links);
    }
  }
  return { text: `${lines.join("\n")}\n`, links };
}

function filtersOf({ params }: Search): string[] {
  const { include, exclude, languages, kinds, mode } = params ?? {};
  const all = Object.entries({ languages, include, exclude, kinds, mode });
  const told = all.filter(([, value]) => value !== undefined && value.length > 0);
  return told.map(([name, value]) => `# ${name}: ${Array.isArray(value) ? value.join(", ") : value}`);
}

function addHit(hit: HitNode, lines: string[], links: vscode.DocumentLink[]): void {
  const { row } = hit;
  const told = tellingLine(row);
  const raw = rawLines(row);
  const first = row.lines.start.line;
  const from = Math.max(0, told.line - first - LINES_BEFORE);
  const matched = new Set([told.line, ...hit.lines.map(({ shown }) => shown.line)]);
  const around = raw.map((text, at) => [first + at, text] as const).slice(from, told.line - first + LINES_AFTER + 1);
  const shown = raw.length === 0 ? [[told.line, told.text] as const] : around;
  for (const [line, text] of shown) {
    const number = String(line + 1).padStart(4);
    lines.push(`  ${number}${matched.has(line) ? ":" : " "} ${text}`);
    const target = line === told.line ? hit : undefined;
    links.push(linkTo(lines, 2 + number.length - number.trim().length, 2 + number.length, row.uri, target, line));
  }
}

function linkTo(lines: string[], start: number, end: number, uri: vscode.Uri, hit?: HitNode, line = 0): vscode.DocumentLink {
  const place = hit === undefined ? new vscode.Position(line, 0) : leadsTo(hit.row).start;
  const target = uri.with({ fragment: `L${place.line + 1},${place.character + 1}` });
  return new vscode.DocumentLink(new vscode.Range(lines.length - 1, start, lines.length - 1, end), target);
}
