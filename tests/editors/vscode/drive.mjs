// What a user does in VS Code with the extension. Usage: node drive.mjs URL RESULT.json
// Needs playwright-core where Node finds it, and the environment variable CHROMIUM.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [url, result] = process.argv.slice(2);
const { chromium } = createRequire(path.join(process.env.TOOLS, "package.json"))("playwright-core");
const TIMEOUT_MS = 60_000;
const seen = { progress: [] };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const context = await browser.newContext({
  permissions: ["clipboard-read", "clipboard-write"],
  viewport: { width: 1280, height: 800 },
});
const page = await context.newPage();
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

const input = page.locator(".quick-input-widget:visible input[type=text]");
const rows = page.locator(".quick-input-widget:visible .quick-input-list .monaco-list-row");

async function wait(what, condition) {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await page.waitForTimeout(50);
  }
}

async function openPalette(prefix) {
  await page.keyboard.press("F1");
  await input.waitFor();
  await input.fill(prefix);
}

async function runCommand(title) {
  await openPalette(`>${title}`);
  const row = rows.filter({ hasText: title }).first();
  await row.waitFor();
  await page.keyboard.press("Enter");
}

async function labels() {
  return rows.evaluateAll((all) => all.map((row) => row.querySelector(".label-name").textContent));
}

async function selectedText() {
  await page.locator(".editor-instance:visible .monaco-editor").first().waitFor();
  await page.keyboard.press("Control+C");
  await page.waitForTimeout(200);
  return page.evaluate(() => navigator.clipboard.readText());
}

const steps = {
  async start() {
    await page.goto(url);
    await page.locator(".monaco-workbench").waitFor();
    await wait("progress", () => seen.progress.length > 0);
  },
  async goToSymbol() {
    await wait("the symbol", async () => {
      await openPalette("#measureWidth");
      await page.waitForTimeout(1000); // VS Code asks 200 ms after the last key
      return (await labels()).includes("measureWidth");
    });
    seen.symbols = await labels();
    await page.keyboard.press("Enter");
    await page.locator('.tab.active[data-resource-name="measure.js"]').waitFor();
    await page.getByText("Ln 2, Col 27").waitFor(); // of the name, in UTF-16 units
  },
  async search() {
    await runCommand("Codebase: Search");
    await page.getByPlaceholder("what the code does").waitFor();
    await input.pressSequentially("measureWidth", { delay: 20 });
    await wait("hits", async () => (await labels()).includes("measureWidth"));
    await page.keyboard.press("Enter");
    await wait("the search to close", async () => (await input.count()) === 0);
    seen.selected = await selectedText();
  },
  async searchInWords() {
    await runCommand("Codebase: Search");
    await page.getByPlaceholder("what the code does").waitFor();
    await input.fill("decode a json document");
    await wait("hits", async () => (await rows.count()) > 3);
    seen.hits = await labels();
  },
  async showStatus() {
    const notice = page.locator(".notification-list-item-message", { hasText: "Codebase:" }).first(); // the newest
    await wait("the index to be ready", async () => {
      await runCommand("Codebase: Show Index Status");
      await notice.waitFor();
      await page.waitForTimeout(500);
      seen.status = await notice.textContent();
      return !/: (starting|scanning|indexing|embedding)/.test(seen.status);
    });
  },
  async searchAgain() {
    await page.goto("about:blank");
    await page.goto(url);
    await page.locator(".monaco-workbench").waitFor();
    await wait("the command", async () => {
      await page.keyboard.press("Escape"); // an open palette is not told of new commands
      await openPalette(">Codebase: Search");
      await page.waitForTimeout(500);
      return (await labels()).includes("Codebase: Search"); // the extensions are read after the window is shown
    });
    await page.keyboard.press("Enter");
    await page.getByPlaceholder("what the code does").waitFor();
    await input.fill("measureWidth");
    await wait("an answer", async () => (await rows.count()) > 0);
    seen.firstAnswer = await labels();
    await page.keyboard.press("Escape");
  },
  async rebuild() {
    seen.progress.length = 0;
    await page.evaluate(() => delete window.lastProgress);
    await runCommand("Codebase: Rebuild Index");
    await wait("progress of the second indexing", () => seen.progress.length > 0);
  },
};

try {
  for (const [name, step] of Object.entries(steps)) {
    await step();
    if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) });
    seen[`${name}Progress`] = [...seen.progress];
  }
} catch (error) {
  seen.failure = String(error);
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, "failure.png") });
}
await page.goto("about:blank"); // as closing the window does; for a browser that vanishes, VS Code keeps its processes
writeFileSync(result, JSON.stringify(seen));
await browser.close();
