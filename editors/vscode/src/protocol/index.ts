// The part of the server's wire contract, version 1, that this extension uses.

export * from "./calls";
export * from "./callTool";
export * from "./context";
export * from "./definitions";
export * from "./history";
export * from "./search";
export * from "./status";
export * from "./tree";
