// Where the server's program may lie: what people set, `PATH`, the folders of uv and pipx, the workspace's environment.
//
// Nothing here knows VS Code: `find.test.mjs` runs it.

import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";

export const PROGRAM = "lsp-codebase";

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: NodeJS.Platform;
  /** The folders of the workspace, none where it is not trusted: a program in it may be anybody's. */
  trustedFolders: readonly string[];
}

/** Where a program of this name is looked for, best first: absolute paths. */
export function placesOf(name: string, where: Surroundings): string[] {
  const { join } = pathsOf(where);
  const file = where.platform === "win32" ? `${name}.exe` : name;
  const folders = [...pathFolders(where), ...userFolders(where), ...environments(where)];
  return [...new Set(folders.map((folder) => join(folder, file)))];
}

/** Returns the program that a setting means, `undefined` if there is none; a path means itself. */
export function findProgram(
  setting: string,
  where: Surroundings,
  isProgram: (path: string) => boolean = isExecutable,
): string | undefined {
  const wanted = setting.trim() || PROGRAM;
  if (!/[\\/]/.test(wanted)) return placesOf(wanted.replace(/\.exe$/i, ""), where).find(isProgram);
  const { isAbsolute, join } = pathsOf(where);
  const expanded = /^~[\\/]/.test(wanted) ? join(where.home, wanted.slice(2)) : wanted;
  return isAbsolute(expanded) && isProgram(expanded) ? expanded : undefined;
}

/** Whether a file is there that this user may run. */
function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function pathsOf(where: Surroundings): path.PlatformPath {
  return where.platform === "win32" ? path.win32 : path.posix;
}

/** Those of `PATH` that are absolute: another one means a folder of whatever is open. */
function pathFolders(where: Surroundings): string[] {
  const { delimiter, isAbsolute } = pathsOf(where);
  const listed = where.env.PATH ?? where.env.Path ?? "";
  return listed.split(delimiter).filter((folder) => isAbsolute(folder));
}

/** Where uv and pipx put programs, which an editor that the desktop started often does not have on its `PATH`. */
function userFolders(where: Surroundings): string[] {
  const { join } = pathsOf(where);
  const { env, home } = where;
  const told = [env.UV_TOOL_BIN_DIR, env.PIPX_BIN_DIR, env.XDG_BIN_HOME].filter((folder) => folder !== undefined);
  const usual = [join(home, ".local", "bin"), join(home, ".cargo", "bin")];
  if (where.platform === "win32") return [...told, ...usual];
  return [...told, ...usual, "/opt/homebrew/bin", "/usr/local/bin"];
}

function environments(where: Surroundings): string[] {
  const { join } = pathsOf(where);
  const bin = where.platform === "win32" ? "Scripts" : "bin";
  const active = where.trustedFolders.length > 0 && where.env.VIRTUAL_ENV ? [where.env.VIRTUAL_ENV] : [];
  const inside = where.trustedFolders.flatMap((folder) => [join(folder, ".venv"), join(folder, "venv")]);
  return [...inside, ...active].map((environment) => join(environment, bin));
}
