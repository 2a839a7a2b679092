// The server: everyone else uses `client`, `explain`, `showLog`, and what is known of its indexes.

export type { Indexes } from "./indexes";
export { isUnfinished, shortcoming } from "./progress";
export { Server } from "./server";
export { SECTION } from "./settings";
