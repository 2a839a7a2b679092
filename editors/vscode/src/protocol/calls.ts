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
  /** The lines of the caller's file that call. */
  sites: { line: number; text: string }[];
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
