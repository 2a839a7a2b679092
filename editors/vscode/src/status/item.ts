// The status item: always there, with the menu behind it.

import * as vscode from "vscode";
import type { Face } from "./face";
import type { Indexes } from "./indexes";

const BACKGROUNDS = {
  good: undefined,
  warning: new vscode.ThemeColor("statusBarItem.warningBackground"),
  error: new vscode.ThemeColor("statusBarItem.errorBackground"),
};

export function makeItem(indexes: Indexes): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("lspCodebase.status", vscode.StatusBarAlignment.Left, 1);
  item.name = "Codebase";
  item.command = "lspCodebase.showMenu";
  const show = (): void => {
    const face = indexes.face;
    item.text = face.text;
    item.tooltip = tooltipOf(face);
    item.backgroundColor = BACKGROUNDS[face.level];
    item.accessibilityInformation = { label: [face.text.replace(/\$\(.*?\) /, ""), ...face.lines].join(". ") };
  };
  show();
  item.show();
  return vscode.Disposable.from(item, indexes.onDidChange(show));
}

function tooltipOf(face: Face): vscode.MarkdownString {
  const text = new vscode.MarkdownString("**Codebase**\n\n");
  for (const line of [...face.lines, ...restrictions()]) text.appendMarkdown(`- ${escaped(line)}\n`);
  return text.appendMarkdown("\nSelect for search, status and commands.");
}

/** Takes a text for what it says; `appendText` would make all of its blanks unbreakable. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|~<>&$]/g, "\\$&").replace(/\s+/g, " ");
}

function restrictions(): string[] {
  const note = "Restricted Mode: programs and settings of the workspace are not used.";
  return vscode.workspace.isTrusted ? [] : [note];
}
