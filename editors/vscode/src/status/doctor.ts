// "Doctor": checks the index, shows the checks, repairs if asked to.

import * as vscode from "vscode";
import { type Check, Doctor } from "../protocol";
import type { Server } from "../server";
import { doctorPage, isDamaged } from "./doctorPage";
import type { Choice } from "./folders";
import type { Panel } from "./panel";

export async function runDoctor(server: Server, panel: Panel, choice: Choice, repair = false): Promise<void> {
  const checks = await examine(server, choice, repair);
  if (checks === undefined) return;
  panel.show(doctorPage(checks));
  if (isDamaged(checks)) {
    const text = `The index of ${choice.name} is damaged.`;
    const chosen = repair ? undefined : await vscode.window.showWarningMessage(text, "Repair");
    if (chosen !== undefined) await runDoctor(server, panel, choice, true);
  } else {
    const text = repair ? `The index of ${choice.name} is put right.` : `The index of ${choice.name} is in order.`;
    vscode.window.setStatusBarMessage(`$(check) ${text}`, 5000);
  }
}

/** Returns the checks, `undefined` where the user stopped them. */
async function examine(server: Server, choice: Choice, repair: boolean): Promise<Check[] | undefined> {
  const client = await server.client();
  const title = `${repair ? "Repairing" : "Checking"} the index of ${choice.name}`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_, token) => {
    try {
      return (await client.sendRequest(Doctor, { ...choice.params, repair }, token)).checks;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }
  });
}
