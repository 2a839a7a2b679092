// What is asked and answered of definitions, by name or place: `codebase/definitions`.

import type { Range } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";

export interface DefinitionsParams {
  name?: string;
  uri?: string;
  line?: number;
  limit?: number;
}

export interface SymbolHit {
  uri: string;
  language: string;
  score: number;
  definition: { name: string; kind: number; range: Range; selectionRange: Range; container?: string };
}

export const Definitions = new RequestType<DefinitionsParams, { hits: SymbolHit[] }, void>("codebase/definitions");
