// The language client of one server process: what it announces, what it keeps from the user's eyes.

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type ProgressToken,
  type StaticFeature,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";
import { withWholeName } from "./goToSymbol";
import type { ServerProcess } from "./process";
import { SECTION, withoutKeys } from "./settings";

export type WorkDone = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export interface Callbacks {
  /** Shows progress; `false` leaves it to the language client. */
  progress(token: ProgressToken, value: WorkDone): boolean;
  /** The server is told its settings, which it asked for: what it says of them may be new. */
  configured(): void;
  /** The connection ended, not because it was asked to. */
  closed(): void;
}

/** Keeps errors of its own in the log: each failure that a user must know of has one message of ours. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export function makeClient(
  server: ServerProcess,
  output: vscode.LogOutputChannel,
  ownKeys: readonly string[],
  callbacks: Callbacks,
): LanguageClient {
  let isUp = true;
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file" }],
    outputChannel: output,
    stdioOptions: { stdout: () => {}, stderr: (input) => input.on("data", (data: Buffer) => log(output, data)) },
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        isUp = false;
        callbacks.closed();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
    middleware: {
      provideWorkspaceSymbols: async (query, token, next) => (await next(query, token))?.map(withWholeName),
      handleWorkDoneProgress: (token, value, next) => {
        if (!callbacks.progress(token, value)) next(token, value);
      },
      workspace: {
        configuration: async (params, token, next) => {
          callbacks.configured();
          return withoutKeys(await next(params, token), ownKeys);
        },
        didChangeConfiguration: async (sections, next) => {
          if (!isUp || !client.isRunning()) return;
          await next(sections).catch((error: Error) => output.debug(`settings not sent: ${error.message}`)); // it is ending
        },
      },
    },
  };
  // `detached` leaves the end of the process to us: the client would kill it after two seconds.
  const client = new QuietClient(
    SECTION,
    "lsp-codebase",
    async () => ({ process: server.child, detached: true }),
    options,
  );
  client.registerFeature(FOLLOWS_INDEXES);
  return client;
}

/** Announces that `codebase/indexStatus` is wanted. */
const FOLLOWS_INDEXES: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...capabilities.experimental, codebase: { indexStatus: true } };
  },
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};

function log(output: vscode.LogOutputChannel, data: Buffer): void {
  for (const line of data.toString().split("\n")) if (line.trim() !== "") output.info(line.trimEnd());
}
