// "Codebase: Show Index Status" and "Codebase: Rebuild Index".

import * as vscode from "vscode";
import { type IndexStatus, Reindex, Status } from "./protocol";
import type { Server } from "./server";

export async function showIndexStatus(server: Server): Promise<void> {
  const client = await server.client();
  const statuses = await client.sendRequest(Status, {});
  for (const status of statuses) {
    server.log(summaryOf(status));
    for (const problem of status.problems ?? []) {
      server.log(`  not indexed: ${vscode.Uri.parse(problem.uri).fsPath}: ${problem.reason}`);
    }
  }
  const text = statuses.map(summaryOf).join(" | ") || "no folder is open";
  const details = statuses.some((status) => status.problems !== undefined) ? ["Show Problems"] : [];
  if ((await vscode.window.showInformationMessage(`Codebase: ${text}`, ...details)) !== undefined) server.showLog();
}

export async function rebuildIndex(server: Server): Promise<void> {
  const client = await server.client();
  await client.sendRequest(Reindex, {}); // the server shows its progress
}

function summaryOf(status: IndexStatus): string {
  const { files, vectors } = status;
  const parts = [
    `${folderName(status.folder)}: ${status.phase}${status.stale ? " (stale)" : ""}`,
    `${files.indexed} of ${files.total} files`,
    `${status.symbols} symbols`,
    `${status.chunks} chunks`,
  ];
  if (vectors.model !== undefined) parts.push(`${vectors.done}/${vectors.total} vectors of ${vectors.model}`);
  if (files.failed > 0) parts.push(`${files.failed} failed`);
  if (status.message !== undefined) parts.push(status.message);
  return parts.join(", ");
}

function folderName(uri: string): string {
  return uri === "" ? "no folder" : (vscode.Uri.parse(uri).path.split("/").at(-1) ?? uri);
}
