// Work that follows events which may come in crowds.

import type * as vscode from "vscode";

/** Runs something so many milliseconds after it was first asked for, however often that is meanwhile. */
export class Throttled implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly run: () => unknown) {}

  after(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.run();
    }, milliseconds);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
