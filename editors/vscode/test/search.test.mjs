import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { distinct } = await load("search/distinct.ts");
const { describe, NO_FILTERS, toParams } = await load("search/filters.ts");
const { History } = await load("search/history.ts");
const { asOperators } = await load("search/patterns.ts");
const { remarks, shortcoming } = await load("search/state.ts");

function historyOf(...queries) {
  const kept = new Map([["search.history", queries]]);
  return new History({
    get: (key, otherwise) => kept.get(key) ?? otherwise,
    update: async (key, value) => void kept.set(key, value),
  });
}

const INDEX = {
  folder: "file:///w",
  phase: "ready",
  files: { indexed: 30, total: 100, skipped: 3, failed: 1 },
  chunks: 0,
  symbols: 0,
  vectors: { done: 1, total: 4, model: "builtin" },
  role: "writer",
  stale: false,
};

test("without filters only the query is asked", () => {
  assert.deepEqual(toParams("get user", NO_FILTERS), { query: "get user" });
});

test("every filter is in the request and in the title", () => {
  const filters = {
    mode: "lexical",
    codeOnly: true,
    language: "go",
    kind: "func",
    folder: { uri: "file:///w/src", name: "src" },
    include: ["*.go"],
  };
  const { query, exclude, ...params } = toParams("x", filters);
  assert.equal(query, "x");
  assert.ok(exclude?.length);
  assert.deepEqual(params, {
    mode: "lexical",
    languages: ["go"],
    kinds: ["func"],
    folder: "file:///w/src",
    include: ["*.go"],
    sourceCodeOnly: true,
  });
  const shown = describe(filters);
  assert.equal(shown, "words · functions and methods · code only · go · in src · *.go");
});

test("a literal and a regular expression are asked as they stand", () => {
  for (const mode of ["exact", "regex"]) {
    const params = toParams(":class in:src *.js ", { ...NO_FILTERS, mode });
    assert.deepEqual(params, { query: ":class in:src *.js ", mode });
  }
});

test("the patterns of Go to Symbol become operators", () => {
  const cases = {
    "?how is it done": "how is it done",
    ":class Foo": "kind:class,struct Foo",
    "#method get": "kind:method,constructor get",
    "foo in:src/net/": "foo path:**/src/net*/**",
    "foo *.js": "foo file:*.js",
    "foo src/*.go": "foo file:src/*.go",
  };
  for (const [pattern, query] of Object.entries(cases)) assert.equal(asOperators(pattern, "auto").query, query);
  assert.equal(asOperators("?how is it done", "auto").mode, "hybrid");
});

test("code and words are no patterns", () => {
  for (const text of ["@property", "#define class", '":class Foo"', "a.*b c.*d", "std::string x", "x * y", "?", "what if ?"]) {
    assert.deepEqual(asOperators(text, "auto"), { query: text, mode: "auto" });
  }
});

test("the history holds each query once, the last one first", async () => {
  const history = historyOf("a", "b");
  await history.add("b");
  assert.deepEqual(history.queries, ["b", "a"]);
  await history.remove("b");
  assert.deepEqual(history.queries, ["a"]);
});

test("the history holds the last thirty queries", async () => {
  const history = historyOf();
  for (let n = 0; n < 40; n++) await history.add(String(n));
  assert.equal(history.queries.length, 30);
  assert.equal(history.queries[0], "39");
});

test("an index that is not complete says what is missing, a complete one nothing", () => {
  assert.equal(shortcoming(INDEX), "");
  assert.equal(shortcoming({ ...INDEX, phase: "indexing" }), "still indexing, 34 %");
  assert.equal(shortcoming({ ...INDEX, phase: "embedding" }), "by words alone until vectors are there, 25 %");
  assert.match(shortcoming({ ...INDEX, vectors: { done: 0, total: 0 } }), /by words alone/);
  assert.match(shortcoming({ ...INDEX, phase: "failed", message: "disk is full" }), /disk is full/);
});

test("weak hits and notes of the server are told", () => {
  const hit = { location: { uri: "", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } } };
  const answer = { hits: [hit], confidence: "none", notes: ["One."] };
  assert.equal(remarks(answer), "Nothing matches well; these are the nearest. One.");
  assert.equal(remarks({ ...answer, confidence: "high", notes: [] }), "");
});

function hitAt(line, name, nameLine) {
  const at = (n) => ({ start: { line: n, character: 0 }, end: { line: n + 1, character: 0 } });
  const selection = nameLine === undefined ? {} : { selectionRange: at(nameLine) };
  return { location: { uri: "file:///w/a.py", range: at(line) }, matches: [at(line)], name, kind: 12, ...selection };
}

test("a further part of a definition is no row of its own, whichever part is better", () => {
  const beginning = hitAt(10, "get", 11);
  const part = hitAt(30, "get");
  assert.deepEqual(distinct([beginning, part], "hybrid"), [beginning]);
  assert.deepEqual(distinct([part, beginning], "hybrid"), [part]);
});

test("two definitions of one name in a file are two rows, a place is one", () => {
  const [first, second] = [hitAt(10, "get", 11), hitAt(50, "get", 51)];
  assert.deepEqual(distinct([first, second, hitAt(11, "get", 11)], "symbol"), [first, second]);
});

test("every line that holds a literal is a row", () => {
  const lines = [hitAt(10, "get"), hitAt(12, "get")];
  assert.deepEqual(distinct(lines, "exact"), lines);
});
