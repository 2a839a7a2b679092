// "Codebase: Search": hits while typing, best first, narrowed by filters.

import * as vscode from "vscode";
import { messageOf } from "../commands";
import type { HybridSearchParams, HybridSearchResult, IndexStatus } from "../protocol";
import { isUnfinished, type Server } from "../server";
import { Throttled } from "../throttled";
import { type Action, actionOf, buttonsFor, setButtons } from "./actions";
import { CHOOSERS } from "./choosers";
import { type Filters, NO_FILTERS, describe, toParams } from "./filters";
import type { History } from "./history";
import { type HitItem, HitPick, heading, notice, toItem } from "./hitPick";
import { toRows } from "./hits";
import { ask, editorContext } from "./request";
import { remarks } from "./remarks";

const DEBOUNCE_MS = 150;
const AGAIN_MS = 1_000;
const NO_QUERY_KEY = "lspCodebase.searchIsEmpty"; // of the key binding that brings back the last query
const FORGET = { iconPath: new vscode.ThemeIcon("close"), tooltip: "Remove from the History" };

/** What outlives one picker. */
export interface Session {
  server: Server;
  history: History;
  filters: Filters;
}

export class SearchPicker {
  /** The one that is shown. */
  static shown: SearchPicker | undefined;

  private readonly hits = new HitPick("search", () => void this.session.history.add(this.query), () => this.end());
  private readonly pick = this.hits.pick;
  private readonly context = editorContext();
  private readonly near = vscode.window.activeTextEditor?.document.uri;
  private pending: vscode.CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;
  private index: IndexStatus | undefined; // as it was when it answered
  private isSure = false; // of the hits that are shown
  private readonly following: vscode.Disposable;
  private readonly again = new Throttled(() => this.askAgain());
  private recalled = -1; // index in the history

  constructor(
    private readonly session: Session,
    query: string,
  ) {
    this.pick.placeholder = 'A name, or what the code does; lang:go path:src file:*.ts kind:class "phrase" OR -word';
    this.pick.value = query; // selected when shown, so that typing replaces it
    this.pick.onDidChangeValue(() => this.refresh());
    this.pick.onDidTriggerButton((button) => void this.act(actionOf(button)));
    this.following = session.server.indexes.onDidChange(() => this.followIndex());
    SearchPicker.shown = this;
    this.refresh();
    this.hits.show();
  }

  private get query(): string {
    return this.pick.value.trim();
  }

  private get params(): HybridSearchParams {
    return { ...this.context, ...toParams(this.query, this.session.filters) };
  }

  private get state(): string {
    return this.index === undefined ? "" : this.session.server.indexes.shortcomingOf(this.index);
  }

  /** Does what a button of the title bar says. */
  async act(action: Action): Promise<void> {
    const { filters, server } = this.session;
    if (action === "panel") await this.showInPanel();
    else if (action === "clear") this.setFilters(NO_FILTERS);
    else if (action === "codeOnly") this.setFilters({ ...filters, codeOnly: !filters.codeOnly });
    else this.setFilters(await this.hits.during(() => CHOOSERS[action](filters, server, this.near)) ?? filters);
  }

  /** Puts an older query (1) or a newer one (-1) of the history into the input. */
  recall(step: 1 | -1): void {
    const { queries } = this.session.history;
    const wanted = queries[this.recalled + step];
    if (wanted === undefined) return;
    this.recalled += step;
    this.pick.value = wanted;
    this.refresh();
  }

  private async showInPanel(): Promise<void> {
    const { params, query } = this;
    if (query === "") return;
    await this.session.history.add(query);
    await this.hits.cancel();
    const title = [query, describe(this.session.filters)].filter((text) => text !== "").join(" · ");
    await vscode.commands.executeCommand("lspCodebase.showResults", { params, title });
  }

  private setFilters(filters: Filters): void {
    this.session.filters = filters;
    this.refresh();
  }

  private refresh(): void {
    this.stop();
    const { query } = this;
    void vscode.commands.executeCommand("setContext", NO_QUERY_KEY, query === "");
    this.showTitle();
    this.pick.busy = query !== "";
    if (query === "") {
      this.recalled = -1;
      this.pick.items = this.session.history.queries.map((last) => this.toHistoryItem(last));
      return;
    }
    const source = new vscode.CancellationTokenSource();
    this.pending = source;
    this.timer = setTimeout(() => void this.search(source.token), DEBOUNCE_MS);
  }

  /** Shows how far the index is; asks again once it has all, and while nothing was found that surely fits. */
  private followIndex(): void {
    if (this.index === undefined || !isUnfinished(this.index) || this.query === "") return;
    this.showTitle();
    if (!this.isSure || !this.session.server.indexes.areUnfinished) this.again.after(AGAIN_MS);
  }

  private askAgain(): void {
    if (this.pending === undefined || this.pick.busy) return;
    const best = this.pick.items.find(({ row }) => row !== undefined);
    const [active] = this.pick.activeItems;
    void this.search(this.pending.token, active === best ? undefined : active?.row?.place); // who has moved stays there
  }

  /** Shows the answer; with the hit at a place active, if it is still there. */
  private async search(token: vscode.CancellationToken, active?: string): Promise<void> {
    this.pick.busy = true;
    try {
      const client = await this.session.server.client();
      const answer = await ask(client, this.params, token);
      if (token.isCancellationRequested) return;
      this.index = answer.index;
      this.isSure = answer.confidence === "high";
      const rows = toRows(client, answer.hits, answer.mode);
      this.pick.items = [...this.remarksOn(answer), ...rows.map(toItem)];
      const kept = this.pick.items.find(({ row }) => row !== undefined && row.place === active);
      if (kept !== undefined) this.pick.activeItems = [kept];
    } catch (error) {
      if (token.isCancellationRequested) return;
      this.pick.items = [notice(messageOf(error), "error", () => void this.session.server.explain(error))];
    }
    this.showTitle();
    this.pick.busy = false;
  }

  private remarksOn(answer: HybridSearchResult): HitItem[] {
    const text = remarks(answer);
    if (answer.hits.length > 0) return text === "" ? [] : [heading(text)];
    const found = notice(this.state === "" ? "No hits" : `No hits yet: ${this.state}`);
    const isNarrowed = describe(this.session.filters) !== "";
    return [
      ...(text === "" ? [] : [heading(text)]),
      found,
      ...(isNarrowed ? [notice("Search without filters", "clear-all", () => this.setFilters(NO_FILTERS))] : []),
    ];
  }

  private showTitle(): void {
    const { filters } = this.session;
    const narrowed = describe(filters);
    const { state } = this;
    const told = state === "" ? "" : ` (${state})`;
    this.pick.title = `Codebase: Search${narrowed === "" ? "" : ` · ${narrowed}`}${told}`;
    setButtons(this.pick, buttonsFor(filters));
  }

  private toHistoryItem(query: string): HitItem {
    const { history } = this.session;
    return {
      ...notice(query, "history", () => {
        this.pick.value = query;
        this.refresh();
      }),
      buttons: [FORGET],
      onButton: () => void history.remove(query).then(() => this.refresh()),
    };
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.pending?.cancel();
    this.pending?.dispose();
    this.pending = undefined;
  }

  private end(): void {
    this.stop();
    this.following.dispose();
    this.again.dispose();
    SearchPicker.shown = undefined;
    void vscode.commands.executeCommand("setContext", NO_QUERY_KEY, undefined);
  }
}
