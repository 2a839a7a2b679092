// The request of the server that answers a model's tool call.

import { RequestType } from "vscode-languageclient/node";

export interface CallToolParams {
  name: string;
  arguments?: Record<string, unknown>;
}

export interface CallToolResult {
  text: string;
  isError: boolean;
}

export const CallTool = new RequestType<CallToolParams, CallToolResult, void>("codebase/callTool");
