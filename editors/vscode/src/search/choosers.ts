// Lists from which a filter of the search is chosen. Each has a first row that turns it off.

import * as vscode from "vscode";
import { Status } from "../protocol";
import type { Server } from "../server";
import type { FilterName } from "./actions";
import { type Filters, KINDS, MODES } from "./filters";

type Chooser = (filters: Filters, server: Server, near: vscode.Uri | undefined) => Promise<Filters | undefined>;

interface Choice extends vscode.QuickPickItem {
  chosen: () => Filters | undefined | Promise<Filters | undefined>;
}

/** Lets the user choose; undefined if he does not. `near` is the file he is in. */
export const CHOOSERS: Record<Exclude<FilterName, "codeOnly">, Chooser> = {
  async mode(filters) {
    return choose("How to Search", MODES.map(({ mode, name, detail }) =>
      choice(name, filters.mode === mode, () => ({ ...filters, mode }), detail),
    ));
  },

  async kind({ kind: current, ...others }) {
    return choose("Kind of Definition", [
      choice("All kinds", current === undefined, () => others),
      ...KINDS.map(({ kind, name }) => choice(name, kind === current, () => ({ ...others, kind }))),
    ]);
  },

  async language({ language: current, ...others }, server) {
    const statuses = await (await server.client()).sendRequest(Status, {});
    const files = new Map<string, number>();
    for (const [name, count] of statuses.flatMap(({ languages }) => Object.entries(languages ?? {}))) {
      files.set(name, (files.get(name) ?? 0) + count);
    }
    const here = vscode.window.activeTextEditor?.document.languageId ?? "";
    const byUse = [...files].sort(([a, n], [b, m]) => Number(b === here) - Number(a === here) || m - n);
    return choose("Language", [
      choice("All languages", current === undefined, () => others),
      ...byUse.map(([language, count]) =>
        choice(language, language === current, () => ({ ...others, language }), undefined, `${count} ${count === 1 ? "file" : "files"}`),
      ),
    ]);
  },

  async folder({ folder: current, ...others }, _server, near) {
    const withFolder = (uri: vscode.Uri): Filters => ({ ...others, folder: folderFilter(uri) });
    const uris = [...enclosing(near), ...(await outermost())];
    const distinct = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
    return choose("Folder", [
      choice("All folders", current === undefined, () => others),
      ...distinct.map((uri) => choice(folderFilter(uri).name, uri.toString() === current?.uri, () => withFolder(uri))),
      choice("Other…", false, async () => {
        const [uri] = (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false })) ?? [];
        return uri && withFolder(uri);
      }),
    ]);
  },
};

/** A folder by its path within the workspace. */
export function folderFilter(uri: vscode.Uri): { uri: string; name: string } {
  return { uri: uri.toString(), name: vscode.workspace.asRelativePath(uri) };
}

function choice(label: string, isOn: boolean, chosen: Choice["chosen"], detail?: string, description?: string): Choice {
  return {
    label,
    iconPath: new vscode.ThemeIcon(isOn ? "check" : "blank"),
    chosen,
    ...(detail === undefined ? {} : { detail }),
    ...(description === undefined ? {} : { description }),
  };
}

async function choose(title: string, choices: Choice[]): Promise<Filters | undefined> {
  return (await vscode.window.showQuickPick(choices, { title: `Codebase: Search: ${title}` }))?.chosen();
}

/** The folders around a file, innermost first, without that of the workspace. */
function enclosing(file: vscode.Uri | undefined): vscode.Uri[] {
  const root = file && vscode.workspace.getWorkspaceFolder(file)?.uri;
  const folders: vscode.Uri[] = [];
  for (let uri = file && parent(file); uri && root && uri.path.length > root.path.length; uri = parent(uri)) folders.push(uri);
  return folders;
}

async function outermost(): Promise<vscode.Uri[]> {
  const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const entries = await Promise.all(
    roots.map(async (root) =>
      (await vscode.workspace.fs.readDirectory(root))
        .filter(([name, type]) => type === vscode.FileType.Directory && !name.startsWith("."))
        .map(([name]) => vscode.Uri.joinPath(root, name)),
    ),
  );
  return [...(roots.length > 1 ? roots : []), ...entries.flat().sort((a, b) => a.path.localeCompare(b.path))];
}

function parent(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(uri, "..");
}
