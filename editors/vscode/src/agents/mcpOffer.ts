// Which MCP server agents are offered: the program that serves this window, on its folders, with its settings.

import * as vscode from "vscode";
import { localFolders } from "../folders";
import { SECTION, type Server } from "../server";
import type { Manifest } from "../server/settings";
import { optionsOf } from "./mcpOptions";
import { whyNoMcp } from "./mcpProbe";

const SETTING = "agents.mcpServer";

export interface McpServer {
  label: string;
  command: string;
  args: string[];
  version: string;
}

export class McpOffer implements vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private readonly told = new Set<string>();
  readonly onDidChange = this.changes.event;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly server: Server,
  ) {
    this.listeners = [
      server.onDidChange(() => this.changes.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.changes.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.changes.fire();
      }),
    ];
  }

  /** Returns the server to offer; none where it is not wanted, no folder is open, or no program was found. */
  current(isWantedByItself: boolean): McpServer | undefined {
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const wanted = configuration.get<string>(SETTING);
    const folders = localFolders();
    const state = this.server.state;
    if (!(wanted === "on" || (wanted === "auto" && isWantedByItself))) return undefined;
    if (folders.length === 0 || state.kind !== "running") return undefined;
    const roots = folders.flatMap(({ uri }) => ["--root", uri.fsPath]);
    const args = ["mcp", ...roots, ...optionsOf(this.extension.packageJSON as Manifest, configuration)];
    return { label: "lsp-codebase", command: state.program, args, version: state.version };
  }

  /** Rejects, and tells the user once, when a program cannot serve MCP. */
  async check(program: string): Promise<void> {
    const reason = await whyNoMcp(program);
    if (reason === undefined) return;
    if (!this.told.has(program)) {
      this.told.add(program);
      void this.tell(reason);
    }
    throw new Error(reason);
  }

  private async tell(reason: string): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(`lsp-codebase: ${reason}`, "Install", "Show Log");
    if (chosen === "Install") await this.server.install();
    else if (chosen === "Show Log") this.server.showLog();
  }

  dispose(): void {
    for (const one of [...this.listeners, this.changes]) one.dispose();
  }
}
