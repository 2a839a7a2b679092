// F4 and Shift+F4: from hit to hit, over files and searches, round and round.

import * as vscode from "vscode";
import { leadsTo } from "./lines";
import type { HitNode, Node } from "./nodes";
import type { Store } from "./store";

export class Walk {
  private current: HitNode | undefined;

  constructor(
    private readonly store: Store,
    private readonly view: vscode.TreeView<Node>,
  ) {
    view.onDidChangeSelection(({ selection }) => {
      const hit = hitOf(selection[0]);
      if (hit !== undefined) this.current = hit;
    });
  }

  /** Shows the hit that lies so many hits further on. */
  async go(step: 1 | -1): Promise<void> {
    const hits = this.store.searches.flatMap((search) => search.hits);
    const at = this.current === undefined ? -1 : hits.indexOf(this.current);
    const next = at < 0 && step < 0 ? hits.length - 1 : (at + step + hits.length) % hits.length;
    const hit = hits[next];
    if (hit === undefined) return;
    this.current = hit;
    const { row } = hit;
    await vscode.window.showTextDocument(row.uri, { selection: leadsTo(row), preview: true });
    if (this.view.visible) await this.view.reveal(hit, { select: true, focus: false });
    vscode.window.setStatusBarMessage(`Codebase: hit ${next + 1} of ${hits.length}`, 3000);
  }
}

function hitOf(node: Node | undefined): HitNode | undefined {
  let found = node;
  while (found !== undefined && found.kind !== "hit") found = found.kind === "search" ? undefined : found.parent;
  return found;
}
