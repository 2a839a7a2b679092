// How much of the codebase its tree shows, and what first: asked by a button, remembered for the workspace.

import * as vscode from "vscode";
import type { Preset } from "../protocol";

const KEY = "tree.budget";
const MOST_TOKENS = 250_000;

export interface Budget {
  maxTokens: number;
  preset: Preset;
}

const DEFAULT: Budget = { maxTokens: 10_000, preset: "default" };

interface Choice extends vscode.QuickPickItem {
  change?: Partial<Budget>;
}

export function budgetOf(memory: vscode.Memento): Budget {
  return { ...DEFAULT, ...memory.get<Partial<Budget>>(KEY) };
}

/** Asks for another budget; returns whether one was chosen. */
export async function chooseBudget(memory: vscode.Memento): Promise<boolean> {
  const now = budgetOf(memory);
  const chosen = await vscode.window.showQuickPick(choicesFor(now), {
    title: "How much of the codebase to show",
    placeHolder: `Now ${now.maxTokens.toLocaleString("en")} tokens, preset ${now.preset}`,
    matchOnDescription: true,
  });
  if (chosen === undefined) return false;
  const change = chosen.change ?? (await askTokens(now));
  if (change === undefined) return false;
  await memory.update(KEY, { ...now, ...change });
  return true;
}

function choicesFor(now: Budget): Choice[] {
  const sizes = [
    [500, "a first look"],
    [2_500, "the files of a small project"],
    [10_000, "with the main definitions of its files"],
    [50_000, "most of a large project"],
  ] as const;
  const presets = [
    ["default", "by what is indexed: the most telling first"],
    ["void", "depth first, build output listed but not entered"],
    ["aigne", "src, docs, examples and packages first"],
  ] as const;
  const check = (is: boolean) => (is ? "$(check) " : "");
  return [
    { label: "Budget", kind: vscode.QuickPickItemKind.Separator },
    ...sizes.map(([maxTokens, description]) => ({
      label: `${check(maxTokens === now.maxTokens)}${maxTokens.toLocaleString("en")} tokens`,
      description,
      change: { maxTokens },
    })),
    { label: "Another number of tokens…" },
    { label: "Preset", kind: vscode.QuickPickItemKind.Separator },
    ...presets.map(([preset, description]) => ({
      label: `${check(preset === now.preset)}${preset}`,
      description,
      change: { preset },
    })),
  ];
}

async function askTokens(now: Budget): Promise<Partial<Budget> | undefined> {
  const typed = await vscode.window.showInputBox({
    title: "Most tokens of the tree",
    value: String(now.maxTokens),
    validateInput: (text) => {
      const tokens = Number(text);
      const isValid = Number.isInteger(tokens) && tokens >= 1 && tokens <= MOST_TOKENS;
      return isValid ? undefined : `A whole number from 1 to ${MOST_TOKENS.toLocaleString("en")}`;
    },
  });
  return typed === undefined ? undefined : { maxTokens: Number(typed) };
}
