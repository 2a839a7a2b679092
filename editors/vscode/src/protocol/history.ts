// What is asked and answered of commits: `codebase/history`.

import type { Range, TextDocumentIdentifier } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";

/** Words of what was done, a file or lines of it, or a folder. */
export interface HistoryParams {
  query?: string;
  textDocument?: TextDocumentIdentifier;
  range?: Range;
  folder?: string;
  limit?: number;
}

export interface PastCommit {
  id: string;
  time: string;
  subject: string;
  files: string[];
  filesTotal: number;
  body?: string;
}

export interface HistoryResult {
  commits: PastCommit[];
  truncated: boolean;
  notes?: string[];
}

export const History = new RequestType<HistoryParams, HistoryResult, void>("codebase/history");
