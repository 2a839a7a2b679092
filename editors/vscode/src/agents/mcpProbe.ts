// Whether a program can serve MCP, which needs an extra of it. Nothing here knows VS Code.

import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { lastLine } from "../server/check";

const TIMEOUT_MS = 60_000; // a first start reads the libraries of the extra from a cold disk
const able = new Set<string>();

/** Returns why a program cannot serve MCP, and the fix; asks one that can only once. */
export async function whyNoMcp(program: string): Promise<string | undefined> {
  if (able.has(program)) return undefined;
  const said = await failureOf(program);
  if (said === undefined) {
    able.add(program);
    return undefined;
  }
  if (/needs an extra/.test(said)) {
    const fix = 'Install it again with [mcp] behind the name of the package, as in: uv tool install --force ".[mcp]"';
    return `${program} cannot serve MCP: it was installed without the extra “mcp”. ${fix}`;
  }
  return `${program} cannot serve MCP: ${said}`;
}

/** Starts a server whose client hangs up at once: it opens nothing, and ends well if it can serve. */
function failureOf(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, cwd: homedir(), windowsHide: true };
    const child = execFile(program, ["mcp"], options, (error, _stdout, stderr) => {
      if (error === null) resolve(undefined);
      else resolve(lastLine(stderr) || error.message);
    });
    child.stdin?.end();
  });
}
