// How often a server may end by itself before it is left alone. Nothing here knows VS Code.

const MOST = 3;
/** Of running: how long a start takes, or how busy the machine is, does not count. */
const SOON_MS = 3 * 60_000;

export class Crashes {
  private inARow = 0;

  /** Notes that the server ended unasked, after it ran so long; returns whether it is to be started again. */
  mayRestart(ranMs: number): boolean {
    this.inARow = ranMs < SOON_MS ? this.inARow + 1 : 1;
    return this.inARow <= MOST;
  }

  forget(): void {
    this.inARow = 0;
  }
}
