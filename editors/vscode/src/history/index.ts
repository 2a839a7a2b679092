// "Codebase: Show History" and "Search History": commits in a list, whose changes open.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { commandsOf } from "../commands";
import { Definitions, History, type HistoryParams, type PastCommit } from "../protocol";
import { escapeIcons } from "../search/hits";
import type { Server } from "../server";
import { openChanges } from "./changes";

const LIMIT = 100;
const SHORT = 8; // digits of an id
const COPY: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("copy"), tooltip: "Copy the Id of the Commit" };

interface Question {
  title: string;
  params: HistoryParams;
}

interface Item extends vscode.QuickPickItem {
  commit?: PastCommit;
}

export function registerHistory(context: vscode.ExtensionContext, server: Server): void {
  const register = commandsOf(server);

  async function show({ title, params }: Question): Promise<void> {
    const client = await server.client();
    const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Reading commits" }, () =>
      client.sendRequest(History, { limit: LIMIT, ...params }),
    );
    const notes = [...(answer.notes ?? []), ...(answer.truncated ? [`The first ${LIMIT} commits; there are more.`] : [])];
    const nothing: Item = { label: "$(info) No commits", alwaysShow: true };
    const chosen = await pick(title, notes, answer.commits.length === 0 ? [nothing] : answer.commits.map(toItem));
    if (chosen?.commit !== undefined) await openChanges(chosen.commit, client.protocol2CodeConverter.asUri);
  }

  context.subscriptions.push(
    register("lspCodebase.showHistory", async (uri?: vscode.Uri) => {
      const client = await server.client();
      const question = uri === undefined ? await ofEditor(client) : await ofResource(client, uri);
      if (question !== undefined) await show(question);
      else await vscode.commands.executeCommand("lspCodebase.searchHistory");
    }),
    register("lspCodebase.searchHistory", async () => {
      const prompt = "What was done: commits whose messages say it, best first";
      const query = (await vscode.window.showInputBox({ title: "Codebase: Search History", prompt }))?.trim();
      if (query) await show({ title: `Commits: ${query}`, params: { query } });
    }),
  );
}

/** The lines that are selected, or else the definition around the cursor, or else the file. */
async function ofEditor(client: LanguageClient): Promise<Question | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") return undefined;
  const { document, selection } = editor;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const textDocument = { uri };
  const name = vscode.workspace.asRelativePath(document.uri);
  if (!selection.isEmpty) {
    const title = `Commits of ${name}:${selection.start.line + 1}-${selection.end.line + 1}`;
    return { title, params: { textDocument, range: client.code2ProtocolConverter.asRange(selection) } };
  }
  const [around] = (await client.sendRequest(Definitions, { uri, line: selection.active.line })).hits;
  if (around === undefined) return { title: `Commits of ${name}`, params: { textDocument } };
  const { range, name: called } = around.definition;
  return { title: `Commits of ${called} in ${name}`, params: { textDocument, range } };
}

async function ofResource(client: LanguageClient, uri: vscode.Uri): Promise<Question> {
  const asked = client.code2ProtocolConverter.asUri(uri);
  const { type } = await vscode.workspace.fs.stat(uri);
  const isFolder = (type & vscode.FileType.Directory) !== 0;
  const title = `Commits of ${vscode.workspace.asRelativePath(uri)}`;
  return { title, params: isFolder ? { folder: asked } : { textDocument: { uri: asked } } };
}

/** Lets the user choose one; `notes` stand above them. */
function pick(title: string, notes: readonly string[], items: readonly Item[]): Promise<Item | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  Object.assign(pick, { title, sortByLabel: false, matchOnDescription: true, matchOnDetail: true }); // in the server's order
  pick.placeholder = "Enter shows the changes; type to filter by message, date or id";
  pick.items = [...notes.map((label): Item => ({ label, kind: vscode.QuickPickItemKind.Separator })), ...items];
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item }) => void vscode.env.clipboard.writeText(item.commit?.id ?? ""));
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function toItem(commit: PastCommit): Item {
  const { id, time, subject, body, filesTotal } = commit;
  const files = filesTotal === 0 ? [] : [filesTotal === 1 ? "1 file" : `${filesTotal} files`];
  return {
    commit,
    label: subject === "" ? "(no message)" : escapeIcons(subject),
    description: [id.slice(0, SHORT), time.slice(0, 10), ...files].join(" · "),
    ...(body === undefined ? {} : { detail: escapeIcons(body.replace(/\s+/g, " ")) }),
    buttons: [COPY],
  };
}
