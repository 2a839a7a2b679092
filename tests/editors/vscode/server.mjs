// The server of the session, as a process. Given: SERVER_PID (the file in which it leaves its process id).

import { existsSync, readFileSync } from "node:fs";
import { wait } from "./driver.mjs";

/** Returns the process of a server, another one than `not`. Those asked for --version do not count. */
export async function serverProcess(not) {
  return wait("a server", () => {
    const pid = Number(readFileSync(process.env.SERVER_PID, "utf8"));
    const line = `/proc/${pid}/cmdline`;
    return pid !== not && existsSync(line) && readFileSync(line, "utf8").includes("--stdio") && pid;
  });
}

/** Does something while the server stands still: however long that takes, the server gets no further. */
export async function whileServerStands(pid, work) {
  process.kill(pid, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}
