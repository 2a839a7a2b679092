// The MCP server as Cursor takes it: its agent knows no tools of extensions. See https://cursor.com/docs/extension-api
// Nothing here knows VS Code.

import type { McpServer } from "./mcpOffer";

/** What Cursor adds to the API of VS Code. */
export interface MaybeCursor {
  cursor?: {
    mcp?: {
      registerServer(config: {
        name: string;
        server: { command: string; args: string[]; env: Record<string, string> };
      }): void;
      unregisterServer(name: string): void;
    };
  };
}

interface Disposable {
  dispose(): unknown;
}

interface Offer {
  current(isWantedByItself: boolean): McpServer | undefined;
  check(program: string): Promise<void>;
  onDidChange(listener: () => void): Disposable;
}

/** Keeps Cursor's server equal to the offer; nothing in other editors. */
export function registerCursorServer(editor: MaybeCursor, offer: Offer): Disposable[] {
  const mcp = editor.cursor?.mcp;
  if (typeof mcp?.registerServer !== "function") return [];
  let known: McpServer | undefined;
  let registered: string | undefined;

  function forget(): void {
    if (registered !== undefined) mcp?.unregisterServer(registered);
    registered = known = undefined;
  }

  async function update(): Promise<void> {
    const wanted = offer.current(true);
    if (JSON.stringify(wanted) === JSON.stringify(known)) return;
    forget();
    known = wanted;
    if (wanted === undefined) return;
    const isAble = await offer.check(wanted.command).then(
      () => true,
      () => false, // the user was told
    );
    if (!isAble || known !== wanted) return;
    const { label: name, command, args } = wanted;
    mcp?.registerServer({ name, server: { command, args, env: {} } });
    registered = name;
  }

  void update();
  return [offer.onDidChange(() => void update()), { dispose: forget }];
}
