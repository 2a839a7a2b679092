// What a reader of an answer in the panel must know.

import type { HybridSearchResult } from "../protocol";
import { remarks, shortcoming } from "../search/state";

export function noticeOf(answer: HybridSearchResult): string {
  const found = answer.hits.length === 0 ? "No hits." : "";
  const state = shortcoming(answer.index);
  const sentence = state === "" ? "" : `${state.charAt(0).toUpperCase()}${state.slice(1)}.`;
  return [found, sentence, remarks(answer)].filter((text) => text !== "").join(" ");
}
