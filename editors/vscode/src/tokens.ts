// Budgets in tokens: asked for, told.

import * as vscode from "vscode";

export function told(tokens: number): string {
  return `${tokens.toLocaleString("en")} tokens`;
}

/** Asks for a number of tokens within bounds. */
export async function askTokens(title: string, now: number, least: number, most: number): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    value: String(now),
    validateInput: (text) => {
      const tokens = Number(text);
      const isValid = Number.isInteger(tokens) && tokens >= least && tokens <= most;
      return isValid ? undefined : `A whole number from ${least} to ${most.toLocaleString("en")}`;
    },
  });
  return typed === undefined ? undefined : Number(typed);
}
