// Commands whose failures the user is told of.

import * as vscode from "vscode";
import type { Server } from "./server";

export type Register = (command: string, run: (...args: any[]) => unknown) => vscode.Disposable;

/** Returns what registers commands; an error of theirs is explained by the server. */
export function commandsOf(server: Server): Register {
  return (command, run) =>
    vscode.commands.registerCommand(command, async (...args: unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        await server.explain(error);
        return undefined;
      }
    });
}
