// What is known of the indexes of this window: told by the server as it changes, asked for where it tells too little.

import * as vscode from "vscode";
import type { LanguageClient, ProgressToken } from "vscode-languageclient/node";
import { WorkDoneProgressCancelNotification } from "vscode-languageclient/node";
import { type FullStatus, type IndexStatus, IndexStatusNote, Reindex, Status } from "../protocol";
import type { WorkDone } from "./languageClient";
import { isUnfinished, shortcoming, type Work } from "./progress";

const ASK_AFTER_MS = 300;

/** The server, as far as it is needed here. */
interface Asked {
  readonly isRunning: boolean;
  client(): Promise<LanguageClient>;
  log(text: string): void;
}

export class Indexes implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private readonly known = new Map<string, FullStatus>();
  private readonly works = new Map<ProgressToken, Work>();
  private timer: NodeJS.Timeout | undefined;
  private isAsked = false;

  /** Something changed that is shown. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly server: Asked) {
    this.listeners = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("lspCodebase")) this.askSoon();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.askSoon()),
    ];
  }

  get statuses(): FullStatus[] {
    return [...this.known.values()];
  }

  /** The indexing that is under way, the first that began. */
  get work(): Work | undefined {
    return this.works.values().next().value;
  }

  /** Whether more may be found later, as far as is known. */
  get areUnfinished(): boolean {
    return !this.isAsked || this.statuses.some(isUnfinished);
  }

  /** What keeps an index from answering in full, as things stand since it answered. */
  shortcomingOf(index: IndexStatus): string {
    const now = isUnfinished(index) ? this.statuses.find(isUnfinished) : undefined;
    return shortcoming(now ?? index, this.work);
  }

  /** Asks the server for all that it knows. */
  async ask(): Promise<FullStatus[]> {
    const client = await this.server.client();
    const answer = await client.sendRequest(Status, {});
    this.isAsked = true;
    this.known.clear();
    for (const status of answer) if (status.folder !== "") this.known.set(status.folder, status);
    this.changes.fire();
    return this.statuses;
  }

  /** Stops the indexing under way; what is done stays. */
  async pause(): Promise<void> {
    const client = await this.server.client();
    for (const token of this.works.keys()) {
      await client.sendNotification(WorkDoneProgressCancelNotification.type, { token });
    }
  }

  /** Goes on with what was stopped. */
  async resume(): Promise<void> {
    const client = await this.server.client();
    await client.sendRequest(Reindex, { resume: true });
  }

  /** Follows another server, which is about to start. */
  follow(client: LanguageClient): void {
    this.known.clear();
    this.works.clear();
    this.isAsked = false;
    client.onNotification(IndexStatusNote, (status) => this.tell(status));
  }

  /** Notes the progress of indexing. */
  note(token: ProgressToken, value: WorkDone): void {
    if (value.kind === "end") {
      this.works.delete(token);
      this.askSoon();
    } else {
      const title = value.kind === "begin" ? value.title : (this.works.get(token)?.title ?? "Indexing");
      const { percentage, message } = value;
      this.works.set(token, {
        title,
        ...(percentage === undefined ? {} : { percentage }),
        ...(message === undefined ? {} : { message }),
      });
    }
    this.changes.fire();
  }

  /** What notifications leave out (who serves, languages, sizes) is asked for once they pause. */
  askSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.server.isRunning) this.ask().catch((error: unknown) => this.server.log(String(error)));
    }, ASK_AFTER_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of [...this.listeners, this.changes]) one.dispose();
  }

  private tell(status: FullStatus): void {
    const before = this.known.get(status.folder);
    const { host, languages, bytesOnDisk, settingsProblems } = before ?? {};
    const kept = Object.entries({ host, languages, bytesOnDisk, settingsProblems }).filter(([, value]) => value);
    this.known.set(status.folder, { ...Object.fromEntries(kept), ...status });
    if (before?.phase !== status.phase || before.generation !== status.generation) this.askSoon();
    this.changes.fire();
  }
}
