// Which folder a command is for: asked where several are open.

import * as vscode from "vscode";
import { localFolders } from "../folders";

interface FolderItem extends vscode.QuickPickItem {
  folder?: vscode.WorkspaceFolder;
}

export interface Choice {
  /** For people. */
  name: string;
  /** What a request is sent with: all folders where it is empty. */
  params: { folder?: string };
}

/** Returns the chosen folder or all of them, `undefined` where nothing was chosen. */
export async function chooseFolder(title: string): Promise<Choice | undefined> {
  const folders = localFolders();
  const [only] = folders;
  if (only === undefined) {
    void vscode.window.showInformationMessage("lsp-codebase: no folder is open.");
    return undefined;
  }
  if (folders.length === 1) return toChoice(only);
  const all: FolderItem = { label: "$(files) All folders" };
  const items = folders.map((folder) => ({
    label: `$(folder) ${folder.name}`,
    description: folder.uri.fsPath,
    folder,
  }));
  const chosen = await vscode.window.showQuickPick<FolderItem>([all, ...items], { title, placeHolder: "Which folder?" });
  if (chosen === undefined) return undefined;
  return chosen.folder === undefined ? { name: `all ${folders.length} folders`, params: {} } : toChoice(chosen.folder);
}

/** Returns the folder that has a URI. */
export function folderOf(uri: string): Choice | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
  return folder && toChoice(folder);
}

function toChoice(folder: vscode.WorkspaceFolder): Choice {
  return { name: folder.name, params: { folder: folder.uri.toString() } };
}
