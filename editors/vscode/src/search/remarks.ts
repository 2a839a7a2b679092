// What a user should know of the hits of an answer. Knows nothing of VS Code.

import type { HybridSearchResult } from "../protocol";

/** Returns sentences; empty when the hits are as good as they look. */
export function remarks({ hits, confidence, notes }: HybridSearchResult): string {
  const weak = confidence === "none" && hits.length > 0 ? ["Nothing matches well; these are the nearest."] : [];
  return [...weak, ...(notes ?? [])].join(" ");
}
