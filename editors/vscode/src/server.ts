// The server process of this window: its start, its settings, its restart when the program changes.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { withWholeName } from "./server/goToSymbol";

const SECTION = "lspCodebase";
const PROBE_TIMEOUT_MS = 30_000;
const OWN_KEYS = ["server"]; // settings of the extension itself, which the server does not know

class CannotStart extends Error {}

export class Server implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel("lsp-codebase", { log: true });
  private readonly settingsListener: vscode.Disposable;
  private running: Promise<LanguageClient> | undefined;

  constructor() {
    this.settingsListener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.server`)) void this.restart();
    });
  }

  /** Returns the running client; starts the server if it does not run, and rejects when that fails. */
  client(): Promise<LanguageClient> {
    if (this.running === undefined) {
      const starting = this.start();
      starting.catch(() => {
        if (this.running === starting) this.running = undefined; // so that the next use tries again
      });
      this.running = starting;
    }
    return this.running;
  }

  showLog(): void {
    this.output.show(true);
  }

  log(text: string): void {
    this.output.info(text);
  }

  async stop(): Promise<void> {
    const client = await this.running?.catch(() => undefined);
    this.running = undefined;
    await client?.dispose();
  }

  dispose(): void {
    this.settingsListener.dispose();
    this.output.dispose();
  }

  private async restart(): Promise<void> {
    await this.stop();
    await this.client().catch((error: unknown) => this.explain(error));
  }

  private async start(): Promise<LanguageClient> {
    const command = vscode.workspace.getConfiguration(SECTION).get("server.path", "lsp-codebase");
    const options: LanguageClientOptions = {
      documentSelector: [{ scheme: "file" }],
      outputChannel: this.output,
      middleware: {
        provideWorkspaceSymbols: async (query, token, next) =>
          (await next(query, token))?.map(withWholeName),
        workspace: { configuration: async (params, token, next) => withoutOwnKeys(await next(params, token)) },
      },
    };
    this.output.info(`starting ${command}: ${await versionOf(command)}`);
    const client = new LanguageClient(SECTION, "lsp-codebase", { command, args: ["--stdio"] }, options);
    await client.start();
    return client;
  }

  /** Tells the user what failed, and where to look. */
  async explain(error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    const choices = error instanceof CannotStart ? ["Set Path", "Show Log"] : ["Show Log"];
    const choice = await vscode.window.showErrorMessage(`lsp-codebase: ${text}`, ...choices);
    if (choice === "Set Path") {
      await vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`);
    } else if (choice === "Show Log") {
      this.showLog();
    }
  }
}

/** Returns what the program says of itself; rejects with what to do when it cannot be started. */
async function versionOf(command: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, ["--version"], { timeout: PROBE_TIMEOUT_MS })).stdout.trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "it was not found" : String(error);
    throw new CannotStart(`cannot start ${command}: ${reason}; install the server, or set the path to it`);
  }
}

function withoutOwnKeys<T>(answer: T): T {
  if (Array.isArray(answer)) {
    for (const settings of answer as Record<string, unknown>[]) {
      for (const key of OWN_KEYS) delete settings?.[key];
    }
  }
  return answer;
}
