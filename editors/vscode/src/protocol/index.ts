// The part of the server's wire contract, version 1, that this extension uses.

import { RequestType } from "vscode-languageclient/node";

export * from "./calls";
export * from "./context";
export * from "./search";
export * from "./tree";

export interface IndexStatus {
  folder: string;
  phase: "starting" | "scanning" | "indexing" | "embedding" | "ready" | "failed" | "disabled";
  files: { indexed: number; total: number; skipped: number; failed: number };
  chunks: number;
  symbols: number;
  vectors: { done: number; total: number; model?: string };
  role: "writer" | "reader";
  stale: boolean;
  message?: string;
  problems?: { uri: string; reason: string }[];
  languages?: Record<string, number>;
}

export const Status = new RequestType<{ folder?: string }, IndexStatus[], void>("codebase/status");
export const Reindex = new RequestType<{ folder?: string }, null, void>("codebase/reindex");
