// What is asked and answered of searches: `codebase/hybridSearch` and `codebase/similar`.

import type { Location, Position, Range, TextDocumentIdentifier } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";
import type { IndexStatus } from "./status";

export type Mode = "auto" | "hybrid" | "lexical" | "vector" | "symbol" | "exact" | "regex";

export interface Related {
  relation: "callee" | "caller";
  location: Location;
  name: string;
  kind: number;
  preview: string;
  container?: string;
}

export interface Hit {
  location: Location;
  language: string;
  score: number;
  preview: string;
  selectionRange?: Range;
  name?: string;
  kind?: number;
  container?: string;
  matches?: Range[];
  text?: string;
  related?: Related[];
}

/** What narrows a search, apart from its words. */
export interface SearchFilters {
  mode?: Mode;
  languages?: string[];
  excludeLanguages?: string[];
  sourceCodeOnly?: boolean;
  excludeRoles?: string[];
  include?: string[];
  exclude?: string[];
  kinds?: string[];
  caseSensitive?: boolean;
  wholeWord?: boolean;
  folder?: string;
}

/** Where the user is: it decides between equal hits. */
export interface EditorContext {
  textDocument?: TextDocumentIdentifier;
  position?: Position;
  openDocuments?: string[];
}

export interface HybridSearchParams extends SearchFilters, EditorContext {
  query: string;
  limit?: number;
  cursor?: string;
  maxChars?: number;
  pack?: "none" | "chunk" | "context";
  effort?: "fast" | "thorough";
}

export interface SimilarParams {
  textDocument: TextDocumentIdentifier;
  position?: Position;
  range?: Range;
  limit?: number;
}

export interface HybridSearchResult {
  hits: Hit[];
  mode: Mode;
  confidence: "high" | "low" | "none";
  truncated: boolean;
  index: IndexStatus;
  nextCursor?: string;
  notes?: string[];
}

export const HybridSearch = new RequestType<HybridSearchParams, HybridSearchResult, void>("codebase/hybridSearch");
export const Similar = new RequestType<SimilarParams, HybridSearchResult, void>("codebase/similar");
