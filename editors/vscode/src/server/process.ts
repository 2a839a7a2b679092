// The process of the server: its start, the last it said, and its end, for which it is given time.

import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import { CannotStart, lastLine } from "./check";

const END_MS = 15_000; // a commit under way is written to its end, on a busy machine too
const MOST_KEPT = 4000; // characters

export class ServerProcess {
  private said = "";
  private readonly ended: Promise<void>;

  private constructor(readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once("exit", () => resolve()));
    child.stderr?.on("data", (data: Buffer) => {
      this.said = (this.said + data.toString()).slice(-MOST_KEPT);
    });
  }

  /** Starts a program; in the home folder, since what lies in a workspace must not decide what is loaded. */
  static start(program: string): Promise<ServerProcess> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, ["--stdio"], { cwd: homedir(), windowsHide: true });
      child.once("error", (error) => reject(new CannotStart("wrong", `${program} cannot be run: ${error.message}.`)));
      child.once("spawn", () => resolve(new ServerProcess(child)));
    });
  }

  /** Why it ended, as far as it can be told: its last line on standard error, or how it went. */
  get lastWords(): string {
    const { exitCode, signalCode } = this.child;
    return lastLine(this.said) || (signalCode !== null ? `ended by ${signalCode}` : `exit code ${exitCode ?? "unknown"}`);
  }

  /** Waits until the process has ended, which it was asked to; ends it if that takes too long. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.child.kill("SIGKILL"), END_MS);
    await this.ended;
    clearTimeout(timer);
  }
}
