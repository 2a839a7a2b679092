// When the tree is asked for again: when it comes into view, after files changed, and while the index is being made.

import * as vscode from "vscode";

const AFTER_A_CHANGE_MS = 1_000;
const WHILE_INDEXING_MS = 3_000;

/** Calls `refresh` one at a time, and only while the view is visible; it tells whether the index is still being made. */
export class Follow implements vscode.Disposable {
  private readonly listeners: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly view: vscode.TreeView<unknown>,
    private readonly refresh: () => Promise<boolean>,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    this.listeners = [
      watcher,
      watcher.onDidCreate(() => this.later(AFTER_A_CHANGE_MS)),
      watcher.onDidDelete(() => this.later(AFTER_A_CHANGE_MS)),
      watcher.onDidChange(() => this.later(AFTER_A_CHANGE_MS)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.later(AFTER_A_CHANGE_MS)),
      view.onDidChangeVisibility(({ visible }) => visible && this.later(0)),
    ];
    this.later(0);
  }

  /** Refreshes now, behind a refresh that is under way. */
  now(): Promise<void> {
    this.running = this.running.then(async () => {
      if ((await this.refresh()) && this.timer === undefined) this.later(WHILE_INDEXING_MS);
    });
    return this.running;
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.listeners).dispose();
  }

  private later(milliseconds: number): void {
    if (!this.view.visible) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.view.visible) void this.now();
    }, milliseconds);
  }
}
