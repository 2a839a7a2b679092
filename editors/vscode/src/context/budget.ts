// How many tokens Copy as Context may take: asked once, remembered for all workspaces, changed by a command.

import * as vscode from "vscode";

const KEY = "context.maxTokens";
const LEAST = 100;
const MOST = 50_000;
const USUAL = [2_000, 8_000, 16_000, 32_000];

export async function budgetOf(memory: vscode.Memento): Promise<number | undefined> {
  return memory.get<number>(KEY) ?? (await chooseBudget(memory));
}

/** Asks for a budget and remembers it; returns undefined if none was chosen. */
export async function chooseBudget(memory: vscode.Memento): Promise<number | undefined> {
  const now = memory.get<number>(KEY);
  const usual = USUAL.map((tokens) => ({
    label: `${tokens.toLocaleString("en")} tokens`,
    description: tokens === now ? "now" : "",
    tokens,
  }));
  const another = { label: "Another number…", description: "", tokens: undefined };
  const chosen = await vscode.window.showQuickPick([...usual, another], {
    title: "Copy as Context: most tokens",
    placeHolder: "It is asked once; change it with Codebase: Set Budget of Copy as Context",
  });
  if (chosen === undefined) return undefined;
  const tokens = chosen.tokens ?? (await askTokens(now));
  if (tokens !== undefined) await memory.update(KEY, tokens);
  return tokens;
}

async function askTokens(now: number | undefined): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title: "Copy as Context: most tokens",
    value: String(now ?? USUAL[1]),
    validateInput: (text) => {
      const tokens = Number(text);
      const isValid = Number.isInteger(tokens) && tokens >= LEAST && tokens <= MOST;
      return isValid ? undefined : `A whole number from ${LEAST} to ${MOST.toLocaleString("en")}`;
    },
  });
  return typed === undefined ? undefined : Number(typed);
}
