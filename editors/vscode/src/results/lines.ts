// The lines of a hit: which one stands for it, and where the query stands in it.

import * as vscode from "vscode";
import type { HitRow } from "../search/hits";

const MOST_BEFORE_A_MARK = 60; // characters: what stands further right would not be seen
const MOST_LINES = 20; // below a hit

/** A line as a row shows it: without its indentation, with the places to highlight. */
export interface ShownLine {
  line: number;
  text: string;
  marks: [number, number][];
}

/** The line that a hit is shown by: that of its name or of its first match, else its most telling one. */
export function tellingLine(row: HitRow): ShownLine {
  const first = row.lines.start.line;
  const telling = rawLines(row).findIndex((line) => line.trim() === row.hit.preview);
  const found = row.target.isEmpty ? first + Math.max(0, telling) : row.target.start.line;
  return shownLine(row, found) ?? { line: found, text: row.hit.preview, marks: [] };
}

/** The other lines in which the query stands. */
export function matchedLines(row: HitRow): ShownLine[] {
  const told = tellingLine(row).line;
  const lines = [...new Set(row.matches.map((range) => range.start.line))].filter((line) => line !== told);
  return lines.slice(0, MOST_LINES).flatMap((line) => shownLine(row, line) ?? []);
}

/** Where a hit leads: its name, its match, or the beginning of its telling line. */
export function leadsTo(row: HitRow): vscode.Range {
  if (!row.target.isEmpty) return row.target;
  const { line } = tellingLine(row);
  return new vscode.Range(line, 0, line, 0);
}

/** The lines of a hit as they stand in the file. */
export function rawLines(row: HitRow): string[] {
  return row.hit.text?.split("\n") ?? [];
}

function shownLine(row: HitRow, line: number): ShownLine | undefined {
  const raw = rawLines(row)[line - row.lines.start.line];
  if (raw === undefined) return undefined;
  const isHere = (range: vscode.Range) => range.isSingleLine && range.start.line === line;
  const matches = row.matches.filter(isHere);
  const told = matches.length > 0 ? matches : [row.target].filter(isHere);
  const marks = told.map((range): [number, number] => [range.start.character, range.end.character]);
  return { line, ...excerpt(raw, apart(marks)) };
}

function excerpt(raw: string, marks: [number, number][]): Pick<ShownLine, "text" | "marks"> {
  const indentation = raw.length - raw.trimStart().length;
  const first = marks[0]?.[0] ?? 0;
  const cut = first - indentation > MOST_BEFORE_A_MARK ? first - MOST_BEFORE_A_MARK / 2 : indentation;
  const lead = cut > indentation ? "…" : "";
  const moved = marks.map(([start, end]): [number, number] => [start - cut + lead.length, end - cut + lead.length]);
  return { text: lead + raw.slice(cut).trimEnd(), marks: moved };
}

/** Marks in order, without those that overlap an earlier one. */
function apart(marks: [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const mark of marks.filter(([start, end]) => end > start).sort(([one], [other]) => one - other)) {
    if (mark[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(mark);
  }
  return kept;
}
