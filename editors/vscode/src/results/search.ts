// One search in the panel: its question, and the answer so far, grouped by file.

import type { LanguageClient } from "vscode-languageclient/node";
import type { Hit, HybridSearchParams, HybridSearchResult } from "../protocol";
import { toRows } from "../search/hits";
import { remarks } from "../search/remarks";
import { ask } from "../search/request";
import { isUnfinished, shortcoming } from "../server";
import { FileNode, HitNode, MoreNode } from "./nodes";

/** What `lspCodebase.showResults` takes: a question, or an answer that is already there. */
export interface Shown {
  title?: string;
  params?: HybridSearchParams;
  hits?: Hit[];
  /** Whether the callers of the hits are to be seen at once. */
  opensCallers?: boolean;
}

export class Search {
  readonly kind = "search";
  readonly title: string;
  readonly params: HybridSearchParams | undefined;
  readonly opensCallers: boolean;
  isPinned = false;
  files: FileNode[] = [];
  more: MoreNode | undefined;
  /** What a reader must know of the answer. */
  notice = "";
  /** Whether hits may come, since the index is still being made. */
  mayFindMore = false;
  private cursor: string | undefined;

  constructor(shown: Shown) {
    this.params = shown.params;
    this.title = shown.title ?? shown.params?.query ?? "Results";
    this.opensCallers = shown.opensCallers ?? false;
  }

  get hits(): HitNode[] {
    return this.files.flatMap((file) => file.hits);
  }

  /** Asks anew, from the first hit on. */
  async run(client: LanguageClient): Promise<void> {
    if (this.params === undefined) return;
    const answer = await this.ask(client, this.params);
    this.files = [];
    this.take(client, answer);
    this.notice = noticeOf(answer);
    this.mayFindMore = isUnfinished(answer.index);
  }

  /** Asks for the hits that follow. */
  async runOn(client: LanguageClient): Promise<void> {
    if (this.params === undefined || this.cursor === undefined) return;
    this.take(client, await this.ask(client, { ...this.params, cursor: this.cursor }));
  }

  /** Who looks at a list, and does not type, has time for a second look at its first hits. */
  private ask(client: LanguageClient, params: HybridSearchParams): Promise<HybridSearchResult> {
    return ask(client, { ...params, pack: "chunk", effort: "thorough" });
  }

  /** Says that the index, which was not complete when this was asked, is so now. */
  noteIndex(): void {
    this.mayFindMore = false;
    this.notice = "Asked before the index was complete: run it again for all hits.";
  }

  /** Shows hits that somebody else asked for. */
  show(client: LanguageClient, hits: readonly Hit[]): void {
    this.add(client, hits, "hybrid");
    this.notice = hits.length === 0 ? "No hits." : "";
  }

  remove(node: FileNode | HitNode): void {
    if (node.kind === "hit") node.parent.hits = node.parent.hits.filter((hit) => hit !== node);
    this.files = this.files.filter((file) => file !== node && file.hits.length > 0);
  }

  private take(client: LanguageClient, answer: HybridSearchResult): void {
    this.add(client, answer.hits, answer.mode);
    this.cursor = answer.nextCursor;
    this.more = answer.nextCursor === undefined ? undefined : new MoreNode(this);
  }

  /** Files stand in the order of their best hits, the hits of a file in the order of the answer. */
  private add(client: LanguageClient, hits: readonly Hit[], mode: HybridSearchResult["mode"]): void {
    for (const row of toRows(client, hits, mode)) {
      let file = this.files.find(({ uri }) => uri.toString() === row.uri.toString());
      if (file === undefined) {
        file = new FileNode(this, row.uri);
        this.files.push(file);
      }
      file.hits.push(new HitNode(file, row));
    }
  }
}

function noticeOf(answer: HybridSearchResult): string {
  const found = answer.hits.length === 0 ? "No hits." : "";
  const state = shortcoming(answer.index);
  const sentence = state === "" ? "" : `${state.charAt(0).toUpperCase()}${state.slice(1)}.`;
  return [found, sentence, remarks(answer)].filter((text) => text !== "").join(" ");
}
