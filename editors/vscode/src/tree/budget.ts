// How much of the codebase its tree shows, and what first: asked by a button, remembered for the workspace.

import * as vscode from "vscode";
import type { Preset } from "../protocol";
import { askTokens, told } from "../tokens";

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
    placeHolder: `Now ${told(now.maxTokens)}, preset ${now.preset}`,
    matchOnDescription: true,
  });
  if (chosen === undefined) return false;
  let { change } = chosen;
  if (change === undefined) {
    const maxTokens = await askTokens("Most tokens of the tree", now.maxTokens, 1, MOST_TOKENS);
    if (maxTokens === undefined) return false;
    change = { maxTokens };
  }
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
      label: `${check(maxTokens === now.maxTokens)}${told(maxTokens)}`,
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
