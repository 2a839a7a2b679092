// The server of this window: found, checked, started, started again when it ends unasked, and left alone when that is no use.

import { homedir } from "node:os";
import * as vscode from "vscode";
import { type LanguageClient, type ProgressToken, ShowMessageNotification } from "vscode-languageclient/node";
import { localFolders } from "../folders";
import { CannotStart, checkedVersion } from "./check";
import { Crashes } from "./crashes";
import { findProgram, PROGRAM, type Surroundings } from "./find";
import { Indexes } from "./indexes";
import { install } from "./install";
import { makeClient, type WorkDone } from "./languageClient";
import { explain, showWarning } from "./messages";
import { ServerProcess } from "./process";
import { ownKeys, SECTION } from "./settings";
import type { ServerState } from "./state";

const STOP_MS = 10_000;

interface Running {
  client: LanguageClient;
  process: ServerProcess;
  /** When it was ready to answer. */
  since: number;
}

export class Server implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel("lsp-codebase", { log: true });
  private readonly changes = new vscode.EventEmitter<ServerState>();
  private readonly listeners: vscode.Disposable[];
  private readonly crashes = new Crashes();
  private running: Promise<Running> | undefined;
  private current: ServerState = { kind: "off" };

  /** What the server is doing changed. */
  readonly onDidChange = this.changes.event;
  /** What is known of the indexes, whose one event all follow. */
  readonly indexes = new Indexes(this);

  constructor(private readonly extension: vscode.Extension<unknown>) {
    this.listeners = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.server.path`)) void this.restart();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (this.current.kind === "failed") void this.restart();
      }),
    ];
  }

  get state(): ServerState {
    return this.current;
  }

  get isRunning(): boolean {
    return this.current.kind === "running";
  }

  /** Returns the running client; starts the server if it does not run, and rejects when that fails. */
  async client(): Promise<LanguageClient> {
    if (this.running === undefined) {
      const starting = this.start();
      starting.catch((error: unknown) => {
        if (this.running !== starting) return;
        this.running = undefined; // so that the next use tries again
        this.enter({ kind: "failed", error: error instanceof CannotStart ? error : new CannotStart("died", String(error)) });
      });
      this.running = starting;
    }
    return (await this.running).client;
  }

  /** Starts the server; shows why if that fails. */
  async begin(): Promise<void> {
    await this.client().catch((error: unknown) => this.explain(error));
  }

  showLog(): void {
    this.output.show(true);
  }

  log(text: string): void {
    this.output.info(text);
  }

  /** Tells the user what failed, and the ways out of it. */
  explain(error: unknown): Promise<void> {
    this.output.error(error instanceof Error ? error : String(error));
    return explain(error, {
      install: () => this.install(),
      restart: () => this.restart(),
      showLog: () => this.showLog(),
    });
  }

  async install(): Promise<void> {
    if (await install(this.surroundings())) await this.restart();
  }

  async restart(): Promise<void> {
    this.crashes.forget();
    await this.stop();
    await this.begin();
  }

  /** Asks the server to end, and waits until it has. */
  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    const found = await running?.catch(() => undefined);
    if (found === undefined) return;
    await found.client.dispose(STOP_MS).catch((error: unknown) => this.log(`stopping: ${String(error)}`));
    await found.process.end();
    if (this.running === undefined) this.enter({ kind: "off" });
  }

  dispose(): void {
    for (const one of [...this.listeners, this.changes, this.indexes, this.output]) one.dispose();
  }

  private enter(state: ServerState): void {
    this.current = state;
    this.changes.fire(state);
    if (this.isRunning) this.indexes.askSoon();
    void vscode.commands.executeCommand("setContext", `${SECTION}.isRunning`, this.isRunning);
  }

  private surroundings(): Surroundings {
    const trustedFolders = vscode.workspace.isTrusted ? localFolders().map(({ uri }) => uri.fsPath) : [];
    return { env: process.env, home: homedir(), platform: process.platform, trustedFolders };
  }

  private async start(): Promise<Running> {
    this.enter({ kind: "starting" });
    const program = this.find();
    const version = await checkedVersion(program);
    this.log(`starting ${program}: version ${version}`);
    const started = await ServerProcess.start(program);
    const client = makeClient(started, this.output, ownKeys(this.extension), {
      progress: (token, value) => this.showProgress(token, value),
      configured: () => this.indexes.askSoon(), // a busy server asks long after the settings changed
      closed: () => this.closed(client, started),
    });
    client.onNotification(ShowMessageNotification.type, ({ message }) => showWarning(message, () => this.showLog()));
    this.indexes.follow(client);
    try {
      await client.start();
    } catch (error) {
      this.output.warn(String(error));
      started.child.kill();
      await started.end();
      throw new CannotStart("died", `the server ended while it was starting: ${started.lastWords}.`);
    }
    this.enter({ kind: "running", pid: started.child.pid, program, version });
    return { client, process: started, since: Date.now() };
  }

  private find(): string {
    const setting = vscode.workspace.getConfiguration(SECTION).get("server.path", "");
    const found = findProgram(setting, this.surroundings());
    if (found !== undefined) return found;
    if (setting !== "" && setting !== PROGRAM) {
      throw new CannotStart("missing", `the setting lspCodebase.server.path names no program: ${setting}`);
    }
    const trust = vscode.workspace.isTrusted ? "" : " (in Restricted Mode not in the workspace)";
    const places = `on PATH, in ~/.local/bin and in the environments of the workspace${trust}`;
    throw new CannotStart("missing", `the server is not installed, or not found: it was looked for ${places}.`);
  }

  private showProgress(token: ProgressToken, value: WorkDone): boolean {
    const isIndexing = String(token).startsWith("codebase/index/");
    if (isIndexing) this.indexes.note(token, value);
    return isIndexing;
  }

  private closed(client: LanguageClient, process: ServerProcess): void {
    const running = this.running;
    void running?.then(
      async (now) => {
        if (now.client !== client || this.running !== running) return;
        this.running = undefined;
        this.output.warn(`the server ended unasked: ${process.lastWords}`);
        if (this.crashes.mayRestart(Date.now() - now.since)) {
          await this.begin();
          return;
        }
        const error = new CannotStart("died", "the server ended several times in a row and is not started again.");
        this.enter({ kind: "failed", error });
        await this.explain(error);
      },
      () => {}, // it ended while it was starting, which is told by who started it
    );
  }
}
