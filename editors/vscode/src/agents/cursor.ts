// The MCP server as Cursor takes it: its agent knows no tools of extensions. See https://cursor.com/docs/extension-api

import * as vscode from "vscode";
import type { McpOffer, McpServer } from "./mcpOffer";

interface CursorMcp {
  registerServer(config: { name: string; server: { command: string; args: string[]; env: Record<string, string> } }): void;
  unregisterServer(name: string): void;
}

/** Keeps Cursor's server equal to the offer; nothing in other editors. */
export function registerCursorServer(offer: McpOffer): vscode.Disposable[] {
  const mcp = (vscode as unknown as { cursor?: { mcp?: CursorMcp } }).cursor?.mcp;
  if (mcp === undefined) return [];
  const registered = new CursorServer(mcp, offer);
  registered.update();
  return [registered, offer.onDidChange(() => registered.update())];
}

class CursorServer implements vscode.Disposable {
  private known: McpServer | undefined;

  constructor(
    private readonly mcp: CursorMcp,
    private readonly offer: McpOffer,
  ) {}

  update(): void {
    const wanted = this.offer.current(true);
    if (JSON.stringify(wanted) === JSON.stringify(this.known)) return;
    this.dispose();
    this.known = wanted;
    if (wanted === undefined) return;
    const { label: name, command, args } = wanted;
    void this.offer.check(command).then(
      () => {
        if (this.known === wanted) this.mcp.registerServer({ name, server: { command, args, env: {} } });
      },
      () => {}, // the user was told
    );
  }

  dispose(): void {
    if (this.known !== undefined) this.mcp.unregisterServer(this.known.label);
    this.known = undefined;
  }
}
