// The one place that asks the server to search.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type EditorContext, HybridSearch, type HybridSearchParams, type HybridSearchResult } from "../protocol";

const LIMIT = 50;
const MAX_OPEN_DOCUMENTS = 50;

/** Returns the answer; without a limit, fifty hits without their texts. */
export function ask(
  client: LanguageClient,
  params: HybridSearchParams,
  token?: vscode.CancellationToken,
): Promise<HybridSearchResult> {
  return client.sendRequest(HybridSearch, { limit: LIMIT, pack: "none", ...params }, token);
}

/** Where the user is now: a quick pick takes the focus, so ask before one is shown. */
export function editorContext(): EditorContext {
  const editor = vscode.window.activeTextEditor;
  const openDocuments = vscode.workspace.textDocuments
    .filter((document) => document.uri.scheme === "file")
    .slice(0, MAX_OPEN_DOCUMENTS)
    .map((document) => document.uri.toString());
  if (editor?.document.uri.scheme !== "file") return { openDocuments };
  const { line, character } = editor.selection.active;
  return { openDocuments, textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}
