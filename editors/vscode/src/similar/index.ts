// "Codebase: Find Similar": code like the selection, or like the definition around the cursor.

import * as vscode from "vscode";
import { messageOf } from "../commands";
import { Similar, type SimilarParams } from "../protocol";
import { HitPick, heading, notice, toItem } from "../search/hitPick";
import { toRows } from "../search/hits";
import { remarks } from "../search/remarks";
import type { Server } from "../server";

const LIMIT = 50;
const SHOW_IN_PANEL: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("layout-sidebar-left"),
  tooltip: "Show the Hits in the Side Bar",
};

export function registerSimilar(context: vscode.ExtensionContext, server: Server): void {
  context.subscriptions.push(
    vscode.commands.registerTextEditorCommand("lspCodebase.findSimilar", (editor) => void findSimilar(server, editor)),
  );
}

async function findSimilar(server: Server, { document, selection }: vscode.TextEditor): Promise<void> {
  const source = new vscode.CancellationTokenSource();
  const hits = new HitPick("similar", () => {}, () => source.cancel());
  const { pick } = hits;
  const what = selection.isEmpty ? "the Definition at the Cursor" : "the Selection";
  pick.title = `Codebase: Code Like ${what}`;
  pick.placeholder = "Filter by name, path or line";
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  hits.show();
  try {
    const client = await server.client();
    const params: SimilarParams = {
      textDocument: { uri: document.uri.toString() },
      ...(selection.isEmpty ? { position: selection.active } : { range: client.code2ProtocolConverter.asRange(selection) }),
      limit: LIMIT,
    };
    const answer = await client.sendRequest(Similar, params, source.token);
    if (source.token.isCancellationRequested) return;
    const state = server.indexes.shortcomingOf(answer.index);
    if (state !== "") pick.title += ` (${state})`;
    const text = remarks(answer);
    const rows = toRows(client, answer.hits, answer.mode).map((row) => ({ ...toItem(row), alwaysShow: false }));
    pick.items = [...(text === "" ? [] : [heading(text)]), ...(rows.length > 0 ? rows : [notice("Nothing is like it")])];
    pick.buttons = [SHOW_IN_PANEL];
    pick.onDidTriggerButton(async () => {
      await hits.cancel();
      const title = `Like ${vscode.workspace.asRelativePath(document.uri)}:${selection.start.line + 1}`;
      await vscode.commands.executeCommand("lspCodebase.showResults", { title, hits: answer.hits });
    });
  } catch (error) {
    if (source.token.isCancellationRequested) return;
    pick.items = [notice(messageOf(error), "error", () => void server.explain(error))];
  }
  pick.busy = false;
}
