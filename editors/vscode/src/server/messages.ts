// What the user is told of the server itself: one message for each failure, with the ways out of it.

import * as vscode from "vscode";
import { CannotStart } from "./check";
import { SECTION } from "./settings";

export interface WaysOut {
  install(): Promise<void>;
  restart(): Promise<void>;
  showLog(): void;
}

/** Shows what failed, and does what the user chooses. */
export async function explain(error: unknown, ways: WaysOut): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).split("\n")[0];
  const offered = choicesOf(error);
  const chosen = await vscode.window.showErrorMessage(`lsp-codebase: ${text}`, ...offered);
  if (chosen === "Install") await ways.install();
  else if (chosen === "Restart") await ways.restart();
  else if (chosen === "Show Log") ways.showLog();
  else if (chosen === "Trust") await vscode.commands.executeCommand("workbench.trust.manage");
  else if (chosen === "Set Path") {
    await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`);
  }
}

function choicesOf(error: unknown): string[] {
  if (!(error instanceof CannotStart)) return ["Show Log"];
  if (error.why === "died") return ["Restart", "Show Log"];
  const trust = error.why === "missing" && !vscode.workspace.isTrusted ? ["Trust"] : [];
  return [...(error.why === "missing" ? ["Install"] : []), "Set Path", ...trust, "Show Log"];
}

/** Shows a message of the server. */
export async function showWarning(text: string, showLog: () => void): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(text, "Open Settings", "Show Log");
  if (chosen === "Open Settings") await vscode.commands.executeCommand("workbench.action.openSettings", SECTION);
  else if (chosen === "Show Log") showLog();
}
