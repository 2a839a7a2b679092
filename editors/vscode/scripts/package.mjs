// Builds lsp-codebase-VERSION.vsix, or the file named by `--out FILE`: checks, bundles, packs. Node 22 or newer.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { name, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = values.out ?? `${name}-${version}.vsix`;

function run(...command) {
  execFileSync("npm", command, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
}

/** Writes the licences of the modules that the bundle contains beside it. */
function writeLicences() {
  const { inputs } = JSON.parse(readFileSync(new URL("../out/meta.json", import.meta.url), "utf8"));
  const modules = Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(modules)].sort().map((module) => {
    const place = new URL(`../node_modules/${module}/`, import.meta.url);
    const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${module} has no licence file`);
    return `${module}\n\n${readFileSync(new URL(file, place), "utf8").trim()}\n`;
  });
  writeFileSync(new URL("../out/THIRD-PARTY.txt", import.meta.url), texts.join(`\n${"-".repeat(80)}\n\n`));
}

run("run", "check");
run("run", "bundle");
writeLicences();
const flags = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "--no-rewrite-relative-links"];
run("exec", "--", "vsce", "package", ...flags, "--out", out);
