// How often a server may end by itself before it is left alone. Nothing here knows VS Code.

const MOST = 3;
const WITHIN_MS = 3 * 60_000;

export class Crashes {
  private times: number[] = [];

  /** Notes that the server ended unasked; returns whether it is to be started again. */
  mayRestart(now = Date.now()): boolean {
    this.times = [...this.times.filter((time) => now - time < WITHIN_MS), now];
    return this.times.length <= MOST;
  }

  forget(): void {
    this.times = [];
  }
}
