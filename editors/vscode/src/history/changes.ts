// The changes of a commit, by the extension for git that VS Code brings.

import * as vscode from "vscode";
import type { PastCommit } from "../protocol";

interface Change {
  uri: vscode.Uri;
  originalUri: vscode.Uri;
  renameUri: vscode.Uri | undefined;
}

/** The part of the API of `vscode.git`, version 1, that is used here. */
interface Git {
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
  getRepository(uri: vscode.Uri): { diffBetween(ref1: string, ref2: string): Promise<Change[]> } | null;
}

/** Shows what a commit changed, all files in one editor; where git's extension cannot, opens the first of its files. */
export async function openChanges(commit: PastCommit, asUri: (uri: string) => vscode.Uri): Promise<void> {
  const { id, subject } = commit;
  const [first] = commit.files.map(asUri);
  const near = first ?? vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const resources = near === undefined ? [] : await changesOf(id, near).catch(() => []);
  if (resources.length > 0) await vscode.commands.executeCommand("vscode.changes", `${subject} (${id.slice(0, 8)})`, resources);
  else if (first !== undefined) await vscode.window.showTextDocument(first);
  else void vscode.window.showInformationMessage(`Codebase: the changes of ${id.slice(0, 8)} cannot be shown: git show ${id}`);
}

/** Returns the files of a commit, each with how it was before and after; rejects for the first commit of all. */
async function changesOf(id: string, near: vscode.Uri): Promise<[vscode.Uri, vscode.Uri, vscode.Uri][]> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>("vscode.git");
  const git = (await extension?.activate())?.getAPI(1);
  if (git === undefined) return [];
  const changes = (await git.getRepository(near)?.diffBetween(`${id}~`, id)) ?? [];
  return changes.map(({ uri, originalUri, renameUri }) => {
    const now = renameUri ?? uri;
    return [now, git.toGitUri(originalUri, `${id}~`), git.toGitUri(now, id)];
  });
}
