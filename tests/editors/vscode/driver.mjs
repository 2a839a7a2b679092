// A browser at VS Code's window, and the gestures that sessions are made of.
// Usage: node driver.mjs sessions/SUBJECT.mjs URL RESULT.json
// A session's module exports `steps`: functions by name, run in order, which write into `seen`.
// Needs playwright-core under TOOLS and the browser CHROMIUM; leaves a picture of each step in PICTURES, if that is set.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [session, address, result] = process.argv.slice(2);
const { chromium } = createRequire(path.join(process.env.TOOLS, "package.json"))("playwright-core");
const TIMEOUT_MS = 120_000; // a step of a user takes a second, and on a machine that has much else to do a minute

/** The address of VS Code's window at the workspace. */
export const url = address;

/** What the session saw: its result. Every text of the progress in the status bar is in `progress`. */
export const seen = { progress: [] };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const context = await browser.newContext({
  permissions: ["clipboard-read", "clipboard-write"],
  viewport: { width: 1280, height: 800 },
});
export const page = await context.newPage();
page.setDefaultTimeout(TIMEOUT_MS);
await page.exposeFunction("reportProgress", (text) => seen.progress.push(text));
await page.addInitScript(() => {
  new MutationObserver(() => {
    for (const entry of document.querySelectorAll(".statusbar-item")) {
      const text = entry.textContent ?? "";
      if (text.includes("Indexing") && window.lastProgress !== text) {
        window.lastProgress = text;
        window.reportProgress(text);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
});

export const input = page.locator(".quick-input-widget:visible input[type=text]");
export const rows = page.locator(".quick-input-widget:visible .quick-input-list .monaco-list-row");

/** Opens the window, or opens it again. */
export async function openWindow() {
  await page.goto("about:blank");
  await page.goto(url);
  await page.locator(".monaco-workbench").waitFor();
}

export async function wait(what, condition, limit = TIMEOUT_MS) {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await page.waitForTimeout(50);
  }
}

export async function openPalette(prefix) {
  await page.keyboard.press("F1");
  await input.waitFor();
  await input.fill(prefix, { timeout: 5000 }); // one that is just closing takes nothing
}

/** Runs a command by its title in the palette; waits until it is known, since extensions are read after the window is shown. */
export async function runCommand(title) {
  const exact = new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  const named = rows.filter({ has: page.locator(".label-name", { hasText: exact }) }).first(); // others may be more recent
  async function choose() {
    await page.keyboard.press("Escape"); // an open palette is not told of new commands
    await openPalette(`>${title}`);
    await rows.filter({ hasText: title }).first().waitFor({ timeout: 1000 });
    await ((await named.count()) > 0 ? named.click({ timeout: 2000 }) : page.keyboard.press("Enter"));
  }
  await wait(`the command ${title}`, () => choose().then(() => true, () => false));
}

/** The labels of the rows of the open quick pick. */
export async function labels() {
  return rows.evaluateAll((all) => all.map((row) => row.querySelector(".label-name").textContent));
}

/** The text that is selected in the visible editor, by way of the clipboard. */
export async function selectedText() {
  await page.locator(".editor-instance:visible .monaco-editor").first().waitFor();
  await page.keyboard.press("Control+C");
  await page.waitForTimeout(200);
  return clipboard();
}

export async function clipboard() {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** An entry of an open context menu. */
export function menuEntry(title) {
  return page.locator(".monaco-menu .action-label", { hasText: title }).first();
}

/** Chooses from an open context menu. */
export async function chooseInMenu(title) {
  const entry = menuEntry(title);
  await entry.waitFor();
  await page.waitForTimeout(300); // a menu takes no click in its first moment
  await entry.click();
}

export async function picture(name) {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) });
}

const subject = path.basename(session, ".mjs");

async function run(steps) {
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      seen.failure = `${name}: ${error}`;
      await picture(`${subject}-failure`);
      return;
    }
    await picture(`${subject}-${name}`);
    seen[`${name}Progress`] = [...seen.progress];
  }
}

// Not awaited here: the session imports this module, which must have ended before.
import(pathToFileURL(path.resolve(session)).href)
  .then(({ steps }) => run(steps))
  .catch((error) => {
    seen.failure = String(error);
  })
  .finally(async () => {
    await page.goto("about:blank"); // as closing the window does; for a browser that vanishes, VS Code keeps its processes
    writeFileSync(result, JSON.stringify(seen));
    await browser.close();
  });
