// What is to be copied: chosen in the palette, the editor, the explorer, or given by a row of the panel.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ChosenPlace, ContextParams } from "../protocol";

export type What = Pick<ContextParams, "places" | "search">;

interface Choice extends vscode.QuickPickItem {
  what(): Promise<What | undefined>;
}

/** The lines that are selected, or the definition around the cursor. */
export function ofSelection(client: LanguageClient): What | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") return undefined;
  const { asUri, asRange } = client.code2ProtocolConverter;
  const uri = asUri(editor.document.uri);
  return { places: editor.selections.map((selection): ChosenPlace => ({ uri, range: asRange(selection) })) };
}

/** Files and folders. */
export function ofFiles(client: LanguageClient, uris: readonly vscode.Uri[]): What {
  return { places: uris.map((uri) => ({ uri: client.code2ProtocolConverter.asUri(uri) })) };
}

/** Asks which it should be. */
export async function choose(client: LanguageClient): Promise<What | undefined> {
  const chosen = await vscode.window.showQuickPick(choicesFor(client), {
    title: "Copy as Context",
    placeHolder: "Code for a model, as Markdown within a budget of tokens",
  });
  return chosen?.what();
}

function choicesFor(client: LanguageClient): Choice[] {
  const question: Choice = {
    label: "$(search) A question…",
    description: "the code that answers it",
    what: async () => {
      const query = await vscode.window.showInputBox({ title: "Copy as Context", prompt: "What should the code be about?" });
      return query === undefined || query.trim() === "" ? undefined : { search: { query } };
    },
  };
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") return [question];
  const { selection, document } = editor;
  const lines = `lines ${selection.start.line + 1} to ${selection.end.line + 1}`;
  const here: Choice = {
    label: selection.isEmpty ? "$(symbol-method) The definition at the cursor" : "$(list-selection) The selection",
    description: selection.isEmpty ? `around line ${selection.start.line + 1}` : lines,
    what: async () => ofSelection(client),
  };
  const file: Choice = {
    label: "$(file) This file",
    description: vscode.workspace.asRelativePath(document.uri),
    what: async () => ofFiles(client, [document.uri]),
  };
  return [here, file, question];
}
