// Installs the server with uv or pipx, whichever is there: asks first, shows the command, runs it in a terminal.

import * as vscode from "vscode";
import { findProgram, type Surroundings } from "./find";
import { SECTION } from "./settings";

const PAGE = "https://docs.astral.sh/uv/getting-started/installation/";

/** Returns whether the server was installed. */
export async function install(where: Surroundings): Promise<boolean> {
  const uv = findProgram("uv", where);
  const pipx = uv === undefined ? findProgram("pipx", where) : undefined;
  if (uv === undefined && pipx === undefined) {
    const text = "lsp-codebase: neither uv nor pipx is installed; install uv, then try again.";
    if ((await vscode.window.showErrorMessage(text, "How to Install uv")) !== undefined) {
      await vscode.env.openExternal(vscode.Uri.parse(PAGE));
    }
    return false;
  }
  const source = await chosenSource();
  if (source === undefined) return false;
  const command = [uv ?? pipx ?? "", ...(uv !== undefined ? ["tool", "install"] : ["install"]), source];
  const shown = [uv !== undefined ? "uv" : "pipx", ...command.slice(1)].join(" ");
  const detail = `${shown}\n\nIt runs in a terminal. The setting lspCodebase.server.package names another package.`;
  const question = { modal: true, detail };
  const answer = await vscode.window.showInformationMessage("Install the server lsp-codebase?", question, "Install");
  return answer === "Install" && (await succeeds(command));
}

/** Returns what the setting names, or else the checkout that the user chooses: the server is on no package index. */
async function chosenSource(): Promise<string | undefined> {
  const named = vscode.workspace.getConfiguration(SECTION).get("server.package", "");
  if (named !== "") return named;
  const dialog = { title: "Choose a checkout of lsp-codebase", openLabel: "Install from This Folder" };
  const chosen = await vscode.window.showOpenDialog({ ...dialog, canSelectFiles: false, canSelectFolders: true });
  return chosen?.[0] && `${chosen[0].fsPath}[mcp]`;
}

/** Runs a command as a task, whose terminal stays to be read; returns whether it ended well. */
async function succeeds([program = "", ...args]: string[]): Promise<boolean> {
  const execution = new vscode.ProcessExecution(program, args);
  const definition = { type: "process" };
  const task = new vscode.Task(definition, vscode.TaskScope.Workspace, "Install the server", "lsp-codebase", execution);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated };
  const running = await vscode.tasks.executeTask(task);
  return new Promise((resolve) => {
    const listener = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution !== running) return;
      listener.dispose();
      resolve(event.exitCode === 0);
    });
  });
}
