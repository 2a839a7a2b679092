import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "./load.mjs";

const { checkedVersion, isAtLeast, versionIn } = await load("server/check.ts");
const { Crashes } = await load("server/crashes.ts");

function program(...lines) {
  const file = join(mkdtempSync(join(tmpdir(), "check-")), "program");
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return file;
}

function refused(why, ...words) {
  return (error) => error.why === why && !error.message.includes("\n") && words.every((word) => error.message.includes(word));
}

test("the version is that of a program that calls itself lsp-codebase", async () => {
  assert.equal(versionIn("lsp-codebase 1.2.3rc1"), "1.2.3rc1");
  assert.equal(versionIn("lsp-codebase-of-mine 1.2.3"), undefined);
  assert.equal(await checkedVersion(program("echo lsp-codebase 9.1.0")), "9.1.0");
});

test("versions are compared by their numbers", () => {
  assert.ok(isAtLeast("0.10.0", "0.9.1"));
  assert.ok(isAtLeast("1.0", "1.0.0"));
  assert.ok(isAtLeast("0.1.0.dev3", "0.1.0"));
  assert.ok(!isAtLeast("0.0.9", "0.1.0"));
});

test("another program is named with its answer and the fix", async () => {
  await assert.rejects(checkedVersion("/bin/echo"), refused("wrong", "/bin/echo", "--version", "lspCodebase.server.path"));
  const silent = program("exit 0");
  await assert.rejects(checkedVersion(silent), refused("wrong", silent, "answers nothing"));
});

test("of a program that fails the last line is shown, never a traceback", async () => {
  const broken = program("echo 'Traceback (most recent call last):' >&2", "echo 'ImportError: no wheel' >&2", "exit 1");
  await assert.rejects(checkedVersion(broken), refused("wrong", "ImportError: no wheel"));
  await assert.rejects(checkedVersion(broken), (error) => !error.message.includes("Traceback"));
});

test("a server that is too old is named with how to update it", async () => {
  const old = program("echo lsp-codebase 0.0.9");
  await assert.rejects(checkedVersion(old), refused("old", "0.0.9", "uv tool install --reinstall ."));
});

test("a server that ends within minutes is started again three times in a row, and one that ran for long once more", () => {
  const crashes = new Crashes();
  const minute = 60_000;
  assert.deepEqual([0, 1, 2, 3].map((ran) => crashes.mayRestart(ran)), [true, true, true, false]);
  assert.ok(crashes.mayRestart(10 * minute));
});
