// The language-model tools: each asks the server for the text that a model gets over MCP.

import * as vscode from "vscode";
import { CallTool } from "../protocol";
import type { Server } from "../server";
import { fitted, withinBudget } from "./budget";
import { type DeclaredTool, declaredTools, serverName } from "./declared";
import { messageOf } from "./messages";

const SETTING = "lspCodebase.agents.tools"; // by which package.json hides them from agents, too

type Input = Record<string, unknown>;

/** Registers the tools while they are wanted; none in an editor that knows no such thing. */
export function registerTools(extension: vscode.Extension<unknown>, server: Server): vscode.Disposable[] {
  if (typeof vscode.lm?.registerTool !== "function") return [];
  let registered: vscode.Disposable[] = [];
  function forget(): void {
    for (const one of registered) one.dispose();
    registered = [];
  }
  function update(): void {
    forget();
    if (!vscode.workspace.getConfiguration().get(SETTING, true)) return;
    for (const tool of declaredTools(extension)) {
      registered.push(vscode.lm.registerTool(tool.name, new CodebaseTool(tool, server)));
    }
  }
  update();
  const listener = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SETTING)) update();
  });
  return [listener, { dispose: forget }];
}

class CodebaseTool implements vscode.LanguageModelTool<Input> {
  constructor(
    private readonly tool: DeclaredTool,
    private readonly server: Server,
  ) {}

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<Input>): vscode.PreparedToolInvocation {
    return { invocationMessage: new vscode.MarkdownString(messageOf(this.tool, input)) };
  }

  async invoke(
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<Input>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const asked = withinBudget(input, this.tool, tokenizationOptions?.tokenBudget);
    const { text, isError } = await this.ask(asked, token);
    if (isError) throw new Error(text);
    const shown = tokenizationOptions === undefined ? text : await fitted(text, tokenizationOptions, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(shown)]);
  }

  private async ask(input: Input, token: vscode.CancellationToken): Promise<{ text: string; isError: boolean }> {
    const client = await this.server.client();
    try {
      return await client.sendRequest(CallTool, { name: serverName(this.tool), arguments: input }, token);
    } catch (error) {
      throw token.isCancellationRequested ? new vscode.CancellationError() : error;
    }
  }
}
