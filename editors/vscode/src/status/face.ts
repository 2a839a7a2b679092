// What the status item shows: decided from what is known, without VS Code.

import type { FullStatus } from "../protocol";
import { percentOf, type Work } from "../server/progress";
import type { ServerState } from "../server/state";

export interface Face {
  text: string;
  level: "good" | "warning" | "error";
  /** Lines of the tooltip. */
  lines: string[];
}

/** What is to be known at a glance: the worst of all folders. */
export function faceOf(
  server: ServerState,
  statuses: readonly FullStatus[],
  work?: Work,
  wantsVectors = true,
): Face {
  if (server.kind === "off") return face("circle-slash", "Codebase", "good", ["No folder is open, or no server runs."]);
  if (server.kind === "starting") return face("sync~spin", "Codebase: starting", "good", ["The server is being started."]);
  if (server.kind === "failed") {
    const text = server.error.why === "missing" ? "Codebase: no server" : "Codebase: failed";
    return face("error", text, "error", [server.error.message]);
  }
  const lines = statuses.map((status) => lineOf(status, server.pid));
  const problems = statuses[0]?.settingsProblems ?? [];
  lines.push(...problems.map((problem) => `Setting: ${problem}`));
  const failed = statuses.find((status) => status.phase === "failed");
  if (failed !== undefined) return face("error", "Codebase: failed", "error", lines);
  if (work !== undefined) {
    return face("sync~spin", `${work.title}${percentOf(work)}`, "good", [...(work.message ? [work.message] : []), ...lines]);
  }
  if (statuses.length === 0 || statuses.some((status) => status.phase === "starting")) {
    return face("sync~spin", "Codebase: starting", "good", lines);
  }
  const busy = statuses.find((status) => ["scanning", "indexing", "embedding"].includes(status.phase));
  if (busy !== undefined) return face("sync~spin", `Indexing ${folderName(busy.folder)}`, "good", lines);
  const stopped = statuses.find(isStopped);
  if (stopped !== undefined) return face("debug-pause", `Codebase: ${phaseOf(stopped)}`, "warning", lines);
  if (problems.length > 0) return face("warning", "Codebase: settings", "warning", lines);
  if (wantsVectors && statuses.some(isDegraded)) return face("warning", "Codebase: words only", "warning", lines);
  if (statuses.every((status) => status.phase === "disabled")) {
    return face("circle-slash", "Codebase: off", "good", lines);
  }
  const isElsewhere = statuses.some((status) => hostName(status, server.pid) !== undefined);
  return face(isElsewhere ? "link" : "check", "Codebase", "good", lines);
}

/** Whether a user stopped the indexing, or cleared the index. */
export function isStopped(status: FullStatus): boolean {
  return status.phase === "ready" && status.stale && /^(stopped|cleared)/.test(status.message ?? "");
}

/** What finds code: words and meaning, or words alone. */
export function searchOf(status: FullStatus): string {
  const { done, total } = status.vectors;
  const model = status.vectors.model?.split("@")[0]; // without the hash of its files
  if (model === undefined) return "by words only";
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return percent === 100 ? `by words and meaning (${model})` : `by words, and by meaning for ${percent} % (${model})`;
}

/** Who serves this index, if another process does: its name and process. */
export function hostName(status: FullStatus, own: number | undefined): string | undefined {
  const { host } = status;
  // Where a launcher started our server, its process is none of these, and nothing can be said.
  if (host === undefined || host.pid === own || !host.clients.some((client) => client.pid === own)) return undefined;
  return `${host.clients[0]?.name ?? "another process"} (process ${host.pid})`;
}

export function folderName(uri: string): string {
  return decoded(uri.split("/").at(-1) ?? uri);
}

/** Returns a part of a URI as people read it; one with bytes that are no UTF-8 stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function lineOf(status: FullStatus, own: number | undefined): string {
  const { files } = status;
  const message = messageOf(status);
  if (status.phase === "starting") return `${folderName(status.folder)}: ${phaseOf(status)}`;
  const host = hostName(status, own);
  const unread = files.total - files.indexed - files.skipped - files.failed;
  const indexed = `${count(files.indexed)}${unread > 0 ? ` of ${count(files.total)}` : ""} files`;
  const parts = [indexed, `search ${searchOf(status)}`];
  if (files.failed > 0) parts.push(`${count(files.failed)} files failed`);
  if (host !== undefined) parts.push(`served by ${host}`);
  if (message !== undefined) parts.push(message);
  return `${folderName(status.folder)}: ${phaseOf(status)}; ${parts.join("; ")}`;
}

/** What the server says of a state that lasts; while it works, the message is that of the state before. */
export function messageOf(status: FullStatus): string | undefined {
  return ["ready", "failed", "disabled"].includes(status.phase) ? status.message : undefined;
}

/** The phase in words. */
export function phaseOf(status: FullStatus): string {
  if (isStopped(status)) return status.message?.startsWith("cleared") ? "cleared" : "stopped";
  const words = {
    starting: "opening the index",
    scanning: "comparing files",
    indexing: "indexing",
    embedding: "making vectors",
    ready: "ready",
    failed: "failed",
    disabled: "off",
  };
  return words[status.phase];
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** Whether meaning was asked for and cannot be had, as the message says. */
function isDegraded(status: FullStatus): boolean {
  return status.phase === "ready" && status.vectors.model === undefined && status.message !== undefined;
}

function face(icon: string, text: string, level: Face["level"], lines: string[]): Face {
  return { text: `$(${icon}) ${text}`, level, lines };
}
