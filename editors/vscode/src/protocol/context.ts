// What is asked and answered of code for a model: `codebase/context`.

import type { Range } from "vscode-languageclient/node";
import { RequestType } from "vscode-languageclient/node";
import type { IndexStatus } from "./index";
import type { HybridSearchParams } from "./search";

/** A file or a directory; with a range those lines, with an empty one the definition around it. */
export interface ChosenPlace {
  uri: string;
  range?: Range;
}

export interface ContextParams {
  search?: HybridSearchParams;
  places?: ChosenPlace[];
  maxTokens?: number;
}

export interface ContextResult {
  text: string;
  tokens: number;
  places: number;
  truncated: boolean;
  notes?: string[];
  index?: IndexStatus;
}

export const Context = new RequestType<ContextParams, ContextResult, void>("codebase/context");
