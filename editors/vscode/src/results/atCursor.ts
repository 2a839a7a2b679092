// The definition that the cursor means, as a hit.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { Definitions, type Hit, type SymbolHit } from "../protocol";
import { mayBeCalled } from "./nodes";

/** Returns the definition called as the word at the cursor, or else the one around it; only what can be called. */
export async function calledAtCursor(
  client: LanguageClient,
  { document, selection: { active } }: vscode.TextEditor,
): Promise<Hit | undefined> {
  const { asRange } = client.protocol2CodeConverter;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const around = (await client.sendRequest(Definitions, { uri, line: active.line })).hits[0];
  const isItsName = around !== undefined && asRange(around.definition.selectionRange).contains(active);
  const word = document.getWordRangeAtPosition(active);
  const named = isItsName || word === undefined ? [] : (await client.sendRequest(Definitions, { name: document.getText(word) })).hits;
  const found = [...named, ...(around === undefined ? [] : [around])].find(({ definition }) => mayBeCalled(definition));
  return found === undefined ? undefined : hitOf(client, found);
}

async function hitOf(client: LanguageClient, { uri, language, score, definition }: SymbolHit): Promise<Hit> {
  const { asRange, asUri } = client.protocol2CodeConverter;
  const document = await vscode.workspace.openTextDocument(asUri(uri));
  const { range, selectionRange, name, kind, container } = definition;
  const { start, end } = asRange(range);
  const text = document.getText(document.validateRange(new vscode.Range(start.line, 0, end.line, Number.MAX_SAFE_INTEGER)));
  const preview = document.lineAt(selectionRange.start.line).text.trim();
  const named = { name, kind, ...(container === undefined ? {} : { container }) };
  return { location: { uri, range }, language, score, preview, selectionRange, text, ...named };
}
