// What a reader of an answer must know: that the index is not complete, that nothing matches well, how it was read.

import type { HybridSearchResult, IndexStatus } from "../protocol";

export function noticeOf({ index, hits, confidence, notes }: HybridSearchResult): string {
  const isWeak = confidence === "none" && hits.length > 0;
  const found = hits.length === 0 ? "No hits." : isWeak ? "Nothing matches well; these are the nearest." : "";
  return [found, stateOf(index), ...(notes ?? [])].filter((text) => text !== "").join(" ");
}

function stateOf({ phase, files, vectors, message }: IndexStatus): string {
  if (phase === "ready") return "";
  if (phase === "failed") return `Indexing failed: ${message ?? "see the log"}.`;
  if (phase === "disabled") return "The index is turned off by the setting index.enabled.";
  if (phase === "embedding") return `Found by words; meaning follows, ${percent(vectors.done, vectors.total)} so far.`;
  return phase === "indexing" ? `Still indexing, ${percent(files.indexed, files.total)}.` : "Still opening the index.";
}

function percent(done: number, total: number): string {
  return `${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
