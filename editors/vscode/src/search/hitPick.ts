// A quick pick of hits: shows the active one in the editor behind it, opens it there or to the side.

import * as vscode from "vscode";
import { IS_MAC } from "./actions";
import type { HitRow } from "./hits";
import { Preview } from "./preview";

const CONTEXT_KEY = "lspCodebase.inSearch"; // of key bindings: the name of the pick that is shown
const OPEN_TO_SIDE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: `Open to the Side (${IS_MAC ? "⌘" : "Ctrl+"}Enter)`,
};

/** A row of the pick: a hit, or something else that can be done. */
export interface HitItem extends vscode.QuickPickItem {
  row?: HitRow;
  run?: () => void;
  onButton?: () => void;
}

export class HitPick {
  /** The one that is shown. */
  static shown: HitPick | undefined;

  readonly pick = vscode.window.createQuickPick<HitItem>();
  private readonly preview = new Preview();
  private isSuspended = false;

  /** `onOpen` is told when a hit was chosen; `onEnd` when the pick was closed for good. */
  constructor(
    private readonly name: string,
    private readonly onOpen: () => void,
    private readonly onEnd: () => void,
  ) {
    Object.assign(this.pick, { sortByLabel: false }); // not in the API's types: keeps the server's order while typing
    this.pick.onDidChangeActive(([item]) => item?.row !== undefined && this.preview.show(item.row));
    this.pick.onDidAccept(() => void this.accept());
    this.pick.onDidTriggerItemButton(({ item }) => (item.row ? void this.openToSide(item.row) : item.onButton?.()));
    this.pick.onDidHide(() => this.onHide());
  }

  show(): void {
    this.isSuspended = false;
    HitPick.shown = this;
    void vscode.commands.executeCommand("setContext", CONTEXT_KEY, this.name);
    this.pick.show();
  }

  /** Gives way to another quick input; returns what that gives, with this pick back in front. */
  async during<T>(other: () => Thenable<T>): Promise<T> {
    this.isSuspended = true;
    this.pick.hide();
    try {
      return await other();
    } finally {
      this.show();
    }
  }

  /** Brings back the place of the user, then closes: a hit that gains the focus would come into the history of places. */
  async cancel(): Promise<void> {
    try {
      await this.preview.restore();
    } finally {
      this.pick.hide();
    }
  }

  /** Opens a hit, without one the active one, in the group beside that of the user. */
  async openToSide(row = this.pick.activeItems[0]?.row): Promise<void> {
    if (row === undefined) return;
    this.onOpen();
    await this.cancel();
    await vscode.window.showTextDocument(row.uri, { viewColumn: vscode.ViewColumn.Beside, selection: row.target });
  }

  private async accept(): Promise<void> {
    const item = this.pick.selectedItems[0];
    if (item?.row === undefined) {
      item?.run?.();
      return;
    }
    this.onOpen();
    this.pick.hide();
    await vscode.window.showTextDocument(item.row.uri, { selection: item.row.target });
  }

  private onHide(): void {
    HitPick.shown = undefined;
    void vscode.commands.executeCommand("setContext", CONTEXT_KEY, undefined);
    if (this.isSuspended) return;
    this.onEnd();
    this.pick.dispose();
    this.preview.dispose();
  }
}

export function toItem(row: HitRow): HitItem {
  return {
    row,
    label: row.label,
    description: row.place,
    ...(row.detail === undefined ? {} : { detail: row.detail }),
    iconPath: row.icon,
    buttons: [OPEN_TO_SIDE],
    alwaysShow: true, // a hit by meaning need not contain what was typed
  };
}

export function notice(label: string, icon = "info", run?: () => void): HitItem {
  return { label, alwaysShow: true, iconPath: new vscode.ThemeIcon(icon), ...(run === undefined ? {} : { run }) };
}

/** A line above the hits that cannot be chosen. */
export function heading(label: string): HitItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
