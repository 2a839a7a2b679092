// What is asked and told of the indexes themselves: `codebase/status`, `doctor`, `reindex`, `clear` and `indexStatus`.

import { NotificationType, RequestType } from "vscode-languageclient/node";

/** What every answer and `codebase/indexStatus` tell of an index. */
export interface IndexStatus {
  folder: string;
  phase: "starting" | "scanning" | "indexing" | "embedding" | "ready" | "failed" | "disabled";
  files: { indexed: number; total: number; skipped: number; failed: number };
  chunks: number;
  symbols: number;
  vectors: { done: number; total: number; model?: string };
  generation: number;
  role: "writer" | "reader";
  stale: boolean;
  message?: string;
}

export interface HostClient {
  name: string;
  pid: number;
}

/** What `codebase/status` tells beyond that. */
export interface FullStatus extends IndexStatus {
  problems?: { uri: string; reason: string }[];
  problemsTotal?: number;
  languages?: Record<string, number>;
  host?: { pid: number; clients: HostClient[] };
  bytesOnDisk?: number;
  settingsProblems?: string[];
}

export interface FolderParams {
  folder?: string;
}

export interface Check {
  folder: string;
  name: string;
  state: "ok" | "repaired" | "damaged" | "skipped";
  detail: string;
}

export const Status = new RequestType<FolderParams, FullStatus[], void>("codebase/status");
export const IndexStatusNote = new NotificationType<FullStatus>("codebase/indexStatus");
export const Doctor = new RequestType<FolderParams & { repair?: boolean }, { checks: Check[] }, void>("codebase/doctor");
export const Reindex = new RequestType<FolderParams & { resume?: boolean }, null, void>("codebase/reindex");
export const Clear = new RequestType<FolderParams, null, void>("codebase/clear");
