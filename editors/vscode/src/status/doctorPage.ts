// The page of "Doctor", as HTML. Nothing here knows VS Code.

import type { Check } from "../protocol";
import { folderName } from "./face";
import { commandLink, type Html, html, page } from "./html";

const STATES = {
  ok: ["good", "in order"],
  repaired: ["warning", "repaired"],
  damaged: ["error", "damaged"],
  skipped: ["quiet", "not looked at"],
} as const;

export function isDamaged(checks: readonly Check[]): boolean {
  return checks.some((check) => check.state === "damaged");
}

export function doctorPage(checks: readonly Check[]): string {
  const folders = [...new Set(checks.map((check) => check.folder))];
  return page(html`<h1>Codebase Doctor</h1>${folders.map((folder) =>
    ofFolder(
      folder,
      checks.filter((check) => check.folder === folder),
    ),
  )}`);
}

function ofFolder(folder: string, checks: readonly Check[]): Html {
  const rows = checks.map(({ name, state, detail }) => {
    const [level, words] = STATES[state];
    return html`<tr><td>${name}</td><td><span class="${level}">${words}</span></td><td>${detail}</td></tr>`;
  });
  const repair = isDamaged(checks)
    ? [html`<p>${commandLink("Repair", "lspCodebase.repair", folder)} what is damaged: nothing is lost by it.</p>`]
    : [];
  return html`<h2>${folderName(folder)}</h2><table>${rows}</table>${repair}`;
}
