// How far the indexes are, in the same words wherever it is told. Nothing here knows VS Code.

import type { IndexStatus } from "../protocol";

/** Indexing under way, as the server tells of it. */
export interface Work {
  title: string;
  percentage?: number;
  message?: string;
}

const UNFINISHED = new Set<IndexStatus["phase"]>(["starting", "scanning", "indexing"]);

/** Whether more may be found later. */
export function isUnfinished({ phase }: IndexStatus): boolean {
  return UNFINISHED.has(phase);
}

/** The percentage of a work, with a blank in front; empty until there is one. */
export function percentOf(work: Work | undefined): string {
  return work?.percentage === undefined ? "" : ` ${work.percentage} %`;
}

/** What keeps an index from answering in full; empty when nothing does. */
export function shortcoming(status: IndexStatus, work?: Work): string {
  const { phase, vectors, message } = status;
  if (isUnfinished(status) && work !== undefined) return `still indexing${percentOf(work)}`;
  switch (phase) {
    case "starting":
      return "the index is being opened";
    case "scanning":
      return "looking for changed files";
    case "indexing":
      return "still indexing";
    case "embedding":
      return `by words alone until vectors are there${percentOf(work)}`;
    case "failed":
      return `indexing failed${message === undefined ? "" : `: ${message}`}`;
    case "disabled":
      return "the index is turned off";
    case "ready":
      return vectors.model === undefined ? "by words alone: there is no embedding model" : "";
  }
}
