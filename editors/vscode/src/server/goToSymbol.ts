// What "Go to Symbol in Workspace" (Ctrl+T) needs, so that VS Code's filter keeps what the server found.
//
// VS Code asks for the first word that was typed, and looks for the others in the container and the path of a symbol.

import * as vscode from "vscode";

/** Gives the whole name as container, so that all words of a name can be typed, in any order. */
export function withWholeName(symbol: vscode.SymbolInformation): vscode.SymbolInformation {
  const { name, kind, containerName, location } = symbol;
  const whole = containerName && !name.startsWith(`${containerName}.`) ? `${containerName}.${name}` : name;
  return new vscode.SymbolInformation(name, kind, whole, location);
}
