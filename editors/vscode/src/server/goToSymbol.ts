// What "Go to Symbol in Workspace" (Ctrl+T) needs, so that VS Code's filter keeps what the server found.
//
// VS Code looks for the first word in the name of a symbol, and for every further word in its container and path.

import * as vscode from "vscode";

/** Tells in the container what further words were matched with: the whole name, and operators such as `lang:go`. */
export function withWordsInContainer(
  symbols: readonly vscode.SymbolInformation[],
  query: string,
): vscode.SymbolInformation[] {
  const [, ...words] = query.trim().split(/\s+/);
  if (words.length === 0) return [...symbols];
  const operators = words.filter((word) => word.includes(":"));
  return symbols.map(({ name, kind, containerName, location }) => {
    const whole = containerName && !name.startsWith(`${containerName}.`) ? `${containerName}.${name}` : name;
    return new vscode.SymbolInformation(name, kind, [whole, ...operators].join(" "), location);
  });
}
