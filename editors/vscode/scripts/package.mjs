// Builds lsp-codebase-VERSION.vsix, or the file named by `--out FILE`: checks, bundles, packs. Node 22 or newer.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { name, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = values.out ?? `${name}-${version}.vsix`;

function run(...command) {
  execFileSync("npm", command, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
}

run("run", "check");
run("run", "bundle");
const flags = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "--no-rewrite-relative-links"];
run("exec", "--", "vsce", "package", ...flags, "--out", out);
