// What the server of this window is doing.

import type { CannotStart } from "./check";

export type ServerState =
  | { kind: "off" }
  | { kind: "starting" }
  | { kind: "running"; pid: number | undefined; program: string; version: string }
  | { kind: "failed"; error: CannotStart };
