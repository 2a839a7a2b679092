// What narrows a search, as the picker keeps it, and the request that follows. Knows nothing of VS Code.

import type { HybridSearchParams, Mode, SearchFilters } from "../protocol";
import { asOperators } from "./patterns";

export interface Filters {
  mode: Mode;
  codeOnly: boolean;
  language?: string;
  /** A name of a symbol kind that the server takes. */
  kind?: string;
  folder?: { uri: string; name: string };
  include?: string[];
}

export const NO_FILTERS: Filters = { mode: "auto", codeOnly: false };

/** Modes by the words that users know; the first is without a filter. */
export const MODES: { mode: Mode; name: string; detail: string }[] = [
  { mode: "auto", name: "Automatic", detail: "The form of the query decides: a name, words, a \"literal\", a pattern" },
  { mode: "hybrid", name: "Words and meaning", detail: "Also code that says it in other words" },
  { mode: "lexical", name: "Words", detail: "Only code that holds the words" },
  { mode: "vector", name: "Meaning", detail: "Only code that does what is described" },
  { mode: "symbol", name: "Names", detail: "Definitions called so, typing errors included" },
  { mode: "exact", name: "Literal text", detail: "Lines that hold the text as it stands" },
  { mode: "regex", name: "Regular expression", detail: "Lines that match the pattern (RE2)" },
];

/** Kinds of definitions by the words that users know. */
export const KINDS: { kind: string; name: string }[] = [
  { kind: "func", name: "Functions and methods" },
  { kind: "type", name: "Classes and other types" },
  { kind: "class", name: "Classes" },
  { kind: "interface", name: "Interfaces and traits" },
  { kind: "struct", name: "Structs" },
  { kind: "enum", name: "Enums" },
  { kind: "method", name: "Methods" },
  { kind: "constructor", name: "Constructors" },
  { kind: "field", name: "Fields" },
  { kind: "property", name: "Properties" },
  { kind: "const", name: "Constants" },
  { kind: "var", name: "Variables" },
  { kind: "module", name: "Modules" },
];

/** Tests and documents, which are left out with "code only" beside all that is no code. */
const NOT_CODE = [
  "{test,tests,__tests__,spec,specs,testdata,fixtures}/",
  "{doc,docs}/",
  "{test_*,*_test,*.test,*.spec,*_spec}.*",
  "conftest.py",
];

/** The request for a query, without the place of the user. */
export function toParams(text: string, filters: Filters): HybridSearchParams {
  const { mode, language, kind, folder, codeOnly, include } = filters;
  const isLiteral = mode === "exact" || mode === "regex";
  const { query, mode: wanted } = isLiteral ? { query: text, mode } : asOperators(text, mode);
  const params: SearchFilters = {
    ...(wanted === "auto" ? {} : { mode: wanted }),
    ...(language === undefined ? {} : { languages: [language] }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(folder === undefined ? {} : { folder: folder.uri }),
    ...(include === undefined ? {} : { include }),
    ...(codeOnly ? { sourceCodeOnly: true, exclude: NOT_CODE } : {}),
  };
  return { query, ...params };
}

/** The filters that are on, for a title; empty without any. */
export function describe({ mode, codeOnly, language, kind, folder, include }: Filters): string {
  const words = [
    mode === "auto" ? undefined : nameOfMode(mode).toLowerCase(),
    kind === undefined ? undefined : nameOfKind(kind).toLowerCase(),
    codeOnly ? "code only" : undefined,
    language,
    folder === undefined ? undefined : `in ${folder.name}`,
    include?.join(", "),
  ];
  return words.filter((word) => word !== undefined).join(" · ");
}

function nameOfMode(wanted: Mode): string {
  return MODES.find(({ mode }) => mode === wanted)?.name ?? wanted;
}

function nameOfKind(wanted: string): string {
  return KINDS.find(({ kind }) => kind === wanted)?.name ?? wanted;
}
