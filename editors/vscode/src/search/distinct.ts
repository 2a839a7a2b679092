// Which hits of an answer say something new. Knows nothing of VS Code.

import type { Hit, Mode } from "../protocol";

/** Whether hits are lines that hold a text: many may lie in one definition. */
export function isLineMode(mode: Mode): boolean {
  return mode === "exact" || mode === "regex";
}

/** Returns hits without those at a place that is there already, and without further parts of one definition. */
export function distinct(hits: readonly Hit[], mode: Mode): Hit[] {
  const places = new Set<string>();
  const definitions = new Map<string, boolean>(); // whether the hit was its beginning
  return hits.filter((hit) => {
    const { uri, range } = hit.location;
    const start = ((isLineMode(mode) ? hit.matches?.[0] : undefined) ?? hit.selectionRange ?? range).start;
    const place = `${uri} ${start.line}:${start.character}`;
    const definition = `${uri} ${hit.container} ${hit.name} ${hit.kind}`;
    const begins = hit.selectionRange !== undefined;
    const isPart =
      !isLineMode(mode) &&
      hit.name !== undefined &&
      definitions.has(definition) &&
      !(begins && definitions.get(definition)); // two beginnings are two definitions of one name
    if (places.has(place) || isPart) return false;
    places.add(place);
    definitions.set(definition, begins);
    return true;
  });
}
