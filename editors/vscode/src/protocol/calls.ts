// What is asked and answered of calls: `codebase/calls`.

import type { Location } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";
import type { SymbolHit } from "./definitions";
import type { IndexStatus } from "./status";

export type Relation = "callee" | "caller";

export interface CallsParams {
  relation: Relation;
  uri: string;
  line: number;
  limit?: number;
}

export interface Call {
  relation: Relation;
  location: Location;
  /** The lines that call, with their file where that is not the caller's: a member that stands elsewhere calls. */
  sites: { line: number; text: string; uri?: string }[];
  definitions: number;
  name?: string;
  kind?: number;
  container?: string;
}

export interface CallsResult {
  calls: Call[];
  others: SymbolHit[];
  truncated: boolean;
  index: IndexStatus;
  definition?: SymbolHit;
}

export const Calls = new RequestType<CallsParams, CallsResult, void>("codebase/calls");
