// The rows of the panel: searches, their files, their hits, the lines and calls below a hit.

import type * as vscode from "vscode";
import type { Relation } from "../protocol";
import type { HitRow } from "../search/hits";
import { matchedLines, type ShownLine } from "./lines";
import type { Search } from "./search";

export class FileNode {
  readonly kind = "file";
  hits: HitNode[] = [];

  constructor(
    readonly parent: Search,
    readonly uri: vscode.Uri,
  ) {}
}

export class HitNode {
  readonly kind = "hit";
  readonly lines: LineNode[];
  readonly calls: CallsNode[];

  constructor(
    readonly parent: FileNode,
    readonly row: HitRow,
  ) {
    this.lines = matchedLines(row).map((line) => new LineNode(this, row.uri, line));
    this.calls = mayBeCalled(row.hit) ? [new CallsNode(this, "caller"), new CallsNode(this, "callee")] : [];
  }
}

export class LineNode {
  readonly kind = "line";

  constructor(
    readonly parent: HitNode | CallNode,
    readonly uri: vscode.Uri,
    readonly shown: ShownLine,
  ) {}
}

/** "Called by" or "Calls" below a hit: asked for when it is opened. */
export class CallsNode {
  readonly kind = "calls";
  children: Promise<(CallNode | NoteNode)[]> | undefined;

  constructor(
    readonly parent: HitNode,
    readonly relation: Relation,
  ) {}
}

/** The other end of calls; below it stand the lines that call, if there are several, and its own calls. */
export class CallNode {
  readonly kind = "call";
  children: Promise<(LineNode | CallNode | NoteNode)[]> | undefined;

  constructor(
    readonly parent: CallsNode | CallNode,
    readonly call: CallRow,
  ) {}
}

export interface CallRow {
  relation: Relation;
  name: string;
  kind?: number;
  uri: vscode.Uri;
  /** The definition at the other end. */
  definition: vscode.Position;
  /** Lines that call, and their files. */
  sites: (ShownLine & { uri: vscode.Uri })[];
}

export class NoteNode {
  readonly kind = "note";

  constructor(
    readonly parent: CallsNode | CallNode,
    readonly text: string,
  ) {}
}

/** The last row of an answer that was cut. */
export class MoreNode {
  readonly kind = "more";

  constructor(readonly parent: Search) {}
}

export type Node = Search | FileNode | HitNode | LineNode | CallsNode | CallNode | NoteNode | MoreNode;

const CALLED = new Set([5, 6, 9, 11, 12, 23]); // class, method, constructor, interface, function, struct

export function mayBeCalled({ name, kind }: { name?: string; kind?: number }): boolean {
  return name !== undefined && kind !== undefined && CALLED.has(kind);
}
