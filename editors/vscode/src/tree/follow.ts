// When the tree is asked for again: when it comes into view, after files changed, and while the index is being made.

import * as vscode from "vscode";
import type { Server } from "../server";
import { Throttled } from "../throttled";

const AFTER_A_CHANGE_MS = 1_000;
const WHILE_INDEXING_MS = 3_000;

/** Calls `refresh` one at a time, and only while the view is visible. */
export class Follow implements vscode.Disposable {
  private readonly listeners: vscode.Disposable[];
  private readonly soon = new Throttled(() => this.view.visible && this.now());
  private running: Promise<void> = Promise.resolve();
  private wasUnfinished = true;

  constructor(
    private readonly view: vscode.TreeView<unknown>,
    private readonly refresh: () => Promise<void>,
    { indexes }: Server,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    const changed = () => this.soon.after(AFTER_A_CHANGE_MS);
    this.listeners = [
      this.soon,
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidDelete(changed),
      watcher.onDidChange(changed),
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
      view.onDidChangeVisibility(({ visible }) => visible && this.soon.after(0)),
      indexes.onDidChange(() => {
        if (indexes.areUnfinished || this.wasUnfinished) this.soon.after(WHILE_INDEXING_MS);
        this.wasUnfinished = indexes.areUnfinished;
      }),
    ];
    if (view.visible) void this.now();
  }

  /** Refreshes now, behind a refresh that is under way. */
  now(): Promise<void> {
    this.running = this.running.then(() => this.refresh());
    return this.running;
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners).dispose();
  }
}
