// What a user should know of an answer: how complete it is, how well it fits. Knows nothing of VS Code.

import type { HybridSearchResult, IndexStatus } from "../protocol";

/** What keeps the index from answering in full; empty when nothing does. */
export function shortcoming({ phase, files, vectors, message }: IndexStatus): string {
  switch (phase) {
    case "starting":
      return "the index is being opened";
    case "scanning":
      return "looking for changed files";
    case "indexing":
      return `still indexing, ${percent(files.indexed + files.skipped + files.failed, files.total)} %`;
    case "embedding":
      return `by words alone until vectors are there, ${percent(vectors.done, vectors.total)} %`;
    case "failed":
      return `indexing failed${message === undefined ? "" : `: ${message}`}`;
    case "disabled":
      return "the index is turned off";
    case "ready":
      return vectors.model === undefined ? "by words alone: there is no embedding model" : "";
  }
}

/** What a user should know of the hits; empty when they are as good as they look. */
export function remarks({ hits, confidence, notes }: HybridSearchResult): string {
  const weak = confidence === "none" && hits.length > 0 ? ["Nothing matches well; these are the nearest."] : [];
  return [...weak, ...(notes ?? [])].join(" ");
}

function percent(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total);
}
