// Shows hits in the editor behind a quick pick, and brings back what was there.

import * as vscode from "vscode";
import type { HitRow } from "./hits";

const DEBOUNCE_MS = 80; // so that moving fast opens nothing on the way
const OPENING_MS = 30_000; // on a busy machine; nothing waits for it but the mark of the hit
const SCROLLING_MS = 1000;
const MOST_STICKY = 20; // lines, as the setting of VS Code allows

export class Preview implements vscode.Disposable {
  private readonly place = new Place();
  private readonly lines = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.rangeHighlightForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  private readonly matches = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
  });
  private readonly opened = new Set<string>();
  private opening: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  /** Shows a hit soon, unless another follows. */
  show(row: HitRow): void {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    this.timer = setTimeout(() => void this.open(row, turn), DEBOUNCE_MS);
  }

  /** Brings back the editor, its selections, its scroll position and the tabs. */
  async restore(): Promise<void> {
    this.stop();
    await this.opening; // else it would come to the front after what is brought back
    if (this.opened.size > 0) await this.place.restore(this.opened);
  }

  dispose(): void {
    this.stop();
    this.lines.dispose();
    this.matches.dispose();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.turn++;
  }

  private async open(row: HitRow, turn: number): Promise<void> {
    this.opened.add(row.uri.toString());
    this.opening = this.place.showTransient(row).catch(() => undefined); // no text, or gone: nothing is shown
    await this.opening;
    const editor = await visibleEditor(row.uri, this.place.column);
    if (editor === undefined || turn !== this.turn) return;
    for (const other of vscode.window.visibleTextEditors) {
      if (other !== editor) this.mark(other, [], []);
    }
    this.mark(editor, [row.lines], row.matches);
    editor.revealRange(row.target, vscode.TextEditorRevealType.InCenter); // below the list, which hides what is above
  }

  private mark(editor: vscode.TextEditor, lines: vscode.Range[], matches: vscode.Range[]): void {
    editor.setDecorations(this.lines, lines);
    editor.setDecorations(this.matches, matches);
  }
}

/** The place of the user in the active group of tabs, when it is made. */
class Place {
  readonly column = vscode.window.tabGroups.activeTabGroup.viewColumn;
  private readonly tabs = textTabs(this.column);
  // a comparison, too, has an active text editor: such tabs come back by themselves when ours is closed
  private readonly editor =
    vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText
      ? vscode.window.activeTextEditor
      : undefined;
  private readonly selections = this.editor?.selections ?? [];
  private readonly top = this.editor?.visibleRanges[0];

  /** Opens a hit as Quick Open does: in no history of places, in no list of recent files, with at most one tab. */
  async showTransient({ uri, target }: HitRow): Promise<void> {
    const isOpen = this.tabs.some((tab) => tab.uri === uri.toString());
    const { line, character } = target.start;
    const selection = { startLineNumber: line + 1, startColumn: character + 1 };
    const options = { preserveFocus: true, transient: true, ...(isOpen ? {} : { selection }) }; // else it is the user's
    try {
      await vscode.commands.executeCommand("_workbench.open", uri, [this.column - 1, options]);
    } catch {
      // the public API has no transient editors; that command is not public, and may go
      await vscode.window.showTextDocument(uri, { viewColumn: this.column, preserveFocus: true, preview: true });
    }
  }

  async restore(opened: ReadonlySet<string>): Promise<void> {
    const replaced = this.tabs.find((tab) => tab.isPreview && !textTabs(this.column).some(({ uri }) => uri === tab.uri));
    if (replaced !== undefined) await this.reopen(vscode.Uri.parse(replaced.uri), true);
    if (this.editor !== undefined) {
      const editor = await this.reopen(this.editor.document.uri, replaced?.uri === this.editor.document.uri.toString());
      editor.selections = this.selections;
      if (this.top !== undefined) await scrollTo(editor, this.top.start.line);
    }
    const ours = textTabs(this.column).filter(({ uri }) => opened.has(uri) && !this.tabs.some((tab) => tab.uri === uri));
    await vscode.window.tabGroups.close(ours.map(({ tab }) => tab), true);
  }

  private reopen(uri: vscode.Uri, preview: boolean): Thenable<vscode.TextEditor> {
    return vscode.window.showTextDocument(uri, { viewColumn: this.column, preserveFocus: true, preview });
  }
}

function textTabs(column: vscode.ViewColumn): { tab: vscode.Tab; uri: string; isPreview: boolean }[] {
  const group = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === column);
  return (group?.tabs ?? []).flatMap((tab) =>
    tab.input instanceof vscode.TabInputText ? [{ tab, uri: tab.input.uri.toString(), isPreview: tab.isPreview }] : [],
  );
}

/** The editor of a file that is being opened, or undefined if it does not come (a file too large, an image). */
async function visibleEditor(uri: vscode.Uri, column: vscode.ViewColumn): Promise<vscode.TextEditor | undefined> {
  const find = () =>
    vscode.window.visibleTextEditors.find(
      (editor) => editor.viewColumn === column && editor.document.uri.toString() === uri.toString(),
    );
  if (find() === undefined) await until(OPENING_MS, vscode.window.onDidChangeVisibleTextEditors, () => find() !== undefined);
  return find();
}

/** Scrolls so that a line is the first one. "At top" means below the lines that stick there: their number is seen first. */
async function scrollTo(editor: vscode.TextEditor, line: number): Promise<void> {
  const first = () => editor.visibleRanges[0]?.start.line ?? line;
  for (let wanted = line, tries = 0; first() !== line && tries < 4; tries++) {
    const scrolled = until(SCROLLING_MS, vscode.window.onDidChangeTextEditorVisibleRanges, ({ textEditor }) => textEditor === editor);
    editor.revealRange(new vscode.Range(wanted, 0, wanted, 0), vscode.TextEditorRevealType.AtTop);
    await scrolled;
    const off = line - first();
    wanted = Math.abs(off) <= MOST_STICKY ? wanted + off : line; // far off: told of an earlier scroll, as of the reopened file
  }
}

/** Waits for an event, so long at most. */
function until<T>(limit: number, event: vscode.Event<T>, isIt: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const listener = event((value) => isIt(value) && done());
    const timer = setTimeout(done, limit);
    function done(): void {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    }
  });
}
