import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { faceOf, searchOf } = await load("status/face.ts");
const { statusPage } = await load("status/statusPage.ts");
const { doctorPage } = await load("status/doctorPage.ts");

const RUNNING = { kind: "running", pid: 7, program: "/bin/lsp-codebase", version: "0.1.0" };
const READY = {
  folder: "file:///home/me/my%20shop",
  phase: "ready",
  files: { indexed: 7, total: 8, skipped: 1, failed: 0 },
  chunks: 9,
  symbols: 11,
  vectors: { done: 9, total: 9, model: "builtin@1" },
  generation: 3,
  role: "writer",
  stale: false,
};
const LEXICAL = { ...READY, vectors: { done: 0, total: 0 }, message: "search is lexical: the model cannot be loaded" };

function shown(...statuses) {
  const { text, level } = faceOf(RUNNING, statuses);
  return `${level}: ${text}`;
}

test("the item tells the worst of all folders", () => {
  assert.equal(shown(READY), "good: $(check) Codebase");
  assert.equal(shown(READY, LEXICAL), "warning: $(warning) Codebase: words only");
  assert.equal(shown(READY, LEXICAL, { ...READY, phase: "failed" }), "error: $(error) Codebase: failed");
  assert.equal(shown({ ...READY, stale: true }), "good: $(check) Codebase"); // a save that is about to be read
  assert.equal(shown({ ...READY, stale: true, message: "stopped, 1 of 8" }), "warning: $(debug-pause) Codebase: stopped");
  assert.equal(shown({ ...READY, settingsProblems: ["x"] }), "warning: $(warning) Codebase: settings");
});

test("no model is no fault where none is wanted", () => {
  assert.equal(faceOf(RUNNING, [LEXICAL], undefined, false).level, "good");
  assert.equal(searchOf(LEXICAL), "by words only");
});

test("indexing is shown with its percentage and the file it is at", () => {
  const work = { title: "Indexing my shop", percentage: 34, message: "3/8 src/a.py" };
  const face = faceOf(RUNNING, [{ ...READY, phase: "indexing" }], work);
  assert.equal(face.text, "$(sync~spin) Indexing my shop 34 %");
  assert.equal(face.lines[0], "3/8 src/a.py");
});

test("another process that serves the index is named, but not where a launcher hides who we are", () => {
  const host = { pid: 5, clients: [{ name: "Neovim", pid: 5 }, { name: "Visual Studio Code", pid: 7 }] };
  const face = faceOf(RUNNING, [{ ...READY, host }]);
  assert.equal(face.text, "$(link) Codebase");
  assert.match(face.lines[0], /served by Neovim \(process 5\)/);
  assert.equal(faceOf({ ...RUNNING, pid: 99 }, [{ ...READY, host }]).text, "$(check) Codebase");
});

test("what a server tells is escaped on the pages", () => {
  const nasty = { ...READY, message: "<script>alert(1)</script>", problems: [{ uri: `${READY.folder}/a"b.py`, reason: "<b>" }] };
  const page = statusPage(RUNNING, [nasty]);
  assert.ok(!page.includes("<script"));
  assert.ok(page.includes("&lt;b&gt;"));
  assert.ok(page.includes("default-src 'none'"));
  assert.ok(!doctorPage([{ folder: "file:///a", name: "<i>", state: "ok", detail: "" }]).includes("<i>"));
});

test("repair is offered where something is damaged", () => {
  const check = { folder: "file:///a", name: "chunks", state: "ok", detail: "" };
  assert.ok(!doctorPage([check]).includes("Repair"));
  assert.ok(doctorPage([{ ...check, state: "damaged" }]).includes("command:lspCodebase.repair"));
});

test("a name that is no UTF-8 is shown as the URI has it", () => {
  const odd = { ...READY, problems: [{ uri: `${READY.folder}/caf%E9.py`, reason: "unreadable" }] };
  assert.match(statusPage(RUNNING, [odd]), /caf%E9\.py/);
  assert.match(faceOf(RUNNING, [{ ...READY, folder: "file:///home/caf%E9" }]).lines[0], /^caf%E9: ready/);
});
