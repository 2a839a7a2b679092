// What is asked and answered of directories: `codebase/directoryTree`.

import { RequestType } from "vscode-languageclient/node";

export type Preset = "default" | "void" | "aigne";

export interface DirectoryTreeParams {
  uri?: string;
  preset?: Preset;
  format?: "text" | "json";
  maxTokens?: number;
  symbols?: boolean;
  coreFiles?: boolean;
  ifNoneMatch?: string;
}

export interface TreeSymbol {
  name: string;
  kind: number;
  line: number;
}

export interface TreeEntry {
  name: string;
  uri: string;
  kind: "file" | "directory" | "symlink";
  size?: number;
  children?: TreeEntry[];
  omitted?: number;
  excluded?: boolean;
  symbols?: TreeSymbol[];
  error?: string;
}

export interface DirectoryTreeResult {
  truncated: boolean;
  etag: string;
  stats: { entries: number; files: number; directories: number; characters: number; error?: string };
  text?: string;
  roots?: TreeEntry[];
  cutBy?: string[];
  coreFiles?: { uri: string }[];
  notModified?: boolean;
}

export const DirectoryTree = new RequestType<DirectoryTreeParams, DirectoryTreeResult, void>("codebase/directoryTree");
