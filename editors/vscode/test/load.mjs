// Bundles modules of the extension that know no VS Code, and loads them.

import { build } from "esbuild";

export async function load(path) {
  const entry = new URL(`../src/${path}`, import.meta.url).pathname;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
