// What the title bar of the search offers: buttons, each with a key (see `keybindings` of the manifest).

import * as vscode from "vscode";
import type { Filters } from "./filters";

export type FilterName = "mode" | "kind" | "codeOnly" | "language" | "folder";
export type Action = FilterName | "clear" | "panel";

interface ActionButton extends vscode.QuickInputButton {
  action: Action;
}

export const IS_MAC = process.platform === "darwin";

export function buttonsFor({ mode, kind, codeOnly, language, folder, include }: Filters): vscode.QuickInputButton[] {
  const isNarrowed = [mode !== "auto", kind, codeOnly, language, folder, include].some(Boolean);
  return [
    toggle("mode", "regex", "How to Search: Words, Meaning, Literal, Pattern", "M", mode !== "auto"),
    toggle("kind", "symbol-class", "Kind of Definition", "K", kind !== undefined),
    toggle("codeOnly", "file-code", "Only Code, No Tests, Documents or Data", "O", codeOnly),
    toggle("language", "globe", "Language", "L", language !== undefined),
    toggle("folder", "folder", "Folder", "P", folder !== undefined),
    ...(isNarrowed ? [button("clear", "clear-all", "Clear All Filters", `${IS_MAC ? "⌥⌘" : "Alt+"}Backspace`)] : []),
    button("panel", "layout-sidebar-left", "Show the Hits in the Side Bar", `${IS_MAC ? "⌥" : "Alt+"}Enter`),
  ];
}

/** The action of a button that `buttonsFor` made. */
export function actionOf(pressed: vscode.QuickInputButton): Action {
  return (pressed as ActionButton).action;
}

/** Shows buttons, as toggles where this VS Code has them: before 1.109 they are a proposal, which it refuses. */
export function setButtons(pick: vscode.QuickPick<vscode.QuickPickItem>, buttons: vscode.QuickInputButton[]): void {
  try {
    pick.buttons = buttons;
  } catch {
    pick.buttons = buttons.map((button) => ({ ...button, toggle: undefined }));
  }
}

function toggle(action: Action, icon: string, title: string, letter: string, checked: boolean): ActionButton {
  const key = IS_MAC ? `⌥⌘${letter}` : `Alt+${letter}`;
  return Object.assign(button(action, icon, title, key), { toggle: { checked } });
}

function button(action: Action, icon: string, title: string, key: string): ActionButton {
  return { action, iconPath: new vscode.ThemeIcon(icon), tooltip: `${title} (${key})` };
}
