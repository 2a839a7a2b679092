// The last queries of the workspace, newest first.

import type * as vscode from "vscode";

const KEY = "search.history";
const MOST = 30;

export class History {
  constructor(private readonly store: Pick<vscode.Memento, "get" | "update">) {}

  get queries(): readonly string[] {
    return this.store.get<string[]>(KEY, []);
  }

  async add(query: string): Promise<void> {
    await this.store.update(KEY, [query, ...this.without(query)].slice(0, MOST));
  }

  async remove(query: string): Promise<void> {
    await this.store.update(KEY, this.without(query));
  }

  private without(query: string): string[] {
    return this.queries.filter((other) => other !== query);
  }
}
