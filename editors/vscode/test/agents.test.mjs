import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "./load.mjs";

const { fitted, withinBudget } = await load("agents/budget.ts");
const { registerCursorServer } = await load("agents/cursor.ts");
const { optionsOf } = await load("agents/mcpOptions.ts");
const { whyNoMcp } = await load("agents/mcpProbe.ts");
const { messageOf } = await load("agents/messages.ts");

const SEARCH = {
  name: "codebase_search",
  displayName: "Search the codebase",
  inputSchema: { properties: { query: {}, path: {}, max_tokens: { type: "integer", default: 1500 } } },
};
const STATUS = { name: "codebase_status", displayName: "State of the index", inputSchema: { properties: {} } };
const SERVER = { label: "lsp-codebase", command: "/bin/x", args: ["mcp", "--root", "/shop"], version: "1" };

test("a call asks for no more than the model has room for, where its tool takes a budget", () => {
  assert.deepEqual(withinBudget({ query: "x" }, SEARCH, undefined), { query: "x" });
  assert.deepEqual(withinBudget({ query: "x" }, SEARCH, 2000), { query: "x" });
  assert.deepEqual(withinBudget({ query: "x" }, SEARCH, 300.5), { query: "x", max_tokens: 300 });
  assert.deepEqual(withinBudget({ query: "x", max_tokens: 200 }, SEARCH, 300), { query: "x", max_tokens: 200 });
  assert.deepEqual(withinBudget({ query: "x", max_tokens: "many" }, SEARCH, 3), { query: "x", max_tokens: "many" });
  assert.deepEqual(withinBudget({}, STATUS, 3), {});
});

test("an answer that is too long is cut after a line, however the model counts", async () => {
  const text = Array.from({ length: 200 }, (_, i) => `line ${i}`).join("\n");
  const options = { tokenBudget: 60, countTokens: async (counted) => counted.length / 2 };
  const cut = await fitted(text, options, undefined);
  const [last, ...lines] = cut.split("\n").reverse();
  assert.match(last, /^\(cut: there is room for 60 tokens/);
  assert.ok(lines.length > 3 && cut.length <= 120);
  assert.ok(text.startsWith(lines.reverse().join("\n")));
  assert.equal(await fitted("short", options, undefined), "short");
  assert.equal(await fitted(text, { ...options, tokenBudget: 1 }, undefined), "");
});

test("people read which tool is called with what, as code", () => {
  assert.equal(messageOf(STATUS, {}), "State of the index");
  assert.equal(messageOf(SEARCH, { path: "src", query: "a\n  b" }), "Search the codebase: `a b`");
  assert.equal(messageOf(SEARCH, { query: "a `b` ``c``" }), "Search the codebase: ``` a `b` ``c`` ```");
  assert.ok(messageOf(SEARCH, { query: "x".repeat(1000) }).length < 120);
});

test("the MCP server is given the settings of the editor that are not the usual ones, but not its log", () => {
  const properties = {
    "lspCodebase.index.location": { default: "" },
    "lspCodebase.index.exclude": { default: [] },
    "lspCodebase.index.workers": { default: 0 },
    "lspCodebase.log.file": { default: "" },
  };
  const own = { "lspCodebase.server.path": { default: "lsp-codebase" } };
  const manifest = {
    contributes: { configuration: [{ title: "Extension", properties: own }, { title: "Server", properties }] },
  };
  const set = { "index.location": "/my index", "index.exclude": ["*.min.js"], "index.workers": 0, "log.file": "/log" };
  const options = optionsOf(manifest, { get: (key) => set[key] });
  assert.deepEqual(options, ["--set", "index.location=/my index", "--set", 'index.exclude=["*.min.js"]']);
});

function program(...lines) {
  const file = join(mkdtempSync(join(tmpdir(), "mcp-")), "lsp-codebase");
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return file;
}

test("a server without the extra is named with the fix, and asked again after it", async () => {
  const missing = program("echo \"this needs an extra: pip install 'lsp-codebase[mcp]'\" >&2", "exit 2");
  const reason = await whyNoMcp(missing);
  assert.match(reason, /without the extra “mcp”/);
  assert.match(reason, /uv tool install --force/);
  writeFileSync(missing, "#!/bin/sh\ncat\n");
  assert.equal(await whyNoMcp(missing), undefined);
  assert.match(await whyNoMcp(program("echo 'it is broken' >&2", "exit 1")), /cannot serve MCP: it is broken$/);
});

test("a server that can is asked once, with its input at an end", async () => {
  const count = join(mkdtempSync(join(tmpdir(), "mcp-")), "count");
  const able = program(`echo "$1" >> "${count}"`, "cat");
  assert.equal(await whyNoMcp(able), undefined);
  assert.equal(await whyNoMcp(able), undefined);
  assert.ok(existsSync(count));
  assert.equal(readFileSync(count, "utf8"), "mcp\n");
});

function cursor(offered, isAble = true) {
  const calls = [];
  const editor = {
    cursor: {
      mcp: { registerServer: (config) => calls.push(config), unregisterServer: (name) => calls.push(name) },
    },
  };
  let changed;
  const offer = {
    current: (isWantedByItself) => (isWantedByItself ? offered.server : undefined),
    check: async () => {
      if (!isAble) throw new Error("no extra");
    },
    onDidChange: (listener) => {
      changed = listener;
      return { dispose() {} };
    },
  };
  return { calls, offer, editor, change: () => changed() };
}

test("Cursor is given the server, another one when folders change, and none in the end", async () => {
  const offered = { server: SERVER };
  const { calls, offer, editor, change } = cursor(offered);
  const registered = registerCursorServer(editor, offer);
  await new Promise(setImmediate);
  change(); // to nothing else
  await new Promise(setImmediate);
  const config = { name: "lsp-codebase", server: { command: "/bin/x", args: ["mcp", "--root", "/shop"], env: {} } };
  assert.deepEqual(calls, [config]);
  offered.server = { ...SERVER, args: ["mcp", "--root", "/depot"] };
  change();
  await new Promise(setImmediate);
  assert.deepEqual(calls.slice(1), ["lsp-codebase", { ...config, server: { ...config.server, args: offered.server.args } }]);
  for (const one of registered) one.dispose();
  assert.equal(calls.at(-1), "lsp-codebase");
});

test("Cursor is given no server that cannot serve, and other editors have no part in it", async () => {
  const { calls, offer, editor } = cursor({ server: SERVER }, false);
  registerCursorServer(editor, offer);
  await new Promise(setImmediate);
  assert.deepEqual(calls, []);
  assert.deepEqual(registerCursorServer({}, offer), []);
});
