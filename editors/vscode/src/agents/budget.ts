// The room that a model has left for an answer. Nothing here knows VS Code.

import type { DeclaredTool } from "./declared";

const BUDGET = "max_tokens";
const SAFE = 0.9; // of the share that should fit: tokens are not spread evenly

/** Returns the arguments of a call that asks for no more tokens than there is room for, if the tool takes a budget. */
export function withinBudget(
  input: Record<string, unknown>,
  tool: DeclaredTool,
  room: number | undefined,
): Record<string, unknown> {
  const declared = tool.inputSchema.properties[BUDGET];
  const asked = input[BUDGET] ?? declared?.default;
  if (room === undefined || typeof asked !== "number" || asked <= room) return input;
  return { ...input, [BUDGET]: Math.max(1, Math.floor(room)) };
}

/** Returns as many whole lines of a text as fit, counted by the model's own tokenizer, and says so where lines are left out. */
export async function fitted<Token>(
  text: string,
  options: { tokenBudget: number; countTokens(text: string, token?: Token): PromiseLike<number> },
  token: Token,
): Promise<string> {
  const room = options.tokenBudget;
  let shown = text;
  let kept = text;
  for (let count = await options.countTokens(shown, token); count > room; ) {
    if (kept === "") return "";
    kept = wholeLines(kept.slice(0, Math.floor(kept.length * (room / count) * SAFE)));
    shown = `${kept}\n(cut: there is room for ${room} tokens; ask for less, or for a part)`;
    count = await options.countTokens(shown, token);
  }
  return shown;
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end);
}
