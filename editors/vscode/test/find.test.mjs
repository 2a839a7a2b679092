import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { findProgram, placesOf } = await load("server/find.ts");

const LINUX = { env: { PATH: "/usr/bin:bin:.:/opt/x" }, home: "/home/me", platform: "linux", trustedFolders: [] };

function found(setting, where, ...there) {
  return findProgram(setting, where, (path) => there.includes(path));
}

test("a program is looked for on PATH, then where uv and pipx put it", () => {
  const local = "/home/me/.local/bin/lsp-codebase";
  assert.equal(found("lsp-codebase", LINUX, "/usr/bin/lsp-codebase", local), "/usr/bin/lsp-codebase");
  assert.equal(found("", LINUX, local), local);
  assert.equal(found("", { ...LINUX, env: { UV_TOOL_BIN_DIR: "/tools" } }, "/tools/lsp-codebase"), "/tools/lsp-codebase");
});

test("relative folders of PATH, which mean the workspace, are not looked at", () => {
  assert.deepEqual(placesOf("x", LINUX).filter((path) => !path.startsWith("/")), []);
  assert.ok(!placesOf("x", LINUX).includes("/bin/x"));
});

test("an environment in the workspace is used only if the workspace is trusted, and after all others", () => {
  const inside = "/home/me/shop/.venv/bin/lsp-codebase";
  const trusted = { ...LINUX, trustedFolders: ["/home/me/shop"] };
  assert.equal(found("", LINUX, inside), undefined);
  assert.equal(found("", { ...LINUX, env: { VIRTUAL_ENV: "/home/me/shop/.venv" } }, inside), undefined);
  assert.equal(found("", trusted, inside), inside);
  assert.equal(found("", trusted, inside, "/opt/x/lsp-codebase"), "/opt/x/lsp-codebase");
});

test("a path means itself, and is absolute or begins at home", () => {
  assert.equal(found("/opt/server", LINUX, "/opt/server"), "/opt/server");
  assert.equal(found("~/server", LINUX, "/home/me/server"), "/home/me/server");
  assert.equal(found("tools/server", LINUX, "tools/server", "/usr/bin/server"), undefined);
});

test("on Windows programs end in .exe, and environments have Scripts", () => {
  const windows = {
    env: { Path: "C:\\Windows;tools" },
    home: "C:\\Users\\me",
    platform: "win32",
    trustedFolders: ["D:\\work"],
  };
  assert.equal(placesOf("lsp-codebase", windows)[0], "C:\\Windows\\lsp-codebase.exe");
  assert.ok(placesOf("lsp-codebase", windows).includes("C:\\Users\\me\\.local\\bin\\lsp-codebase.exe"));
  assert.ok(placesOf("lsp-codebase", windows).includes("D:\\work\\.venv\\Scripts\\lsp-codebase.exe"));
  assert.equal(found("lsp-codebase.exe", windows, "C:\\Windows\\lsp-codebase.exe"), "C:\\Windows\\lsp-codebase.exe");
});
