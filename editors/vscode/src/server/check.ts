// Whether a program is the server, and new enough: what it says of itself. Nothing here knows VS Code.

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { PROGRAM } from "./find";

/** The oldest server that has all that this extension asks for. */
const OLDEST = "0.1.0";

const TIMEOUT_MS = 30_000; // a first start reads everything from a cold disk
const MOST_SHOWN = 80;

/** Why a server does not run, as a sentence for people. */
export class CannotStart extends Error {
  constructor(
    readonly why: "missing" | "wrong" | "old" | "died",
    message: string,
  ) {
    super(message);
  }
}

/** Returns the version of a server; rejects with `CannotStart` for any other program. */
export async function checkedVersion(program: string, oldest = OLDEST): Promise<string> {
  const { answer, failure } = await answerOf(program);
  const version = versionIn(answer);
  if (version === undefined) {
    const said = failure ?? (answer === "" ? "answers nothing" : `answers “${shortened(answer)}”`);
    const fix = "set lspCodebase.server.path to the server, or remove that setting to have it looked for";
    throw new CannotStart("wrong", `${program} is not ${PROGRAM}: asked for --version it ${said}; ${fix}.`);
  }
  if (!isAtLeast(version, oldest)) {
    const fix = `update the checkout it was installed from, and install it again (uv tool install --reinstall ., or pipx install --force .)`;
    throw new CannotStart("old", `${program} is version ${version}, this extension needs ${oldest} or newer; ${fix}.`);
  }
  return version;
}

/** Returns the version in `lsp-codebase 1.2.3`, `undefined` for what begins otherwise. */
export function versionIn(answer: string): string | undefined {
  return /^lsp-codebase (\d+(?:\.\d+)*\S*)/.exec(answer)?.[1];
}

/** Whether a version is as new as another, by its leading numbers. */
export function isAtLeast(version: string, oldest: string): boolean {
  const numbers = (text: string): number[] => (/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const have = numbers(version);
  const need = numbers(oldest);
  for (let i = 0; i < Math.max(have.length, need.length); i++) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function answerOf(program: string): Promise<{ answer: string; failure?: string }> {
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, cwd: homedir(), windowsHide: true };
    execFile(program, ["--version"], options, (error, stdout, stderr) => {
      const answer = stdout.trim();
      if (error === null) resolve({ answer });
      else if (error.killed) resolve({ answer, failure: `did not answer within ${TIMEOUT_MS / 1000} seconds` });
      else resolve({ answer, failure: `fails: ${shortened(lastLine(stderr) || error.message)}` });
    });
  });
}

/** The last line of a text: of a traceback the one that says what is wrong. */
export function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}

function shortened(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
