// "Rebuild Index" and "Clear Index": both ask, since an index is lost.

import * as vscode from "vscode";
import { Clear, Reindex } from "../protocol";
import type { Server } from "../server";
import type { Choice } from "./folders";

export async function rebuildIndex(server: Server, choice: Choice): Promise<void> {
  const detail =
    "The index is thrown away and every file is read again, which may take minutes. Your files are not touched. " +
    "Until it is done, searches answer from what has been read.";
  if (!(await isConfirmed(`Rebuild the index of ${choice.name}?`, detail, "Rebuild"))) return;
  const client = await server.client();
  await client.sendRequest(Reindex, choice.params); // the status item shows its progress
}

export async function clearIndex(server: Server, choice: Choice): Promise<void> {
  const detail =
    "It is deleted from the disk, and searches find nothing until it is rebuilt: by Rebuild Index, or when the server " +
    "starts the next time. Your files are not touched.";
  if (!(await isConfirmed(`Delete the index of ${choice.name}?`, detail, "Delete"))) return;
  const client = await server.client();
  await client.sendRequest(Clear, choice.params);
  const text = `The index of ${choice.name} is deleted.`;
  if ((await vscode.window.showInformationMessage(text, "Rebuild")) !== undefined) {
    await client.sendRequest(Reindex, choice.params);
  }
}

async function isConfirmed(question: string, detail: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
