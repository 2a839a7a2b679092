// The part of the server's wire contract, version 1, that this extension uses.

import type { Location, Position, Range, TextDocumentIdentifier } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";

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
}

export interface Hit {
  location: Location;
  selectionRange?: Range;
  name?: string;
  kind?: number;
  container?: string;
  language: string;
  score: number;
  preview: string;
}

export interface HybridSearchParams {
  query: string;
  limit?: number;
  pack?: "none" | "chunk" | "context";
  textDocument?: TextDocumentIdentifier;
  position?: Position;
  openDocuments?: string[];
}

export interface HybridSearchResult {
  hits: Hit[];
  confidence: "high" | "low" | "none";
  notes?: string[];
  index: IndexStatus;
}

export const HybridSearch = new RequestType<HybridSearchParams, HybridSearchResult, void>("codebase/hybridSearch");
export const Status = new RequestType<{ folder?: string }, IndexStatus[], void>("codebase/status");
export const Reindex = new RequestType<{ folder?: string }, null, void>("codebase/reindex");
