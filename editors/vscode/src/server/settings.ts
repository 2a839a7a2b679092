// What the extension tells the server of its settings.

import type * as vscode from "vscode";

export const SECTION = "lspCodebase";

type Options = Record<string, unknown>;

interface Group {
  title: string;
  properties: Record<string, { default?: unknown }>;
}

export interface Manifest {
  contributes: { configuration: Group[] };
}

/** Whether a group of settings was generated from those of the server. */
export function isOfServer({ title }: Group): boolean {
  return title.startsWith("Server");
}

/** Returns the keys below our section that only the extension reads: all but those of the generated groups. */
export function ownKeys(extension: vscode.Extension<unknown>): string[] {
  const groups = (extension.packageJSON as Manifest).contributes.configuration;
  const own = groups.filter((group) => !isOfServer(group));
  return own.flatMap((group) => Object.keys(group.properties)).map((key) => key.slice(SECTION.length + 1));
}

/** Takes keys (`server.path`) out of settings that were asked for; the server would call them unknown. */
export function withoutKeys<T>(answers: T, keys: readonly string[]): T {
  if (Array.isArray(answers)) {
    for (const settings of answers) {
      if (settings !== null && typeof settings === "object") for (const key of keys) remove(settings as Options, key);
    }
  }
  return answers;
}

function remove(settings: Options, key: string): void {
  const [first = "", ...rest] = key.split(".");
  const inner = settings[first];
  if (rest.length === 0) {
    delete settings[first];
  } else if (inner !== null && typeof inner === "object") {
    remove(inner as Options, rest.join("."));
    if (Object.keys(inner).length === 0) delete settings[first];
  }
}
