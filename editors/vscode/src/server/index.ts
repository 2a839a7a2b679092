// The server: everyone else uses `client`, `explain`, `showLog`, and the status item what happens to it.

export type { WorkDone } from "./languageClient";
export { Server } from "./server";
export type { ServerState } from "./state";
