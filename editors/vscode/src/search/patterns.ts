// The patterns of "Go to Symbol" (Ctrl+T) that VS Code's own filter drops there, told as operators of a search.

import type { Mode } from "../protocol";

/** Operators by what may stand behind `:`, `#` or `@` in front of a name. */
const KINDS: Record<string, string> = {
  class: "kind:class,struct",
  interface: "kind:interface",
  trait: "kind:interface",
  struct: "kind:struct",
  enum: "kind:enum",
  type: "kind:type",
  function: "kind:func",
  func: "kind:func",
  fn: "kind:func",
  def: "kind:func",
  method: "kind:method,constructor",
  constructor: "kind:constructor",
  field: "kind:field,property",
  property: "kind:property,field",
  variable: "kind:variable",
  var: "kind:variable",
  constant: "kind:constant",
  const: "kind:constant",
  member: "kind:enummember",
  module: "kind:module,namespace,package",
  namespace: "kind:namespace,module,package",
  event: "kind:event",
  operator: "kind:operator",
};

/** `?how is it done` -> by words and meaning; `:class Foo in:src *.js` -> `kind:class,struct Foo path:… file:*.js`. */
export function asOperators(text: string, mode: Mode): { query: string; mode: Mode } {
  const query = text.trim();
  if (query.startsWith("?") && query.length > 1) {
    return { query: query.slice(1).trim(), mode: mode === "auto" ? "hybrid" : mode };
  }
  if (/^["'`]/.test(query)) return { query, mode };
  const [first = "", ...others] = query.split(/\s+/);
  if (others.length === 0) return { query, mode };
  const kind = /^[:#@]/.test(first) ? KINDS[first.slice(1).toLowerCase()] : undefined;
  return { query: [kind ?? first, ...others.map(asOperator)].join(" "), mode };
}

function asOperator(word: string): string {
  const folder = /^in:\/*(.+?)\/*$/i.exec(word)?.[1];
  if (folder !== undefined) return `path:**/${folder}*/**`;
  return /^(\*\.\w+|[\w./*-]+\/[\w.-]*\*[\w.*-]*)$/.test(word) ? `file:${word}` : word;
}
